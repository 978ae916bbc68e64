import { act, screen, waitFor } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { toastText } from '@tests/support/outcomes';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/app/api';
import type { Store } from '@/app/store';
import { useBilling } from '@/features/billing/use-billing';
import { type HostedCheckout, HostedCheckoutError, hostedCheckout } from '@/lib/hosted-checkout';

const creating = 'POST /payment/create-checkout-session';
const server = startMockServer({ patients: 2 });
beforeEach(() => server.reset({ preset: 'demo' }));

function Entry() {
  const { label, busy, start } = useBilling();
  return (
    <button type="button" disabled={busy} onClick={start}>
      {label}
    </button>
  );
}

/** Renders the entry for the demo provider; `opened` collects the session ids that the browser was redirected to. */
async function showEntry({
  open,
  part = <Entry />,
}: {
  open?: HostedCheckout['open'];
  part?: ReactNode;
} = {}) {
  await server.as('provider');
  const opened: string[] = [];
  const collect: HostedCheckout['open'] = async (sessionId) => void opened.push(sessionId);
  vi.spyOn(hostedCheckout, 'open').mockImplementation(open ?? collect);
  return { ...renderPart(part), opened };
}

const cardStatus = (store: Store) => api.endpoints.checkPaymentDetails.select()(store.getState()).status;
const entry = (label: string) => screen.findByRole('button', { name: label });

describe('the billing entry', () => {
  it('is called "Edit Card Details" where a card is stored', async () => {
    await showEntry();
    expect(await entry('Edit Card Details')).toBeEnabled();
  });

  it('is called "Add Card Details" if there is none, and if that is unknown', async () => {
    await server.reset({ preset: 'new-clinic' });
    server.set('GET /payment/check-payment-details', '500');
    const { store } = await showEntry();
    await waitFor(() => expect(cardStatus(store)).toBe('rejected'));
    expect(await entry('Add Card Details')).toBeEnabled();
    expect(toastText()).toEqual([]);
  });

  it('follows a card that was stored in another tab', async () => {
    await server.reset({ preset: 'new-clinic' });
    await showEntry();
    expect(await entry('Add Card Details')).toBeEnabled();
    await server.db.insert('cards', {
      clinic_id: 'C001',
      session_id: 'cs_other_tab',
      stored_at: '2026-01-01T00:00:00.000Z',
    });
    const otherTab = new BroadcastChannel('kitwell:written');
    otherTab.postMessage(['PaymentDetails']);
    expect(await entry('Edit Card Details')).toBeEnabled();
    otherTab.close();
  });

  it('goes to the checkout of the session that the server made, once', async () => {
    const { user, opened } = await showEntry();
    await user.dblClick(await entry('Edit Card Details'));
    expect(await entry('Redirecting to Stripe...')).toBeDisabled();
    await waitFor(() => expect(opened).toHaveLength(1));
    const sessions = server.db.list('checkouts') as { session_id: string }[];
    expect(sessions.map(({ session_id }) => session_id)).toContain(opened[0]);
    expect(server.log.list().find(({ operation }) => operation === creating)?.request).toEqual({ body: {} });
    expect(await entry('Redirecting to Stripe...')).toBeDisabled();
  });

  it('is the same checkout wherever it is on the page: two presses make one session', async () => {
    const part = (
      <>
        <Entry />
        <Entry />
      </>
    );
    const { user, opened } = await showEntry({ part });
    const [first, second] = await screen.findAllByRole('button', { name: 'Edit Card Details' });
    if (first === undefined || second === undefined) throw new Error('There are not two entries.');
    await Promise.all([user.click(first), user.click(second)]);
    for (const each of await screen.findAllByRole('button', { name: 'Redirecting to Stripe...' }))
      expect(each).toBeDisabled();
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(server.log.list().filter(({ operation }) => operation === creating)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Edit Card Details' })).toBeNull();
  });

  it('shows why the checkout can not be opened', async () => {
    const { user } = await showEntry({
      open: () => Promise.reject(new HostedCheckoutError('Card billing is not configured.')),
    });
    await user.click(await entry('Edit Card Details'));
    await waitFor(() => expect(toastText()).toEqual(['Card billing is not configured.']));
    expect(await entry('Edit Card Details')).toBeEnabled();
  });

  it('is ready again when the provider comes back with the Back button', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, opened } = await showEntry();
    await user.click(await entry('Add Card Details'));
    await waitFor(() => expect(opened).toHaveLength(1));
    await server.db.insert('cards', {
      clinic_id: 'C001',
      session_id: opened[0],
      stored_at: '2026-01-01T00:00:00.000Z',
    });
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(await entry('Edit Card Details')).toBeEnabled();
  });
});
