import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { fillIn, retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored, readStored } from '@/lib/storage';
import { choose, openOrders, orderableOf, place } from './support';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const call = { name: 'requestAddressConfirmation', operation: placing } as const;
const paused = 'Ordering kits is paused. 1 patient still waiting.';

const server = startMockServer();
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 12 });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The product, with what a user does around the orders. */
function openApp() {
  const { user, router, unmount } = renderApp('/login');
  const fillLogin = async (password: string) => {
    await retype(user, await screen.findByLabelText('Email'), 'provider@kitwell.test');
    await retype(user, screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Log In' }));
  };
  const isAt = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  const openOrderSection = async () => {
    await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
    await screen.findByLabelText(`Select ${robin}`);
  };
  return {
    user,
    router,
    unmount,
    fillLogin,
    isAt,
    openOrderSection,
    /** Mistypes the password on the login page, with the session still there. */
    async failToLogIn() {
      await act(() => router.navigate('/login'));
      await fillLogin('Wrong1!pass');
      await screen.findByText('Invalid email or password');
    },
    async logIn() {
      await fillLogin('Provider1!');
      await isAt('/dashboard');
      await screen.findByRole('heading', { level: 1, name: 'Patients' });
    },
    /** Orders for three patients: the first was asked, the second was denied, the third waits. */
    async endSessionWhileOrdering() {
      const patients = orderableOf(server);
      const answers = pauseResponses(server, call, []);
      await openOrderSection();
      await place(user, await openOrders(user, patients));
      await answers.decided();
      await server.db.remove('sessions', readStored('token') ?? '');
      answers.releaseAll();
      await isAt('/login');
      return patients;
    },
    /** Orders for one patient in the Order Kit dialog. */
    async orderFor(name: string) {
      await user.click(await screen.findByRole('button', { name: `Order kit for ${name}` }));
      const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
      await choose(user, dialog);
      await user.click(screen.getByRole('button', { name: 'Place Order' }));
      await user.click(await screen.findByRole('button', { name: 'I agree' }));
      return dialog;
    },
  };
}

describe('orders that were not finished when the session ended', () => {
  it('are announced on the login page and after the login, and the message leads to them', async () => {
    const app = openApp();
    await app.logIn();
    await app.endSessionWhileOrdering();
    expect(
      await screen.findByText(
        'Log in with the same account within 15 minutes to restore unfinished orders for 2 patients. Don’t reload this page.',
      ),
    ).toBeVisible();
    await app.logIn();
    await expectToast('You have unfinished orders for 2 patients.');
    await app.user.click(screen.getByRole('button', { name: 'Show orders' }));
    expect(await screen.findByText(paused)).toBeVisible();
  });

  it('are never given to another account', async () => {
    const app = openApp();
    await app.logIn();
    await app.endSessionWhileOrdering();
    await fillIn(document.body, { Email: 'patient@kitwell.test', Password: 'Patient1!' });
    await app.user.click(screen.getByRole('button', { name: 'Log In' }));
    await app.isAt('/dashboard');
    await app.user.click(await screen.findByRole('button', { name: /^Hey, / }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await app.isAt('/login');
    await app.logIn();
    await app.openOrderSection();
    expect(screen.queryByText(paused)).toBeNull();
  });
});

it('an order that was being sent when a login began may have been placed', async () => {
  const app = openApp();
  await app.logIn();
  await app.openOrderSection();
  const [first, second] = orderableOf(server);
  const answers = pauseResponses(server, call, []);
  await app.orderFor(first.patient_name);
  await answers.decided();
  await app.failToLogIn();
  answers.releaseAll();
  await act(() => app.router.navigate('/dashboard'));
  await app.openOrderSection();
  const dialog = await openOrders(app.user, [first, second]);
  expect(
    within(dialog).getByText(
      /^We didn’t get a response to an earlier order, which may have been placed \(1\)/,
    ),
  ).toHaveTextContent(first.patient_name);
  expect(callsTo(server, placing)).toHaveLength(1);
});
