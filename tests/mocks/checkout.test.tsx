import { openData } from '@kitwell/mock-engine/hosts/mock-backend';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CheckoutOutcome,
  CheckoutPage,
  findCheckout,
  returnPath,
  settleCheckout,
} from '@/mocks/kitwell/checkout-page';
import { kitwell } from '@/mocks/kitwell/kitwell';

const world = { now: () => new Date('2026-03-02T09:00:00Z'), appUrl: 'http://app.test' };
const session_id = 'cs_test_1234567';
let db = openData(kitwell, { world, choice: { preset: 'new-clinic', seed: 1 } });

beforeEach(async () => {
  db = openData(kitwell, { world, choice: { preset: 'new-clinic', seed: 1 } });
  await db.insert('checkouts', {
    session_id,
    clinic_id: 'C001',
    status: 'open',
    created_at: '2026-03-02T15:30:00Z',
  });
});

const statusNow = () => db.list('checkouts').map((row) => ('status' in row ? row.status : undefined));

async function open(id = session_id) {
  const left = vi.fn<(path: string) => void>();
  const settle = async (outcome: CheckoutOutcome) => {
    await settleCheckout(db, id, outcome);
    const path = returnPath(id, outcome);
    if (path !== null) left(path);
  };
  const session = await findCheckout(db, id);
  render(<CheckoutPage session={session} settle={settle} dashboardUrl="/dashboard" />);
  return left;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the hosted checkout of the mock', () => {
  it('shows whose card it is, and has no card fields', async () => {
    await open();
    expect(await screen.findByText('Harbor Street Clinic')).toBeVisible();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
  });

  it('marks the session paid and returns to the success page', async () => {
    const left = await open();
    await press('Pay with the test card');
    await vi.waitFor(() =>
      expect(left).toHaveBeenCalledExactlyOnceWith(`payment-success?session_id=${session_id}`),
    );
    expect(statusNow()).toEqual(['paid']);
  });

  it('stays after a decline, shows it, and lets the user try again', async () => {
    const left = await open();
    await press('Pay with a card that is declined');
    expect(await screen.findByRole('alert')).toHaveTextContent('declined');
    expect(left).not.toHaveBeenCalled();
    expect(statusNow()).toEqual(['declined']);
    await press('Pay with the test card');
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(statusNow()).toEqual(['paid']);
  });

  it('says that the outcome was not stored, and lets the user try again', async () => {
    vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('503'));
    const left = await open();
    await press('Cancel');
    expect(await screen.findByRole('alert')).toHaveTextContent('did not answer');
    await press('Pay with the test card');
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  it('returns to the cancel page, where nothing is paid', async () => {
    const left = await open();
    await press('Cancel');
    await vi.waitFor(() =>
      expect(left).toHaveBeenCalledExactlyOnceWith(`payment-cancel?session_id=${session_id}`),
    );
    expect(statusNow()).toEqual(['cancelled']);
  });

  it('shows that a session does not exist, with a link back', async () => {
    await open('cs_test_unknown');
    expect(await screen.findByRole('alert')).toHaveTextContent('does not exist');
    expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });
});
