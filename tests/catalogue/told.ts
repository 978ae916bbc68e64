import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Told } from './rows';
import { shownToasts } from './toasts';

export interface Expected {
  readonly told: Told;
  readonly toasts: 'top-right' | 'top-center';
  readonly places?: () => Element[];
  readonly others?: readonly string[];
}

/** Compares without collapsing any space; one wrong row does not hide those after it. */
export async function expectTold(row: string, { told, toasts, places = alerts, others = [] }: Expected) {
  const popsUp = () => shownToasts().filter(({ words }) => !others.includes(words));
  const stands = () => places().map((place) => wordsOf(place, told.inPlace));
  const wantedToasts = told.toast === null ? [] : [{ position: toasts, words: told.toast }];
  const wantedPlaces = told.inPlace === null ? [] : [told.inPlace];
  const isTold = () => {
    expect(popsUp(), `${row}: toast`).toEqual(wantedToasts);
    expect(stands(), `${row}: in place`).toEqual(wantedPlaces);
  };
  await waitFor(isTold, { timeout: 3000 }).catch(() => undefined);
  expect.soft(popsUp(), `${row}: toast`).toEqual(wantedToasts);
  expect.soft(stands(), `${row}: in place`).toEqual(wantedPlaces);
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
