import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { renderApp, renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { otherApp } from '@tests/support/other-app';
import { toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/app/api';
import { BookedAppointments } from '@/features/booking/booked-appointments';
import { clearStored, writeStored } from '@/lib/storage';
import { DashboardPage } from '@/pages/dashboard/dashboard.page';

const fetchAppointments = 'GET /booking/fetch-appointments';

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

const callsOf = (operation: string) =>
  server.log.list().filter((entry) => entry.operation === operation).length;

describe('a read that fails', () => {
  it('is tried again without a message', async () => {
    server.set(fetchAppointments, 'network', { times: 3 });
    renderPart(<BookedAppointments />, quick());
    expect(await screen.findAllByRole('listitem')).toHaveLength(server.db.list('appointments').length);
    expect(callsOf(fetchAppointments)).toBe(4);
    expect(toastText()).toEqual([]);
  });

  it('says so where the user is checked', async () => {
    server.set('GET /auth/verify-user', '500', { times: 1 });
    renderPart(<DashboardPage />, patient());
    expect(await screen.findByText('That didn’t work, trying again.')).toBeVisible();
    expect(screen.getByText('Loading...')).toBeVisible();
  });

  it('for good is reported once, after the last try', async () => {
    server.set(fetchAppointments, '500');
    renderPart(<BookedAppointments />, quick());
    await waitFor(() => expect(toastText()).toEqual(['Failed to fetch appointments!']));
    expect(callsOf(fetchAppointments)).toBe(4);
  });

  it('is abandoned without a message once its user is logged out', async () => {
    server.set(fetchAppointments, '500', { times: 1 });
    const { store } = renderPart(<BookedAppointments />, patient());
    await waitFor(() => expect(callsOf(fetchAppointments)).toBe(1));
    const ended = Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    cleanup();
    store.dispatch(api.util.resetApiState());
    await ended;
    expect(callsOf(fetchAppointments)).toBe(1);
    expect(toastText()).toEqual([]);
  });
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
