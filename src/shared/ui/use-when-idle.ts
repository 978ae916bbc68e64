import { useEffect } from 'react';

/** Where a browser can't say when it is idle, such as Safari: after the first calls have most likely been answered. */
const soon = 1500;

/** Does something once, when the browser has nothing better to do after the component was shown. `work` must not change. */
export function useWhenIdle(work: () => void): void {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(work, soon);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(work);
    return () => cancelIdleCallback(handle);
  }, [work]);
}
