import { queryAllByRole } from '@testing-library/dom';
import { pageUrl } from '@/mocks/hosts/browser-data';
import type { Act, Subject } from '@/mocks/kitwell/stories/story';
import { choose, isReady, optionCalled, press, setValue, waitFor } from '@/mocks/panel/page/page-actions';

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

const describeSubject = ({ role, name, text }: Subject, option?: string) =>
  `${role} “${name ?? text ?? ''}”${option === undefined ? '' : ` with “${option}”`}`;

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
  if ('press' in act) return press(element);
  element.focus({ preventScroll: true });
  if ('type' in act) setValue(element, act.type);
  else choose(element, act.choose);
}
