import { useEffect } from 'react';
import { whenIdle } from '@/shared/when-idle';

/** In milliseconds. By then the first calls have most likely been answered. */
const options = { timeout: 5000, fallbackDelay: 1500 };

/** Does something once, when the browser has nothing better to do after the component was shown. `work` must not change. */
export function useWhenIdle(work: () => void): void {
  useEffect(() => whenIdle(work, options), [work]);
}
