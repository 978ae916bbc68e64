import { screen, waitFor, within } from '@testing-library/react';
import { openOrders, orderableOf, place } from '@tests/features/orders/support';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { pauseResponses } from '@tests/support/pause-responses';
import { inServerTime } from '@tests/support/server-time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const minute = 60_000;
const server = startMockServer({ patients: 3 });

beforeEach(async () => {
  clearStored();
  // A fixed clock, advanced only by the test.
  await server.reset({ preset: 'demo', start: '2026-03-02T12:00:00Z' });
});
inServerTime(server);

async function openDashboard() {
  await server.as('provider');
  const app = renderApp('/dashboard');
  await screen.findByRole('button', { name: /^Hey, / });
  return app;
}

const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
const loginPage = () => screen.findByRole('heading', { name: 'Log In' });

describe('an idle session, by the clock of the demo', () => {
  it('is warned about with the time that is left, and ends when that has passed', async () => {
    await openDashboard();
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
    await server.clock.advance(minute);
    const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
    expect(within(dialog).getByText(/we’ll log you out when this time is up/)).toBeVisible();
    expect(within(dialog).getByRole('timer')).toHaveTextContent('30 seconds');
    await server.clock.advance(minute);
    await loginPage();
    expect(screen.getByText('We logged you out after 15 minutes of inactivity.')).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('shows one number, which counts down and is not announced each time', async () => {
    await openDashboard();
    await server.clock.advance(15.5 * minute);
    const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
    await server.clock.advance(20_000);
    await waitFor(() => expect(within(dialog).getByRole('timer')).toHaveTextContent('10 seconds'));
    expect(dialog.textContent.match(/\d+/g)).toEqual(['10']);
    expect(within(dialog).getByRole('timer')).toHaveAttribute('aria-live', 'off');
    await server.clock.advance(9_000);
    await waitFor(() => expect(within(dialog).getByRole('timer')).toHaveTextContent('1 second'));
  });

  it('is warned about while a dialog is open, which keeps its input, starts again after the user answers, and ends', async () => {
    const { user } = await openDashboard();
    await user.click(await screen.findByRole('button', { name: /^Address, row 1:/ }));
    await user.type(await screen.findByLabelText('Street'), '1 Main St');
    await server.clock.advance(15.5 * minute);
    const stayButton = await screen.findByRole('button', { name: 'Stay logged in' });
    await waitFor(() => expect(stayButton).toHaveFocus());
    await user.keyboard('{Enter}');
    // The dialog's closing animation takes a moment.
    await waitFor(() => expect(warning()).toBeNull());
    expect(screen.getByLabelText('Street')).toHaveValue('1 Main St');
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
    await server.clock.advance(2 * minute);
    await loginPage();
    expect(screen.queryByLabelText('Street')).toBeNull();
  });

  it('asks about unsaved work before Logout, and goes on if that is cancelled', async () => {
    const { user } = await openDashboard();
    await user.type(await screen.findByLabelText('Name, row 1'), 'Ada Byron');
    await server.clock.advance(15.5 * minute);
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log out without saving?' });
    await waitFor(() => expect(warning()).toBeNull());
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
    expect(await screen.findByLabelText('Name, row 1')).toHaveValue('Ada Byron');
  });
});

describe('orders for many patients', () => {
  const ordering = { name: 'requestAddressConfirmation', operation: placing } as const;
  afterEach(() => vi.restoreAllMocks());

  it('keep the session while they are sent, and not while they are paused', async () => {
    await server.reset({ preset: 'demo', patients: 12, start: '2026-03-02T12:00:00Z' });
    const patients = orderableOf(server);
    const answers = pauseResponses(server, ordering, []);
    await server.as('provider');
    writeStored('activeOption', 'authenticate');
    const { user } = renderApp('/dashboard');
    const dialog = await openOrders(user, patients);
    await place(user, dialog);
    await answers.decided();
    await server.clock.advance(10 * minute);
    await answers.releaseNext();
    await answers.decided();
    await server.clock.advance(10 * minute);
    expect(warning()).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    answers.releaseAll();
    await within(dialog).findByText('Paused. 1 patient still waiting.');
    await server.clock.advance(14.5 * minute);
    expect(warning()).toBeNull();
    await server.clock.advance(minute);
    expect(await screen.findByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  });
});

describe('a page out of the memory of the browser', () => {
  it('shows nothing of a session that ended meanwhile', async () => {
    await openDashboard();
    // Another tab logs out; a page in the back/forward cache gets no event.
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await loginPage();
    expect(document.body).not.toHaveTextContent('Harbor Street Clinic');
  });
});
