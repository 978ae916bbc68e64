import { flushSync } from 'react-dom';

/**
 * A prerendered page can be used before the app runs. What was typed by then is handed to the app as if it were typed now,
 * and what was pressed, which `before-app.ts` has kept, is pressed.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (root: Element) => [...root.querySelectorAll<Field>('input, select, textarea')];
const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const contentOf = (field: Field): string | boolean => (isCheckbox(field) ? field.checked : field.value);

/**
 * Notes what is typed until the returned function hands it to the app, after which it presses what was pressed, in that
 * order. Call that once, in a task of its own: each step has to be rendered before the next.
 */
export function captureInput(root: Element): () => void {
  const typed = fieldsOf(root).map(contentOf);
  // React takes the page over in slices, or at once for an event that it has to answer: that one is noted first. A box is
  // noted as it is clicked, because React may have set it back when its input event comes.
  const note = ({ type, target }: Event) => {
    const fields = fieldsOf(root);
    const at = fields.indexOf(target as Field);
    const field = fields[at];
    if (field && isCheckbox(field) === (type === 'click')) typed[at] = contentOf(field);
  };
  for (const type of ['input', 'click']) root.addEventListener(type, note, { capture: true });
  return () => {
    for (const type of ['input', 'click']) root.removeEventListener(type, note, { capture: true });
    for (const [at, field] of fieldsOf(root).entries()) replayTyping(field, typed[at]);
    for (const pressed of window.earlyPresses ?? []) {
      pressed.removeAttribute('aria-busy');
      flushSync(() => {
        if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
        else pressed.click();
      });
    }
  };
}

function replayTyping(field: Field, content: string | boolean | undefined): void {
  if (isCheckbox(field)) {
    if (content === undefined || content === field.defaultChecked) return;
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  if (!content) return;
  // React ignores an event for a value that it believes to know. Only its belief is changed: setting the value anew would
  // break off what somebody is composing, and move the caret.
  Reflect.get(field, '_valueTracker')?.setValue('');
  if (field.value !== content)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, content);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
