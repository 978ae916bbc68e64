import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { clearStored } from '@/shared/storage';

const server = createMockServer({ patients: 2 });
beforeAll(() => server.listen());
beforeEach(() => clearStored());
afterAll(() => server.close());

/** Every route of SPEC §2: its heading, and the title of its tab. */
const routes: readonly (readonly [string, string | RegExp, string])[] = [
  ['/', 'Care that comes to you, quietly.', 'Kitwell: care that comes to you'],
  ['/products', 'Products Page', 'Products · Kitwell'],
  ['/about-us', 'About Us', 'About Us · Kitwell'],
  ['/contact-us', 'Contact Us', 'Contact Us · Kitwell'],
  ['/terms-and-conditions', 'Terms & Conditions', 'Terms & Conditions · Kitwell'],
  ['/careers', 'Chief Technology Officer', 'Careers · Kitwell'],
  ['/signup', 'Choose Your Option', 'Sign up · Kitwell'],
  ['/payment-success?session_id=%3Cscript%3E', 'Failed to process payment!', 'Payment · Kitwell'],
  ['/payment-cancel?session_id=cs_test_route_1', 'Payment Cancelled', 'Payment · Kitwell'],
  ['/patient-signup', 'Register as Patient', 'Register as Patient · Kitwell'],
  ['/login', 'Log In', 'Log In · Kitwell'],
  ['/forgot-password', 'Forgot Password', 'Forgot Password · Kitwell'],
  ['/reset-password/some-token', 'Reset Password', 'Reset Password · Kitwell'],
  ['/confirm-address/some-token', 'Confirm Your Address', 'Confirm Your Address · Kitwell'],
  ['/provider-signup', 'Register as Provider', 'Register as Provider · Kitwell'],
  ['/info', /^Your clinic/, 'For Providers · Kitwell'],
  ['/no-such-page', 'We couldn’t find that page', 'Page not found · Kitwell'],
];

describe('every route', () => {
  it.each(routes)('%s has its own heading and title', async (path, heading, title) => {
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    await waitFor(() => expect(document.title).toBe(title));
  });
});

describe('an address that the product does not have', () => {
  it('leads back to the start page and to the login', async () => {
    renderApp('/no-such-page');
    expect(await screen.findByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
    for (const link of screen.getAllByRole('link', { name: 'Log In' }))
      expect(link).toHaveAttribute('href', '/login');
  });
});

describe('Choose Your Option', () => {
  it('offers two links: Provider and Patient', async () => {
    const { user, router } = renderApp('/signup');
    expect(await screen.findByRole('link', { name: 'Patient' })).toHaveAttribute('href', '/patient-signup');
    await user.click(screen.getByRole('link', { name: 'Provider' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/provider-signup'));
    expect(await screen.findByRole('heading', { name: 'Register as Provider' })).toBeVisible();
  });
});
