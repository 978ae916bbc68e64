import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ExpectedMessage } from './rows';
import { readToasts } from './toasts';

export interface Expected {
  readonly expected: ExpectedMessage;
  readonly toasts: 'top-right' | 'top-center';
  readonly elements?: () => Element[];
  readonly others?: readonly string[];
}

/** The visible messages: in toasts and in the page. */
export interface VisibleMessages {
  readonly toasts: readonly { readonly position: string | null; readonly text: string | null }[];
  readonly inPage: readonly (string | null)[];
}

/** The messages that a row of the catalogue expects. */
export const messagesOf = ({ expected, toasts }: Pick<Expected, 'expected' | 'toasts'>): VisibleMessages => ({
  toasts: expected.toast === null ? [] : [{ position: toasts, text: expected.toast }],
  inPage: linesOf(expected),
});

const linesOf = ({ title, inPage }: ExpectedMessage): string[] =>
  [title, inPage].filter((line) => line !== undefined && line !== null);

/** Resolves with the visible messages once they match the row, or after 3 seconds. Whitespace is not collapsed. */
export async function readMessages({
  expected,
  toasts,
  elements = alerts,
  others = [],
}: Expected): Promise<VisibleMessages> {
  const read = (): VisibleMessages => ({
    toasts: readToasts().filter(({ text }) => !others.includes(text)),
    inPage: withoutAdditions(
      expected,
      elements().map((root) => textOf(root, expected.inPage)),
    ),
  });
  const matchesRow = () => expect(read()).toEqual(messagesOf({ expected, toasts }));
  await waitFor(matchesRow, { timeout: 3000 }).catch(() => undefined);
  return read();
}

/** If a row allows additional lines: only the expected lines, or all lines if they are missing. */
function withoutAdditions(expected: ExpectedMessage, lines: readonly (string | null)[]) {
  if (!expected.mayAddLines) return lines;
  const expectedLines = lines.filter((line) => line !== null && linesOf(expected).includes(line));
  return expected.inPage === null || expectedLines.length > 0 ? expectedLines : lines;
}

/** The page's own alerts; toasts are read separately. */
export const alerts = (): Element[] =>
  [...document.querySelectorAll('[role="alert"]')].filter(
    (alert) => alert.closest('.Toastify__toast') === null && alert.closest('[hidden]') === null,
  );

/** The wanted text if one element contains exactly that (it may be beside a Retry button), else the whole text. */
function textOf(root: Element, expectedText: string | null): string | null {
  const texts = [root, ...root.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    ownText(element),
  ]);
  return texts.find((text) => text === expectedText) ?? root.textContent;
}

/** An element's own text, without its buttons and links. */
const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim();
