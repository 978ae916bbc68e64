/** Whether an element belongs to the control room. */
export const isInRoom = (element: Element): boolean =>
  element.closest('aside[aria-label="Demo tools"]') !== null;

/** Whether the page has an open dialog, modal or not. */
export const hasOpenDialog = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((dialog) => !isInRoom(dialog));

/** Calls a listener after each change of the page's elements, such as a dialog that opens. Returns a function that ends it. */
export function onElementsChange(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/** Waits for parts of a page, and acts on them as its users do. */

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Between two checks, in milliseconds. Timers also run in a tab in the background. */
const CHECK_EVERY = 50;
/** In milliseconds; a style sheet may show an element without changing the document. */
const READ_EVERY = 500;
/** In milliseconds; no call takes as long. A tab in the background renders nothing, so its time does not count. */
const LIMIT = 15_000;

/**
 * Waits until `read` returns something. Reading may be slow: it is done only after the document has changed, and now and
 * then.
 *
 * @throws Error with this message, after 15 seconds
 */
export async function waitFor<T>(read: () => T | undefined, message: string): Promise<T> {
  let end = performance.now() + LIMIT;
  let nextRead = 0;
  const changes = new MutationObserver(() => {
    nextRead = 0;
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  try {
    for (;;) {
      const now = performance.now();
      if (now >= nextRead) {
        nextRead = now + READ_EVERY;
        const value = read();
        if (value !== undefined) return value;
      }
      if (document.hidden) end = now + LIMIT;
      if (now > end) throw new Error(message);
      await pause(CHECK_EVERY);
    }
  } finally {
    changes.disconnect();
  }
}

/** Whether users can act on it now. */
export const isReady = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [aria-disabled=true], [aria-busy=true], [aria-busy=true] *');

/** Sets the value as typing does: React ignores a value that is set on the element itself. */
export function setValue(field: HTMLElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The option of a list with this label; undefined if there is none, such as while it is loading. */
export const optionCalled = (list: HTMLElement, label: string): HTMLOptionElement | undefined =>
  [...list.querySelectorAll('option')].find((option) => option.label.slice(0, 500) === label);

/** Chooses an option of a list by its label. */
export const choose = (list: HTMLElement, label: string): void =>
  setValue(list, optionCalled(list, label)?.value ?? '');

/** Presses a button as the keyboard does, so that the focus can return to it. */
export function press(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.click();
}
