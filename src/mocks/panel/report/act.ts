import type { DialogStep } from '@/mocks/scenarios/capsule';
import { elementNamed } from './page-element';

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
  [...list.querySelectorAll('option')].find(
    (option) => option.textContent.replaceAll(/\s+/g, ' ').trim() === label,
  );

const actsOnPage = ['pointerdown', 'keydown'] as const;

/**
 * Opens the dialogs of a bug report that was opened, and fills them in. Stops where the page lacks something, and when the
 * user acts.
 */
export async function reopenDialogs(steps: readonly DialogStep[]): Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  for (const type of actsOnPage) addEventListener(type, () => stopped.abort(), { signal, capture: true });
  try {
    for (const step of steps) {
      const find = () => {
        const element = elementNamed(step);
        const isThere =
          element && isReady(element) && (step.do !== 'select' || optionCalled(element, step.value));
        return signal.aborted || isThere ? { element } : undefined;
      };
      const { element } = await waitFor(find, `This page has no ${step.role} “${step.name}”.`);
      if (signal.aborted || !element) return;
      if (step.do === 'click') element.click();
      else
        setValue(element, step.do === 'fill' ? step.value : (optionCalled(element, step.value)?.value ?? ''));
    }
  } finally {
    stopped.abort();
  }
}
