import { flushSync } from 'react-dom';

/**
 * A prerendered page can be used before the app runs. Input typed until then is replayed to the app, followed by the
 * presses that `before-app.ts` queued.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (root: Element) => [...root.querySelectorAll<Field>('input, select, textarea')];
const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const contentOf = (field: Field): string | boolean => (isCheckbox(field) ? field.checked : field.value);

/**
 * Records input. The returned function replays it to the app and then the queued presses, in order. Call it once, in a
 * separate task: each step must be rendered before the next.
 */
export function captureInput(root: Element): () => void {
  const typed = fieldsOf(root).map(contentOf);
  // React hydrates in slices, or at once for an event that it must handle; the capture phase records that event first.
  // A checkbox is recorded on click, because React may have reset it by the time of its input event.
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
  // React ignores an event if the value equals its tracked one. Only the tracker is changed: setting the value again
  // would interrupt an IME composition and move the caret.
  Reflect.get(field, '_valueTracker')?.setValue('');
  if (field.value !== content)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, content);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
