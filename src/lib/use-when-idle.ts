import { useEffect } from 'react';
import { whenIdle } from './when-idle';

/** Milliseconds. By then the first calls have usually completed. */
const options = { timeout: 5000, fallbackDelay: 1500 };

/**
 * Runs `work` once, when the browser is idle after mount.
 *
 * @param work must be stable; its signal is aborted when the component unmounts
 */
export function useWhenIdle(work: (signal: AbortSignal) => void): void {
  useEffect(() => {
    const mounted = new AbortController();
    const cancel = whenIdle(() => work(mounted.signal), options);
    return () => {
      mounted.abort();
      cancel();
    };
  }, [work]);
}
