import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the focus on the first invalid field as it stands on the page, after a form was sent in vain. A form library
 * only knows the order in which fields were registered.
 *
 * @param submitCount how often the form was sent, as react-hook-form counts it
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
