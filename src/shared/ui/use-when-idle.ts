import { useEffect } from 'react';
import { whenIdle } from '@/shared/when-idle';

/** In milliseconds; where a browser can't say when it is idle, the first calls have most likely been answered by then. */
const patience = { untold: 1500 };

/** Does something once, when the browser has nothing better to do after the component was shown. `work` must not change. */
export function useWhenIdle(work: () => void): void {
  useEffect(() => whenIdle(work, patience), [work]);
}
