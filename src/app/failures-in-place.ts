import { useLayoutEffect } from 'react';
import type { OperationName } from '@/contract';

/** A mounted screen that shows failures of its calls. */
interface Place {
  readonly operations: readonly OperationName[];
  readonly willShow: () => boolean;
}

const places = new Set<Place>();

/**
 * While its screen is mounted, shows failures of these operations in place instead of as toasts. Once the user has left
 * the screen, they are toasts.
 *
 * @param willShow whether a failure now is one that the screen will show, such as that of its own call; default: always.
 *   Called when a call has failed, which may be before the screen has rendered that the call began.
 */
export function useFailuresInPlace(
  operations: readonly OperationName[],
  willShow: Place['willShow'] = () => true,
): void {
  useLayoutEffect(() => {
    const place = { operations, willShow };
    places.add(place);
    return () => void places.delete(place);
  });
}

/** Whether a screen will show the failure of this operation. */
export const isShownInPlace = (operation: OperationName): boolean =>
  [...places].some(({ operations, willShow }) => operations.includes(operation) && willShow());
