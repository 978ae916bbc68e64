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

/**
 * Calls back after this many seconds of the page running. A time in which it was blocked or asleep counts as one
 * second, so that a response waiting to be delivered is not mistaken for a missing one. Returns a function that cancels
 * it.
 */
export function afterSeconds(seconds: number, callback: () => void): () => void {
  let left = seconds;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    callback();
  }, 1_000);
  return () => clearInterval(timer);
}

/** Settles like `work`, or rejects with `error` after this many seconds (see `afterSeconds`). */
export function withinSeconds<T>(seconds: number, work: PromiseLike<T>, error: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = afterSeconds(seconds, () => reject(error()));
    work.then(resolve, reject).then(stop);
  });
}
