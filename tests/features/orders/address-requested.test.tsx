import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast } from '@tests/support/outcomes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setAppClock } from '@/lib/clock';
import { clearStored, writeStored } from '@/lib/storage';
import { openSection, patientWho, place, sectionAtRest } from './support';

const minute = 60_000;
const server = startMockServer();

let now = Date.parse('2026-03-02T12:00:00Z');
const listeners = new Set<() => void>();

beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 4 });
  setAppClock({
    now: () => now,
    calendarNow: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
});
afterEach(async () => {
  await sectionAtRest();
  setAppClock(null);
});

const advance = (by: number) =>
  act(() => {
    now += by;
    for (const listener of [...listeners]) listener();
  });

const rowOf = async (name: string) => (await screen.findByLabelText(`Select ${name}`)).closest('tr');

async function order(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: `Order kit for ${name}` }));
  await place(user, await screen.findByRole('dialog', { name: 'Order Kit' }));
  await expectToast(`We emailed ${name} to confirm the delivery address.`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('after an order', () => {
  it('the row of the patient shows it, with a time that goes on, and no other row does', async () => {
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    const { user } = await openSection(server);
    expect(await rowOf(name)).not.toHaveTextContent('Address confirmation requested');
    await order(user, name);
    const row = await rowOf(name);
    expect(row).toHaveTextContent('AuthorizedAsked just nowAddress confirmation requested, just now');
    advance(minute);
    expect(row).toHaveTextContent('Asked 1 min agoAddress confirmation requested, 1 minute ago');
    advance(4 * minute);
    expect(row).toHaveTextContent('Address confirmation requested, 5 minutes ago');
    for (let tens = 0; tens < 6; tens += 1) {
      // Otherwise the session would go idle.
      fireEvent.pointerMove(document.body);
      advance(10 * minute);
    }
    expect(row).toHaveTextContent('Asked 1 h agoAddress confirmation requested, 1 hour ago');
    expect(screen.getAllByText(/^Address confirmation requested/)).toHaveLength(1);
  });

  it('the Order Kit dialog shows it when it is opened again', async () => {
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    const { user } = await openSection(server);
    await order(user, name);
    await user.click(screen.getByRole('button', { name: `Order kit for ${name}` }));
    const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
    expect(within(dialog).getByText('Address confirmation requested, just now')).toBeVisible();
  });

  it('it lasts over another section, and is gone after logging out', async () => {
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    await server.as('provider');
    writeStored('activeOption', 'authenticate');
    const { user } = renderApp('/dashboard');
    await order(user, name);
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await screen.findByRole('heading', { level: 1, name: 'Patients' });
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    expect(await rowOf(name)).toHaveTextContent('Address confirmation requested, just now');
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await fillIn(document.body, { Email: 'provider@kitwell.test', Password: 'Provider1!' });
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
    expect(await rowOf(name)).not.toHaveTextContent('Address confirmation requested');
  });
});
