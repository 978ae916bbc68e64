import { useEffect } from 'react';

/**
 * A held Enter counts once, in the whole product. Browsers repeat the key: a form that was sent closes its dialog, the
 * focus goes back to the button that opened it, and the next repetition would open it again, or send something else.
 * Writing several lines at once stays possible.
 */
export function SingleEnter() {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', stop, { capture: true });
    return () => window.removeEventListener('keydown', stop, { capture: true });
  }, []);
  return null;
}
