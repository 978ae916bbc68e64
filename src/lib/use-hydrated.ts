import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether what only the browser knows may be drawn: false while a prerendered page is taken over, which must happen
 * exactly as it was drawn, and true ever after.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
