import { useSyncExternalStore } from 'react';
import { appClock } from '@/lib/clock';

const minute = 60_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute / 6);
  const unsubscribe = appClock.subscribe(onChange);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

const thisMinute = () => Math.floor(appClock.calendarNow() / minute) * minute;

/** Returns the start of the current minute in milliseconds since 1970, and renders again when it has passed. */
export const useNow = (): number => useSyncExternalStore(subscribe, thisMinute);
