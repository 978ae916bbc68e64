import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { renderApp, renderPart } from '@tests/support/app';
import { holdAnswers } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { otherApp } from '@tests/support/other-app';
import { toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/features/api/api';
import { runOperation } from '@/features/api/operation-actor';
import { BookedAppointments } from '@/features/booking/booked-appointments';
import { clearStored, writeStored } from '@/lib/storage';

const fetchAppointments = 'GET /booking/fetch-appointments';
const authenticate = 'POST /patient/authenticate';
const failed = 'Failed to fetch appointments!';
const unanswered = 'An error occurred while fetching appointments. Please try again later!';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
  await server.as('provider');
});

/** Milliseconds instead of seconds. */
const quick = () => otherApp({ readRetries: { tries: 3, firstPause: 1 } });
/** Pauses longer than any test. */
const patient = () => otherApp({ readRetries: { tries: 3, firstPause: 600_000 } });

const timesAsked = (operation: string) =>
  server.log.list().filter((entry) => entry.operation === operation).length;

describe('a read that fails', () => {
  it.each(['500', 'network'])('is tried again after %s, without a message', async (branch) => {
    server.set(fetchAppointments, branch, { times: 3 });
    renderPart(<BookedAppointments />, quick());
    expect(await screen.findAllByRole('listitem')).toHaveLength(server.db.list('appointments').length);
    expect(timesAsked(fetchAppointments)).toBe(4);
    expect(toastText()).toEqual([]);
  });

  it.each([
    ['500', failed],
    ['network', unanswered],
  ])(
    'for good by %s is reported once, with the catalogue message, after the last try',
    async (branch, message) => {
      server.set(fetchAppointments, branch);
      renderPart(<BookedAppointments />, quick());
      await waitFor(() => expect(toastText()).toHaveLength(1));
      expect(toastText()[0]).toContain(message);
      expect(timesAsked(fetchAppointments)).toBe(4);
    },
  );

  it.each(['400', 'malformed', 'soft-fail'])(
    'by %s is reported at once, because a retry would not help',
    async (branch) => {
      server.set(fetchAppointments, branch);
      renderPart(<BookedAppointments />, patient());
      await waitFor(() => expect(toastText()).toHaveLength(1));
      expect(timesAsked(fetchAppointments)).toBe(1);
    },
  );

  it('is abandoned without a message once its user is logged out', async () => {
    server.set(fetchAppointments, '500', { times: 1 });
    const { store } = renderPart(<BookedAppointments />, patient());
    await waitFor(() => expect(timesAsked(fetchAppointments)).toBe(1));
    const ended = Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    cleanup();
    store.dispatch(api.util.resetApiState());
    await ended;
    expect(timesAsked(fetchAppointments)).toBe(1);
    expect(toastText()).toEqual([]);
  });

  it.each([1, 2])('is not tried again for a screen that left during try %i', async (lastTry) => {
    const branches = Array.from({ length: lastTry }, () => '500');
    const answers = holdAnswers(
      server,
      { name: 'fetchAppointments', operation: fetchAppointments },
      branches,
    );
    const { unmount, store } = renderPart(<BookedAppointments />, quick());
    const subscribers = () =>
      Object.values(store.getState().api.subscriptions).flatMap((held) => Object.keys(held ?? {}));
    await waitFor(() => expect(subscribers()).not.toEqual([]));
    for (let tried = 1; tried < lastTry; tried += 1) await answers.letThrough();
    await answers.decided();
    const ended = Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    unmount();
    await waitFor(() => expect(subscribers()).toEqual([]));
    answers.letAllThrough();
    await ended;
    expect(timesAsked(fetchAppointments)).toBe(lastTry);
  });
});

it('a read that is in flight while a user signs in is repeated, and gets an answer', async () => {
  const { store } = quick();
  const read = runOperation(store, 'verifyUser', undefined);
  store.dispatch(api.util.resetApiState());
  expect(await read).toMatchObject({ user_name: expect.any(String) });
});

it('a read of an account is not asked again under another one', async () => {
  const { store } = quick();
  const read = runOperation(store, 'fetchPatients', undefined);
  await server.as('patient');
  store.dispatch(api.util.resetApiState());
  await expect(read).rejects.toMatchObject({ operation: 'fetchPatients', kind: 'no-response' });
});

it('a call that ends in a bug of our code rejects with it, rather than with an outcome that may be unknown', async () => {
  vi.mocked(console.error).mockReturnValueOnce();
  // A lone surrogate can't be part of an address.
  const write = runOperation(quick().store, 'resetPassword', {
    path: { token: '\ud800' },
    body: { password: 'New1!' },
  });
  await expect(write).rejects.toMatchObject({ name: 'URIError' });
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

it.each(['500', 'network'])('a write is never repeated by itself: %s', async (branch) => {
  server.set(authenticate, branch);
  const write = runOperation(quick().store, 'authenticatePatients', {
    body: { patientIds: ['P1'], authorized: 1 },
  });
  await expect(write).rejects.toMatchObject({ operation: 'authenticatePatients' });
  expect(timesAsked(authenticate)).toBe(1);
});

it('without a connection nothing is tried in vain, and what is missing loads once it is back', async () => {
  const fetchProducts = 'GET /shopify/fetch-products';
  const online = vi.spyOn(navigator, 'onLine', 'get');
  writeStored('activeOption', 'kitsInfo');
  server.set(fetchProducts, 'network');
  renderApp('/dashboard');
  expect(await screen.findByText('We couldn’t load the kits.')).toBeVisible();
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/^You’re offline\./)).toBeVisible();
  server.clear(fetchProducts);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText('We couldn’t load the kits.')).toBeNull());
  expect(screen.queryByText(/^You’re offline\./)).toBeNull();
});
