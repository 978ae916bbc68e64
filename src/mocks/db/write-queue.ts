/** Runs one task at a time, in call order. An error only rejects its own call. */
export type WriteQueue = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createWriteQueue(): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}
