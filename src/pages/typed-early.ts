/**
 * A prerendered form can be used before its code is there. What was typed by then is handed to the form as if it were
 * typed now, and a wish to send it, which `public/hold-early.js` has held back, is granted.
 */

const fields = (root: Element) => [...root.querySelectorAll('input')];

/** Notes what stands in the fields. Returns what gives it to the form once React has taken it over. */
export function keepTyped(root: Element): () => void {
  const typed = fields(root).map(({ value }) => value);
  // React takes the page over in slices: what is typed between two of them counts, too.
  const note = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) typed[fields(root).indexOf(target)] = target.value;
  };
  root.addEventListener('input', note);
  return () => {
    root.removeEventListener('input', note);
    for (const [at, field] of fields(root).entries()) {
      const value = typed[at];
      if (!value) continue;
      // By the browser's own setter: React ignores an input event for a value that it believes to know.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const form of root.querySelectorAll<HTMLFormElement>('form[data-held]')) {
      form.removeAttribute('data-held');
      form.requestSubmit();
    }
  };
}
