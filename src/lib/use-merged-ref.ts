import { type Ref, type RefObject, useCallback } from 'react';

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
