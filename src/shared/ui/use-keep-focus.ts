import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Browsers drop the focus of a button that becomes disabled, which throws keyboard users back to the top.
 * Gives the focus back once the button is enabled again, unless it has moved on by then.
 */
export function useKeepFocus(target: RefObject<HTMLElement | null>, disabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (disabled) {
      hadFocus.current = document.activeElement === target.current;
      return;
    }
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (hadFocus.current && lost) target.current?.focus();
    hadFocus.current = false;
  }, [disabled, target]);
}
