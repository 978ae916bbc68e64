/**
 * Calls back after so many seconds in which the page ran. Time for which it was blocked or asleep counts as one second, so
 * that an answer that is waiting to be delivered is not taken for a missing one. Returns the function that ends the wait.
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

/** Settles as `work` does, or rejects with `error` after so many seconds; see `afterSeconds`. */
export function withinSeconds<T>(seconds: number, work: PromiseLike<T>, error: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = afterSeconds(seconds, () => reject(error()));
    work.then(resolve, reject).then(stop);
  });
}
