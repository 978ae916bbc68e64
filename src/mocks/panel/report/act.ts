import type { DialogStep } from '@/mocks/scenarios/capsule';
import { dialogs, elementNamed, isInRoom } from './page-element';

/** Acts on a page as its users do. */

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Between two looks, in milliseconds. Timers also run in a tab in the background. */
const LOOK_EVERY = 50;
/** In milliseconds; no call takes as long. A tab in the background renders nothing, so its time does not count. */
const LIMIT = 15_000;

/**
 * Waits until `read` returns something.
 *
 * @throws Error with this message, after 15 seconds
 */
export async function waitFor<T>(read: () => T | undefined, message: string): Promise<T> {
  let end = performance.now() + LIMIT;
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    if (document.hidden) end = performance.now() + LIMIT;
    if (performance.now() > end) throw new Error(message);
    await pause(LOOK_EVERY);
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

const isInDialog = (element: Element) => element.closest(dialogs) !== null;
const openDialogs = () => [...document.querySelectorAll(dialogs)].filter((dialog) => !isInRoom(dialog));

/** Does a step and waits for what it opens. A link or capsule may come from anyone, so other buttons end it. */
async function reopen(step: DialogStep, element: HTMLElement, missing: string): Promise<void> {
  if (step.do === 'fill' && isInDialog(element)) return setValue(element, step.value);
  if (step.do === 'select' && isInDialog(element)) return choose(element, step.value);
  const isChoice = /^(checkbox|radio|switch)$/.test(step.role ?? '') && isInDialog(element);
  if (step.do !== 'click' || element.matches('a')) throw new Error(missing);
  const before = openDialogs();
  press(element);
  if (!isChoice) await waitFor(() => openDialogs().find((dialog) => !before.includes(dialog)), missing);
}

/**
 * Opens the dialogs of a bug report that was opened, and fills them in. Stops when the user acts.
 *
 * @throws Error for what the page lacks
 */
export async function reopenDialogs(steps: readonly DialogStep[], unmounted: AbortSignal): Promise<void> {
  const acted = new AbortController();
  const { signal } = acted;
  const isStopped = () => signal.aborted || unmounted.aborted;
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, () => acted.abort(), { signal, capture: true });
  }
  try {
    for (const step of steps) {
      const missing = `This page has no ${step.role} “${step.name}” as in the report.`;
      const find = () => {
        const element = elementNamed(step);
        const hasOption = element && (step.do !== 'select' || optionCalled(element, step.value));
        return isStopped() || (element && isReady(element) && hasOption) ? { element } : undefined;
      };
      const { element } = await waitFor(find, missing);
      if (isStopped() || !element) return;
      await reopen(step, element, missing);
    }
  } finally {
    acted.abort();
  }
}
