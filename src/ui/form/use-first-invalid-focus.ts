import { type RefObject, useEffect, useRef } from 'react';

/** Focuses a field in the middle of its scroller: its label and message are in view, and no bar at an edge covers it. */
export function focusInView(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/**
 * Focuses the first invalid field in document order after a failed submit, for forms too short for an error summary. A
 * form library only knows the order in which fields were registered.
 *
 * @param submitCount number of submits, as counted by react-hook-form
 * @returns a ref for the form element
 */
export function useFirstInvalidFocus(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    focusInView(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [submitCount]);
  return form;
}
