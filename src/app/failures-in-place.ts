import { useLayoutEffect } from 'react';
import type { OperationName } from '@/contract';
import { isPageCovered } from '@/ui/dialog/surface';

/** A mounted screen that shows failures of its calls. */
interface Place {
  readonly operations: readonly OperationName[];
  readonly willShow: () => boolean;
  readonly where: 'page' | 'dialog';
}

const places = new Set<Place>();

/**
 * While its screen is mounted, shows failures of these operations in place instead of as toasts. Once the user has left
 * the screen, they are toasts.
 *
 * @param willShow whether a failure now is one that the screen will show, such as that of its own call; default: always.
 *   Called when a call has failed, which may be before the screen has rendered that the call began.
 * @param where what it shows on the page is neither seen nor heard while a dialog or a menu is open. Default: the page.
 */
export function useFailuresInPlace(
  operations: readonly OperationName[],
  willShow: Place['willShow'] = () => true,
  where: Place['where'] = 'page',
): void {
  useLayoutEffect(() => {
    const place = { operations, willShow, where };
    places.add(place);
    return () => void places.delete(place);
  });
}

/** Whether a screen will show the failure of this operation. */
export const isShownInPlace = (operation: OperationName): boolean =>
  [...places].some(
    ({ operations, willShow, where }) =>
      operations.includes(operation) && (where === 'dialog' || !isPageCovered()) && willShow(),
  );
