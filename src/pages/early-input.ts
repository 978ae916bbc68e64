/**
 * A prerendered page can be used before the app runs. What was typed by then is handed to the app as if it were typed now,
 * and what was pressed, which `before-app.ts` has kept, is pressed.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (root: Element) => [...root.querySelectorAll<Field>('input, select, textarea')];
const isBox = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';
const contentOf = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value);

/** Notes what is typed until the returned function hands it to the app, together with what was pressed. Call that once. */
export function captureInput(root: Element): () => void {
  const typed = fieldsOf(root).map(contentOf);
  // React takes the page over in slices: what is typed between two of them counts, too.
  const note = ({ target }: Event) => {
    const fields = fieldsOf(root);
    const at = fields.indexOf(target as Field);
    const field = fields[at];
    if (field) typed[at] = contentOf(field);
  };
  root.addEventListener('input', note);
  return () => {
    root.removeEventListener('input', note);
    for (const [at, field] of fieldsOf(root).entries()) replayTyping(field, typed[at]);
    for (const pressed of window.earlyPresses ?? []) {
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed.click();
    }
  };
}

/** As if it were typed now: React ignores an event for what it believes to know, so it is made to know something else first. */
function replayTyping(field: Field, content: string | boolean | undefined): void {
  if (isBox(field)) {
    if (content === field.defaultChecked) return;
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  if (!content) return;
  const caret = field instanceof HTMLSelectElement ? null : field.selectionStart;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, content);
  if (caret !== null && 'setSelectionRange' in field) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
