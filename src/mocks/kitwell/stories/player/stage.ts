import { queryAllByRole } from '@testing-library/dom';
import { pageUrl } from '@/mocks/hosts/browser-data';
import type { Act, Subject } from '@/mocks/kitwell/stories/story';

/** Finds parts of the page as its users name them, and acts on them as its users do. */

/** Marks the player itself, which no story is about. */
export const playerMark = { 'data-story-player': '' } as const;

const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ');

/** Returns the first visible match; undefined if there is none now. */
export function findSubject({ role, name, text = '', within }: Subject): HTMLElement | undefined {
  const container = within === undefined ? document.body : findSubject(within);
  if (container === undefined) return undefined;
  return queryAllByRole(container, role, name === undefined ? {} : { name }).find(
    (element) =>
      textOf(element).includes(text) &&
      element.getClientRects().length > 0 &&
      element.closest('[data-story-player]') === null,
  );
}

/** The part that an act is done to. */
export function subjectOf(act: Act): Subject {
  if ('press' in act) return act.press;
  if ('type' in act) return act.into;
  return 'choose' in act ? act.from : act.by;
}

const isReady = (element: HTMLElement) =>
  !element.matches(':disabled, [aria-disabled=true], [aria-busy=true], [aria-busy=true] *');

const describeSubject = ({ role, name, text }: Subject, option?: string) =>
  `${role} “${name ?? text ?? ''}”${option === undefined ? '' : ` with “${option}”`}`;

/** Between two looks, in milliseconds. Timers also run in a tab in the background. */
const LOOK_EVERY = 50;
/** In milliseconds; no call of a story takes as long. A tab in the background renders nothing, so its time does not count. */
const LIMIT = 15_000;

/**
 * Waits until `read` returns something.
 *
 * @throws Error with this message, after 15 seconds
 */
async function waitFor<T>(read: () => T | undefined, message: string): Promise<T> {
  let end = performance.now() + LIMIT;
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    if (document.hidden) end = performance.now() + LIMIT;
    if (performance.now() > end) throw new Error(message);
    await pause(LOOK_EVERY);
  }
}

/**
 * Waits until a part of the page is there and can be used, with this option if it is a list that is still loading.
 * Rejects after 15 seconds, naming what is missing.
 */
export function waitForSubject(subject: Subject, option?: string): Promise<HTMLElement> {
  const read = () => {
    const element = findSubject(subject);
    const hasOption = option === undefined || (element && optionCalled(element, option));
    return element && isReady(element) && hasOption ? element : undefined;
  };
  return waitFor(read, `This page has no ${describeSubject(subject, option)}.`);
}

/** Waits until a part of the page is gone. Rejects after 15 seconds. */
export const waitUntilGone = (subject: Subject): Promise<true> =>
  waitFor(
    () => (findSubject(subject) === undefined ? true : undefined),
    `This page still has the ${describeSubject(subject)}.`,
  );

/** Waits for what an act needs, as `waitForSubject` does. */
export const waitForAct = (act: Act): Promise<HTMLElement> =>
  waitForSubject(subjectOf(act), 'choose' in act ? act.choose : undefined);

/** Moves the focus to a part of the page, also to one that does not take it by itself. */
export function focusOn(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus();
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sets the value as typing does: React ignores a value that is set on the element itself. */
function setValue(field: HTMLElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

const optionCalled = (list: HTMLElement, label: string): HTMLOptionElement | undefined =>
  [...list.querySelectorAll('option')].find((option) => textOf(option) === label);

/** Hands a file to the file input beside a button, because a page can't answer the browser's file dialog. */
async function upload(path: string, button: HTMLElement): Promise<void> {
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input beside the button.');
  const content = await (await fetch(pageUrl(path))).blob();
  const files = new DataTransfer();
  files.items.add(new File([content], path, { type: content.type }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Does what a user would do to this element. */
export async function perform(act: Act, element: HTMLElement): Promise<void> {
  if ('upload' in act) return upload(act.upload, element);
  element.focus({ preventScroll: true });
  if ('press' in act) element.click();
  else if ('type' in act) setValue(element, act.type);
  else setValue(element, optionCalled(element, act.choose)?.value ?? '');
}
