interface Patience {
  /** Milliseconds after which the browser does it even if it is still busy; it waits for ever where absent. */
  readonly atLatest?: number;
  /** Milliseconds to wait where the browser can't say when it is idle, such as Safari. */
  readonly untold: number;
}

/** Does something when the browser has nothing better to do. Gives what calls it off. */
export function whenIdle(work: () => void, { atLatest, untold }: Patience): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, untold);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, atLatest === undefined ? {} : { timeout: atLatest });
  return () => cancelIdleCallback(handle);
}
