import { waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Store } from '@/app/store';
import type { MockServer } from '@/mocks/node';

/** Waits until nothing is being fetched, so that no response arrives after the test. */
export const nothingPending = (store: Store) =>
  waitFor(() => {
    const { queries, mutations } = store.getState().api;
    const calls = [...Object.values(queries), ...Object.values(mutations)];
    expect(calls.filter((call) => call?.status === 'pending')).toEqual([]);
  });

/** The calls of one operation in the server's log. */
export const callsTo = (server: MockServer, operation: string) =>
  server.log.list().filter((entry) => entry.operation === operation);

/** Waits for a toast with exactly this text. */
export async function expectToast(message: string) {
  await waitFor(() => expect(toastText()).toContain(message));
}

/** The message of a toast, without the label of its action. */
export function messageOfToast(toast: HTMLElement) {
  const copy = toast.cloneNode(true) as HTMLElement;
  for (const button of copy.querySelectorAll('button')) button.remove();
  return copy.textContent;
}

/** The message of every toast on screen. One that is closing no longer counts: jsdom does not end its animation. */
export const toastText = () =>
  [...document.querySelectorAll<HTMLElement>('.Toastify__toast:not([data-in="false"])')].map(messageOfToast);

/** The text of an alert or notice: all of it, and each line, because a second line may explain the outcome. */
const linesOf = (notice: HTMLElement): (string | null)[] => [
  notice.textContent,
  ...[...notice.querySelectorAll('p')].map((line) => line.textContent),
];

/** Waits for a form's error summary, and until it has the focus. */
export async function focusedErrorSummary(form: HTMLElement): Promise<HTMLElement> {
  const summary = await within(form).findByRole('region', { name: 'There is a problem' });
  await waitFor(() => expect(summary).toHaveFocus());
  return summary;
}

/** The texts of the links in an error summary, in order. */
export const linksIn = (summary: HTMLElement) =>
  within(summary)
    .getAllByRole('link')
    .map((link) => link.textContent);

/** Waits for an alert with exactly this text inside the given element. */
export async function expectInPage(place: HTMLElement, message: string) {
  await waitFor(() => expect(within(place).queryAllByRole('alert').flatMap(linesOf)).toContain(message));
}
