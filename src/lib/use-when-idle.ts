import { useEffect } from 'react';
import { whenIdle } from './when-idle';

/** Milliseconds. By then the first calls have usually completed. */
const options = { timeout: 5000, fallbackDelay: 1500 };

/** Runs `work` once, when the browser is idle after mount. `work` must be stable. */
export function useWhenIdle(work: () => void): void {
  useEffect(() => whenIdle(work, options), [work]);
}
