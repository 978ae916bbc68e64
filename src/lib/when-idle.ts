import { useEffect } from 'react';

interface IdleOptions {
  /** Milliseconds after which the work is done anyway: Chromium may never report a page as idle on which nothing happens. */
  readonly timeout: number;
  /** Milliseconds to wait in browsers that don't report when they are idle, such as Safari. */
  readonly fallbackDelay: number;
}

/** Runs `work` once, when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void, { timeout, fallbackDelay }: IdleOptions): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, fallbackDelay);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout });
  return () => cancelIdleCallback(handle);
}

/** In milliseconds. By then the first calls have most likely been answered. */
const options = { timeout: 5000, fallbackDelay: 1500 };

/** Does something once, when the browser has nothing better to do after the component was shown. `work` must not change. */
export function useWhenIdle(work: () => void): void {
  useEffect(() => whenIdle(work, options), [work]);
}
