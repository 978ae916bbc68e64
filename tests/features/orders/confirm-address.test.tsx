import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const confirming = 'POST /order/confirm-address-order-kit';
const server = startMockServer({ patients: 4 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  inAnotherBrowser();
});
afterEach(() => vi.restoreAllMocks());

/** What this browser remembers of links is not known there. */
const inAnotherBrowser = () => localStorage.removeItem('confirmedLinks');

/** The token of a confirmation mail to a patient of the demo clinic. */
function tokenFromMail(): string {
  const [mail] = server.mail.list().filter(({ kind }) => kind === 'confirm-address');
  const token = mail?.link?.split('/').at(-1);
  if (token === undefined) throw new Error('The demo data has no confirmation to open.');
  return token;
}

async function openPage(token = tokenFromMail()) {
  const view = renderApp(`/confirm-address/${token}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm Your Address' })).toBeVisible();
  return view;
}

async function ask(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Confirm Address' }));
  return screen.findByRole('alertdialog', { name: 'Confirm Action' });
}

async function confirm(user: UserEvent) {
  await user.click(within(await ask(user)).getByRole('button', { name: 'Confirm' }));
}

/** The texts of all live regions. */
const announced = () =>
  screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .join();

describe('confirming the address', () => {
  it('asks first, and cancelling sends nothing', async () => {
    const { user } = await openPage();
    const dialog = await ask(user);
    expect(dialog).toHaveTextContent('Are you sure you?');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Confirm Address' })).toBeVisible();
    expect(callsTo(server, confirming)).toEqual([]);
  });

  it('explains what to do about a wrong address, and sends nothing', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: 'This is wrong' }));
    expect(
      screen.getByText(/^Don’t confirm it\. Contact the clinic that ordered the kit for you/),
    ).toBeVisible();
    expect(callsTo(server, confirming)).toEqual([]);
  });

  it('creates the order and shows that the page can be closed', async () => {
    const before = server.db.list('orders').length;
    const { user } = await openPage();
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'Address Confirmed' })).toBeVisible();
    expect(screen.getByText(/You can close this page/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/patient-signup');
    await expectToast('Address confirmed successfully! Your order is being processed.');
    expect(server.db.list('orders')).toHaveLength(before + 1);
  });

  it('says that a link was used already, which in another browser the server does', async () => {
    const token = tokenFromMail();
    const first = await openPage(token);
    await confirm(first.user);
    await screen.findByRole('heading', { name: 'Address Confirmed' });
    first.unmount();
    const second = renderApp(`/confirm-address/${token}`);
    expect(await screen.findByText(/^You have already confirmed your address with this link/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Address Confirmed' })).toBeVisible();
    await second.user.click(screen.getByRole('button', { name: 'Confirm again' }));
    expect(screen.getByRole('button', { name: 'Confirm Address' })).toBeVisible();
    second.unmount();
    inAnotherBrowser();
    const { user } = await openPage(token);
    await confirm(user);
    await expectInPage(
      await screen.findByRole('main'),
      'Invalid or expired token. Please request a new confirmation link.',
    );
  });

  it('shows that the address may be confirmed if an answer got lost, also once the link is used up', async () => {
    const before = server.db.list('orders').length;
    server.set(confirming, 'ok.lost', { times: 1 });
    const { user } = await openPage();
    await confirm(user);
    const main = await screen.findByRole('main');
    const mayBeConfirmed =
      'We didn’t get a response, so your address may already be confirmed. If your order isn’t on its way soon, ask your clinic.';
    await expectInPage(main, mayBeConfirmed);
    await confirm(user);
    await expectInPage(main, 'Invalid or expired token. Please request a new confirmation link.');
    await expectInPage(main, mayBeConfirmed);
    expect(server.db.list('orders')).toHaveLength(before + 1);
  });

  it('is confirmed once, and can’t be cancelled while it is being sent', async () => {
    const answers = pauseResponses(server, { name: 'confirmAddress', operation: confirming }, ['ok']);
    const { user } = await openPage();
    const dialog = await ask(user);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Confirm' }));
    await answers.decided();
    expect(within(dialog).getByRole('button', { name: 'Confirm' })).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await answers.releaseNext();
    expect(await screen.findByRole('heading', { level: 1, name: 'Address Confirmed' })).toBeVisible();
    expect(announced()).toContain('Address Confirmed');
    expect(callsTo(server, confirming)).toHaveLength(1);
  });

  it('is confirmed although the page is left meanwhile: the outcome is shown, and nothing is announced', async () => {
    const answers = pauseResponses(server, { name: 'confirmAddress', operation: confirming }, ['ok']);
    const { user, router } = await openPage();
    await confirm(user);
    await answers.decided();
    await act(() => router.navigate('/login'));
    await screen.findByRole('heading', { level: 1, name: 'Log In' });
    await answers.releaseNext();
    await expectToast('Address confirmed successfully! Your order is being processed.');
    expect(announced()).not.toContain('Address Confirmed');
  });
});
