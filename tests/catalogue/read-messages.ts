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

/** The visible messages: in toasts and in the page. */
export interface Words {
  readonly toasts: readonly { readonly position: string | null; readonly words: string | null }[];
  readonly inPlace: readonly (string | null)[];
}

/** The messages that a row of the catalogue expects. */
export const promised = ({ told, toasts }: Pick<Expected, 'told' | 'toasts'>): Words => ({
  // Newest first.
  toasts: [told.foundDone, told.toast].flatMap((words) =>
    words === undefined || words === null ? [] : [{ position: toasts, words }],
  ),
  inPlace: told.inPlace === null ? [] : [told.inPlace],
});

/** Resolves with the visible messages once they match the row, or after 3 seconds. Whitespace is not collapsed. */
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

/** If a row allows additional lines: only the wanted line, or all lines if it is missing. */
function withoutAdditions({ inPlace, mayAddLines }: ExpectedMessage, lines: readonly (string | null)[]) {
  if (!mayAddLines) return lines;
  const wanted = lines.filter((line) => line === inPlace);
  return inPlace === null || wanted.length > 0 ? wanted : lines;
}

/** The page's own alerts; toasts are read separately. */
const alerts = (): Element[] =>
  [...document.querySelectorAll('[role="alert"]')].filter(
    (alert) => alert.closest('.Toastify__toast') === null && alert.closest('[hidden]') === null,
  );

/** The wanted text if one element contains exactly that (it may be beside a Retry button), else the whole text. */
function wordsOf(place: Element, wanted: string | null): string | null {
  const texts = [place, ...place.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    ownText(element),
  ]);
  return texts.find((text) => text === wanted) ?? place.textContent;
}

/** An element's own text, without its buttons and links. */
const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim();
