import { useEffect, useRef } from 'react';

interface FocusOptions {
  /** Leaves the focus where it is, unless what had it is gone. */
  onlyIfLost?: boolean;
}

/**
 * Moves the focus to the h1 after a change of `value`, so that screen readers read where the user is and Tab goes on from
 * there. Waits for headings that appear only once their data is in.
 *
 * @param value what is shown, such as the path; nothing happens for the first one
 */
export function useFocusHeadingOn(value: string, { onlyIfLost = false }: FocusOptions = {}): void {
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    const done = () => (onlyIfLost && !isFocusLost()) || focusHeading();
    if (done()) return;
    const observer = new MutationObserver(() => {
      if (done()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [value, onlyIfLost]);
}

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

function focusHeading(): boolean {
  const heading = document.querySelector('h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  return true;
}
