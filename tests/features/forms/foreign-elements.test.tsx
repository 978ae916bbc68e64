import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { insertBesideFields } from '@tests/support/foreign-changes';
import { startMockServer } from '@tests/support/mock-server';
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

it('a login works with the elements of extensions around and beside its fields', async () => {
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Log In' }));
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('Enter your password.')).toBeVisible();
  await fillIn(document.body, { Email: 'provider@kitwell.test', Password: 'Wrong-1-password' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await main.findByText('Invalid email or password')).toBeVisible();
  await fillIn(document.body, { Password: 'Provider1!' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  expect(await screen.findByText('Login successful')).toBeVisible();
});

it('a sign-up and the form of its dialog do, too', async () => {
  const { user } = renderApp('/patient-signup');
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByText('There is a problem')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /request clinic onboarding/ }));
  const popup = await screen.findByRole('dialog', { name: 'Request your clinic' });
  expect(popup.querySelectorAll('foreign-wrapper input')).not.toHaveLength(0);
  await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
  expect(await within(popup).findByRole('alert')).toBeVisible();
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }));
  await fillIn(document.body, { 'First Name': 'Robin' });
  expect(screen.getByLabelText('First Name')).toHaveValue('Robin');
});
