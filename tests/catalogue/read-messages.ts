import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ExpectedMessage } from './rows';
import { shownToasts } from './toasts';

export interface Expected {
  readonly told: ExpectedMessage;
  readonly toasts: 'top-right' | 'top-center';
  readonly places?: () => Element[];
  readonly others?: readonly string[];
}

/** What a user can read: in toasts, and where it stands in the page. */
export interface Words {
  readonly toasts: readonly { readonly position: string | null; readonly words: string | null }[];
  readonly inPlace: readonly (string | null)[];
}

/** The words that a row of the catalogue promises. */
export const promised = ({ told, toasts }: Pick<Expected, 'told' | 'toasts'>): Words => ({
  // The newest is first.
  toasts: [told.foundDone, told.toast].flatMap((words) =>
    words === undefined || words === null ? [] : [{ position: toasts, words }],
  ),
  inPlace: told.inPlace === null ? [] : [told.inPlace],
});

/** What the user reads once it is what the row promises, or after 3 seconds; no space is collapsed. */
export async function readMessages({ told, toasts, places = alerts, others = [] }: Expected): Promise<Words> {
  const read = (): Words => ({
    toasts: shownToasts().filter(({ words }) => !others.includes(words)),
    inPlace: withoutAdditions(
      told,
      places().map((place) => wordsOf(place, told.inPlace)),
    ),
  });
  const isShown = () => expect(read()).toEqual(promised({ told, toasts }));
  await waitFor(isShown, { timeout: 3000 }).catch(() => undefined);
  return read();
}

/** The wanted line alone where a row allows further ones; all lines where the wanted one is missing. */
function withoutAdditions({ inPlace, mayAddLines }: ExpectedMessage, lines: readonly (string | null)[]) {
  if (!mayAddLines) return lines;
  const wanted = lines.filter((line) => line === inPlace);
  return inPlace === null || wanted.length > 0 ? wanted : lines;
}

/** The page's own alerts; toasts are looked at for themselves. */
const alerts = (): Element[] =>
  [...document.querySelectorAll('[role="alert"]')].filter(
    (alert) => alert.closest('.Toastify__toast') === null && alert.closest('[hidden]') === null,
  );

/** The wanted words where one element of the place says exactly them (a Retry button may stand beside), else all words. */
function wordsOf(place: Element, wanted: string | null): string | null {
  const texts = [place, ...place.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    ownText(element),
  ]);
  return texts.find((text) => text === wanted) ?? place.textContent;
}

/** The text that stands directly in an element, without its buttons and links. */
const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim();
