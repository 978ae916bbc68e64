declare global {
  interface Navigator {
    /** Chromium only. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** Whether code may be fetched before it is wanted: not with Save-Data, and not on a slow connection. */
export function mayPrefetch(): boolean {
  const line = navigator.connection;
  return !line?.saveData && (line?.effectiveType ?? '4g') === '4g';
}

interface IdleOptions {
  /** Milliseconds after which the work runs anyway: Chromium may never report an inactive page as idle. */
  readonly timeout: number;
  /** Milliseconds to wait in browsers without `requestIdleCallback`, such as Safari. */
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
