import { type RefObject, useEffect, useRef } from 'react';
import { isTouched } from '../dialog/surface';

interface FocusOptions {
  /** Moves the focus only if the focused element is gone. */
  onlyIfLost?: boolean;
}

/**
 * Moves the focus to the h1 after `value` changes, so that screen readers announce the new page and Tab continues from
 * there. Waits for a heading that is rendered once its data is loaded.
 *
 * @param value identifies what is shown, such as the path; the first value is ignored
 */
export function useFocusHeadingOn(value: string, { onlyIfLost = false }: FocusOptions = {}): void {
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current === value) return;
    lastValue.current = value;
    if ((onlyIfLost && !isFocusLost()) || focusHeading()) return;
    const observer = new MutationObserver(() => {
      // A user who is already at work on the page keeps the focus.
      if (!isFocusLost() || focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [value, onlyIfLost]);
}

/**
 * Focuses the first empty text field of a form when its page or section opens, unless the user is at work elsewhere on the
 * page, or uses a touch screen, whose keyboard would cover the form.
 *
 * @param isEnabled whether the user came for this form; its first value counts
 */
export function useFirstFieldFocus(form: RefObject<HTMLElement | null>, isEnabled = true): void {
  const wasEnabled = useRef(isEnabled);
  useEffect(() => {
    const isAtWork = !isFocusLost() && document.activeElement?.matches('h1') !== true;
    if (
      isTouched() ||
      !wasEnabled.current ||
      isAtWork ||
      form.current === null ||
      form.current.closest('[hidden]')
    )
      return;
    const fields = [...form.current.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])')];
    fields.find(({ value }) => value === '')?.focus({ preventScroll: true });
  }, [form]);
}

/** The dialog that covers the others and the page. */
export const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.dialog-popup:not([data-closed])')].at(-1);

/** Moves the focus to the dialog around or over an element that is being removed, or else to the h1. */
export function focusAround(element: Element): void {
  const dialog = element.closest<HTMLElement>('[role="dialog"]') ?? topDialog();
  if (dialog === undefined) focusHeading();
  else dialog.focus();
}

/** Whether no element has the focus: browsers move it to the body when the focused element is removed or disabled. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Moves the focus to the h1; returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector('h1');
  // A page that is still loading replaces its heading, which would lose the focus.
  if (!heading || heading.closest('[aria-busy="true"]')) return false;
  if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * From now on, a pressed control has the focus, so that a dialog that it opens gives the focus back to it. Safari, and
 * Firefox on a Mac, focus what is around a button or checkbox instead; the dialog would then focus the first field of the
 * page.
 *
 * @returns a function that ends it
 */
export function focusPressedControls(): () => void {
  const focus = ({ target }: MouseEvent) => {
    const control = target instanceof Element && target.closest<HTMLElement>('button, input');
    if (control && control !== document.activeElement && document.activeElement?.contains(control))
      control.focus({ preventScroll: true });
  };
  addEventListener('click', focus, true);
  return () => removeEventListener('click', focus, true);
}
