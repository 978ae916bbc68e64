import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, expect, it } from 'vitest';
import { clearStored, readStored } from '@/lib/storage';
import { choose, openOrders, orderableOf, place } from './support';

const placing = 'POST /alert/request-address-confirmation-single-patient';
const call = { name: 'requestAddressConfirmation', operation: placing } as const;

const server = startMockServer();
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 12 });
});

/** The product, with what a user does around the orders. */
function openApp() {
  const { user, router } = renderApp('/login');
  const fillLogin = async (password: string) => {
    await retype(user, await screen.findByLabelText('Email'), 'provider@kitwell.test');
    await retype(user, screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Log In' }));
  };
  const isAt = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  return {
    user,
    router,
    fillLogin,
    isAt,
    async logIn() {
      await fillLogin('Provider1!');
      await isAt('/dashboard');
      await screen.findByRole('heading', { level: 1, name: 'Patients' });
    },
    async openOrderSection() {
      await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
      await screen.findByLabelText(`Select ${robin}`);
    },
  };
}

it('orders that were not finished when the session ended are announced on the login page and after the login, and the message leads to them', async () => {
  const { user, isAt, logIn, openOrderSection } = openApp();
  await logIn();
  await openOrderSection();
  const answers = pauseResponses(server, call, []);
  await place(user, await openOrders(user, orderableOf(server)));
  await answers.decided();
  // The first order is placed, the second is denied, the third waits.
  await server.db.remove('sessions', readStored('token') ?? '');
  answers.releaseAll();
  await isAt('/login');
  expect(
    await screen.findByText(
      'Log in with the same account within 15 minutes to restore unfinished orders for 2 patients. Don’t reload this page.',
    ),
  ).toBeVisible();
  await logIn();
  await expectToast('You have unfinished orders for 2 patients.');
  await user.click(screen.getByRole('button', { name: 'Show orders' }));
  expect(await screen.findByText('Ordering kits is paused. 1 patient still waiting.')).toBeVisible();
});

it('an order that was being sent when a login began may have been placed', async () => {
  const { user, router, logIn, fillLogin, openOrderSection } = openApp();
  await logIn();
  await openOrderSection();
  const [first, second] = orderableOf(server);
  const answers = pauseResponses(server, call, []);
  await user.click(await screen.findByRole('button', { name: `Order kit for ${first.patient_name}` }));
  await choose(user, await screen.findByRole('dialog', { name: 'Order Kit' }));
  await user.click(screen.getByRole('button', { name: 'Place Order' }));
  await user.click(await screen.findByRole('button', { name: 'I agree' }));
  await answers.decided();
  await act(() => router.navigate('/login'));
  await fillLogin('Wrong1!pass');
  await screen.findByText('Invalid email or password');
  answers.releaseAll();
  await act(() => router.navigate('/dashboard'));
  await openOrderSection();
  const dialog = await openOrders(user, [first, second]);
  expect(
    within(dialog).getByText(
      /^We didn’t get a response to an earlier order, which may have been placed \(1\)/,
    ),
  ).toHaveTextContent(first.patient_name);
  expect(callsTo(server, placing)).toHaveLength(1);
});
