import { useEffect, useState } from 'react';
import type { Subscribe } from '../panel-context';

/** The time, once a second and whenever it was changed. */
export function useTicking(now: () => Date, onChange: Subscribe): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const look = () => setTime(now());
    const timer = setInterval(look, 1000);
    const stop = onChange(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [now, onChange]);
  return time;
}
