import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';
import type { DialogStep } from '@/mocks/scenarios/capsule';

/** How an action finds its element: as assistive technology and Playwright do. */
interface ElementName {
  /** Null for a field without a role, such as a password; it is then found by its label. */
  readonly role: string | null;
  readonly name: string;
  /** Which of the elements of this name, from 0, if there are several. */
  readonly nth?: number | undefined;
}

const interactive = [
  'button',
  'a[href]',
  'input',
  'select',
  'textarea',
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio'],
  ...['option', 'radio', 'switch', 'tab'],
]
  .map((name, position) => (position < 5 ? name : `[role="${name}"]`))
  .join(',');

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Whether an element belongs to the control room. */
export const isInRoom = (element: Element): boolean =>
  element.closest('aside[aria-label="Demo tools"]') !== null;

/** Input on a prerendered page is repeated once the app runs. */
const isRepeatedLater = () => document.querySelector('#root[data-prerendered]') !== null;

/** The element that a click on this one is for; null if there is none, or users can't perceive it. */
export function interactiveAt(target: EventTarget | null): Element | null {
  const element = target instanceof Element ? target.closest(interactive) : null;
  if (element === null || isInRoom(element) || isInaccessible(element) || isRepeatedLater()) return null;
  return element;
}

/** Equal for elements of the same name, and cheap: a page may have thousands. */
function trait(element: Element): string {
  const isField = 'labels' in element && element.tagName !== 'BUTTON';
  const [label] = isField ? ((element as HTMLInputElement).labels ?? []) : [];
  const text = isField ? label?.textContent : element.textContent;
  return [element.tagName, element.getAttribute('role'), element.getAttribute('aria-label') ?? text].join(
    ' ',
  );
}

/** The name of an element, with its position among others of the same name. */
export function nameOf(element: Element): ElementName {
  const role = getRole(element);
  const name = spaced(computeAccessibleName(element)).slice(0, 500);
  const wanted = trait(element);
  const alike = [...document.querySelectorAll(interactive)].filter(
    (other) => other === element || (trait(other) === wanted && !isInRoom(other) && !isInaccessible(other)),
  );
  return { role, name, ...(alike.length > 1 && { nth: Math.min(alike.indexOf(element), 10_000) }) };
}

/** Selects dialogs, modal or not. */
export const dialogs = '[role=dialog], [role=alertdialog]';

/** The dialogs of the page that are open now. */
export const openDialogs = (): Element[] =>
  [...document.querySelectorAll(dialogs)].filter((dialog) => !isInRoom(dialog));

/** Calls a listener after each change of the page's elements, such as a dialog that opens. Returns a function that ends it. */
export function onElementsChange(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/** The element that `nameOf` named; undefined if there is none now, or one of several is not said. */
function elementNamed({ role, name, nth }: ElementName): HTMLElement | undefined {
  const alike = [...document.querySelectorAll<HTMLElement>(interactive)].filter(
    (element) =>
      getRole(element) === role &&
      !isInRoom(element) &&
      spaced(computeAccessibleName(element)).slice(0, 500) === name &&
      !isInaccessible(element),
  );
  return nth === undefined && alike.length > 1 ? undefined : alike[nth ?? 0];
}

/** What a user reads at this element, on one line. */
export const textOf = (element: Element): string => spaced(element.textContent).slice(0, 300);

/** The headings that users perceive now, without those of the control room. */
export const headings = (): string[] =>
  [...document.querySelectorAll('h1, h2, h3')]
    .filter((heading) => !isInRoom(heading) && !isInaccessible(heading))
    .map((heading) => spaced(computeAccessibleName(heading)).slice(0, 500))
    .filter((text) => text !== '');

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
 * @param stopped ends the waiting: it resolves to undefined then
 * @throws Error with this message, after 15 seconds
 */
export async function waitFor<T>(read: () => T | undefined, message: string): Promise<T>;
export async function waitFor<T>(
  read: () => T | undefined,
  message: string,
  stopped: AbortSignal,
): Promise<T | undefined>;
export async function waitFor<T>(
  read: () => T | undefined,
  message: string,
  stopped?: AbortSignal,
): Promise<T | undefined> {
  let end = performance.now() + LIMIT;
  let nextRead = 0;
  const changes = new MutationObserver(() => {
    nextRead = 0;
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  try {
    while (!stopped?.aborted) {
      const now = performance.now();
      if (now >= nextRead) {
        nextRead = now + READ_EVERY;
        const found = read();
        if (found !== undefined) return found;
      }
      if (document.hidden) end = now + LIMIT;
      if (now > end) throw new Error(message);
      await pause(CHECK_EVERY);
    }
    return undefined;
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

const isInDialog = (element: Element) => element.closest(dialogs) !== null;

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
  const stopped = AbortSignal.any([acted.signal, unmounted]);
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, () => acted.abort(), { signal: acted.signal, capture: true });
  }
  try {
    for (const step of steps) {
      const missing = `This page has no ${step.role} “${step.name}” as in the report.`;
      const find = () => {
        const element = elementNamed(step);
        const hasOption = element && (step.do !== 'select' || optionCalled(element, step.value));
        return element && isReady(element) && hasOption ? element : undefined;
      };
      const element = await waitFor(find, missing, stopped);
      if (stopped.aborted || !element) return;
      await reopen(step, element, missing);
    }
  } finally {
    acted.abort();
  }
}
