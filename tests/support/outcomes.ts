import { waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Store } from '@/features/api/store';
import type { MockServer } from '@/mocks/node';

/** Waits until nothing is being fetched, so that no answer arrives after its test. */
export const nothingPending = (store: Store) =>
  waitFor(() => {
    const { queries, mutations } = store.getState().api;
    const calls = [...Object.values(queries), ...Object.values(mutations)];
    expect(calls.filter((call) => call?.status === 'pending')).toEqual([]);
  });

/** The calls of one operation, as the server saw them. */
export const callsTo = (server: MockServer, operation: string) =>
  server.log.list().filter((entry) => entry.operation === operation);

/** Waits for a toast with exactly these words. */
export async function expectToast(words: string) {
  await waitFor(() => expect(toastText()).toContain(words));
}

/** The words of every toast on screen. */
export const toastText = () =>
  [...document.querySelectorAll<HTMLElement>('.Toastify__toast')].map((toast) => toast.textContent);

/** What an alert or notice says: all of it, and its first line, below which another one may say what may have happened. */
export const linesOf = (notice: HTMLElement): (string | null)[] => [
  notice.textContent,
  ...[...notice.querySelectorAll('p')].map((line) => line.textContent),
];

/** Waits for an error in place, inside the given element, with exactly these words. */
export async function expectInPage(place: HTMLElement, words: string) {
  await waitFor(() => expect(within(place).queryAllByRole('alert').flatMap(linesOf)).toContain(words));
}
