import { type Ref, type RefObject, useCallback, useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle';

const never = () => () => undefined;

/** False during hydration, which must match the prerendered page; then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

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

/** A ref callback that sets a component's own ref and the one its parent passed (react-hook-form needs it). */
export function useMergedRef<T>(
  own: RefObject<T | null>,
  passed: Ref<T> | undefined,
): (node: T | null) => void {
  return useCallback(
    (node: T | null) => {
      own.current = node;
      if (typeof passed === 'function') passed(node);
      else if (passed) passed.current = node;
    },
    [own, passed],
  );
}
