import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first invalid field in document order after a failed submit, and scrolls it into view. A form library only
 * knows the order in which fields were registered.
 *
 * @param submitCount number of submits, as counted by react-hook-form
 * @returns a ref for the form element
 */
export function useFirstInvalidFocus(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    // In the middle, so that its label and message are in view, too, and no bar at an edge covers them.
    field?.scrollIntoView({ block: 'center' });
  }, [submitCount]);
  return form;
}
