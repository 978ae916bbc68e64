import { act, screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { insertBesideFields } from '@tests/support/foreign-changes';
import { startMockServer } from '@tests/support/mock-server';
import { agreeToTerms, clinic, fillInProvider } from '@tests/support/sign-up';
import { afterEach, beforeEach, expect, it } from 'vitest';

/* Browser extensions put elements around and beside fields, and at the end of the page. */

const server = startMockServer();
let extension: MutationObserver;
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  extension = insertBesideFields();
});
afterEach(() => {
  extension.disconnect();
  document.querySelector('foreign-menu')?.remove();
});

it('a login and the form of a dialog work with the elements of extensions beside and around their fields', async () => {
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Log In' }));
  const main = within(screen.getByRole('main'));
  expect(await main.findAllByText('Enter your password.')).not.toHaveLength(0);
  await fillIn(document.body, { Email: 'provider@kitwell.test', Password: 'Wrong-1-password' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await main.findByText('Invalid email or password')).toBeVisible();
  await fillIn(document.body, { Password: 'Provider1!' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await user.click(await screen.findByRole('button', { name: /^Address, row 1/ }));

  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('combobox'), '12 beac');
  await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
  expect(await dialog.findByDisplayValue('United States')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: /^Address, row 1: .*United States/ })).toBeVisible();
  expect(document.querySelectorAll('foreign-wrapper input').length).toBeGreaterThan(10);
});

it('a sign-up does, too, with suggested addresses and what is missing', async () => {
  const { user } = renderApp('/provider-signup');
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByRole('link', { name: 'Enter your street.' })).toBeVisible();
  await user.type(screen.getByLabelText('Street'), '12 beac');
  expect((await screen.findAllByRole('option')).length).toBeGreaterThan(0);
  await user.keyboard('{Escape}');
  await fillInProvider(user);
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  const code = await screen.findByLabelText('Verification Code');
  await user.type(code, (await server.mail.waitFor({ kind: 'otp', to: clinic.email })).code ?? '');
  await act(async () => {});
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('You are registered successfully')).toBeVisible();
});
