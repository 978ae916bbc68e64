import { useEffect, useState } from 'react';
import type { Subscribe } from './panel-context';

/** A value that follows its source. Keep both functions stable. */
export function useLive<T>(read: () => T, subscribe: Subscribe): T {
  const [held, setHeld] = useState(() => ({ read, value: read() }));
  useEffect(() => {
    const refresh = () => setHeld({ read, value: read() });
    refresh();
    return subscribe(refresh);
  }, [read, subscribe]);
  // Another source shows itself at once, not only after the effect.
  return held.read === read ? held.value : read();
}
