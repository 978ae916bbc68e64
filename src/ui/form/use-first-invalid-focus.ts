import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first invalid field in document order after a failed submit. A form library only knows the order in which
 * fields were registered.
 *
 * @param submitCount number of submits, as counted by react-hook-form
 * @returns a ref for the form element
 */
export function useFirstInvalidFocus(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
