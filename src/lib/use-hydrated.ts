import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during hydration, which must match the prerendered page; then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
