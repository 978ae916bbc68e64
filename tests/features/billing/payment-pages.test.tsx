import { configure, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { nothingPending, toastText } from '@tests/support/outcomes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getApp } from '@/app/app';
import { readStored, writeStored } from '@/lib/storage';

const verifying = 'GET /payment/payment-success';
const server = startMockServer({ patients: 2 });
beforeEach(() => server.reset({ preset: 'demo' }));
afterEach(() => configure({ reactStrictMode: false }));

/** A checkout that the hosted page has left in this status. */
async function checkout(status: 'open' | 'paid') {
  const sessionId = 'cs_test_return_1';
  await server.db.insert('checkouts', {
    session_id: sessionId,
    clinic_id: 'C001',
    status,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  return sessionId;
}

const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text });
const verifications = () => server.log.list().filter(({ operation }) => operation === verifying);

describe('coming back with a stored card', () => {
  it('shows "Loading...", then that the card is saved, and leads to the dashboard', async () => {
    const sessionId = await checkout('paid');
    server.set(verifying, 'ok', { delay: 50, times: 1 });
    const { router } = renderApp(`/payment-success?session_id=${sessionId}`);
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(await heading('Payment method saved successfully!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(router.state.location.search).toBe(`?session_id=${sessionId}`);
    expect(toastText()).toEqual([]);
  });

  it.each([
    ['empty', 'clinicProfile', 'Sample Testing Lab', 'Add Patients'],
    ['demo', 'authenticate', 'Profile', 'Add Patients'],
  ] as const)(
    'opens the next step of a first day, with the data %s',
    async (preset, section, clinicTab, tab) => {
      await server.reset({ preset });
      const sessionId = await checkout('paid');
      await server.as('provider');
      writeStored('firstSteps', 'open');
      writeStored('activeOption', 'clinicProfile');
      const { user } = renderApp(`/payment-success?session_id=${sessionId}`);
      const link = await screen.findByRole('link', { name: 'Go to Dashboard' });
      await nothingPending(getApp().store);
      await user.click(link);
      expect(await screen.findByText(/^Hey, /)).toBeVisible();
      expect(readStored('activeOption')).toBe(section);
      expect(readStored('activeClinicTab')).toBe(clinicTab);
      expect(readStored('activePatientTab')).toBe(tab);
    },
  );

  it('opens the section of the last visit while a step of the first day is unknown', async () => {
    const sessionId = await checkout('paid');
    await server.as('provider');
    writeStored('firstSteps', 'open');
    writeStored('activeOption', 'booking');
    server.set('GET /clinic/fetch-labs', '500');
    const { user } = renderApp(`/payment-success?session_id=${sessionId}`);
    await user.click(await screen.findByRole('link', { name: 'Go to Dashboard' }));
    expect(await screen.findByText(/^Hey, /)).toBeVisible();
    expect(readStored('activeOption')).toBe('booking');
  });

  it('asks the server once, even where React mounts everything twice', async () => {
    configure({ reactStrictMode: true });
    renderApp(`/payment-success?session_id=${await checkout('paid')}`);
    expect(await heading('Payment method saved successfully!')).toBeVisible();
    expect(verifications()).toHaveLength(1);
  });

  it('verifies the first session of an address that names two, and only that', async () => {
    const sessionId = await checkout('paid');
    const { unmount } = renderApp(`/payment-success?session_id=${sessionId}&session_id=cs_test_other_2`);
    expect(await heading('Payment method saved successfully!')).toBeVisible();
    expect(verifications().map(({ request }) => request)).toEqual([{ query: { session_id: sessionId } }]);
    unmount();
    renderApp(`/payment-success?session_id=%3Cscript%3E&session_id=${sessionId}`);
    expect(await heading('Failed to process payment!')).toBeVisible();
    expect(verifications()).toHaveLength(1);
  });

  it('goes home with an error where the address names no session', async () => {
    const { router } = renderApp('/payment-success');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(toastText()).toEqual(['Missing session ID']));
    expect(verifications()).toEqual([]);
  });
});

describe('coming back without a card', () => {
  it('shows that the payment was cancelled and may be tried again, and leads to the dashboard', async () => {
    renderApp(`/payment-cancel?session_id=${await checkout('open')}`);
    expect(await heading('Payment Cancelled')).toBeVisible();
    expect(screen.getByText(/You may try again/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(toastText()).toEqual([]);
  });

  it('claims nothing about the card, not even after a paid checkout', async () => {
    renderApp(`/payment-cancel?session_id=${await checkout('paid')}`);
    expect(await screen.findByText(/^You may try again/)).toHaveTextContent(
      'You may try again whenever you like. The dashboard shows whether your card details are saved.',
    );
  });
});
