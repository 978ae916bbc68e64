/** Runs one piece of work at a time, in the order asked for. A failure reaches its own caller and nobody else. */
export type WriteQueue = <T>(work: () => T | Promise<T>) => Promise<T>;

/** A new, empty queue. */
export function createWriteQueue(): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}
