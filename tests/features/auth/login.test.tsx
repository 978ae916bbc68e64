import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setDemoAccounts } from '@/lib/mock-build';

const server = startMockServer();

describe('logging in', () => {
  it('opens the dashboard of a provider, from which Back does not lead to the form', async () => {
    const { user, router } = renderApp('/login');
    await fillIn(document.body, { Email: 'provider@kitwell.test', Password: 'Provider1!' });
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Login successful')).toBeVisible();
    expect(await screen.findByText(/^Hey, /)).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('takes one press with a demo account, in a build that offers them', async () => {
    const { user, router } = renderApp('/login');
    await screen.findByRole('button', { name: 'Log In' });
    expect(screen.queryByRole('region', { name: 'Demo accounts' })).toBeNull();
    onTestFinished(() => act(() => setDemoAccounts([])));
    act(() => setDemoAccounts([{ label: 'patient', email: 'patient@kitwell.test', password: 'Patient1!' }]));
    const offered = screen.getByRole('region', { name: 'Demo accounts' });
    expect(offered).toHaveTextContent('patient@kitwell.test / Patient1!');
    await user.click(within(offered).getByRole('button', { name: 'Log in as patient' }));
    expect(await screen.findByText(/^Hey, /)).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('can be tried again, with the session kept, where the user could not be checked', async () => {
    await server.as('provider');
    server.set('GET /auth/verify-user', '500', { times: 1 });
    const { user } = renderApp('/dashboard');
    await user.click(await screen.findByRole('link', { name: 'Retry' }));
    expect(await screen.findByText(/^Hey, /)).toBeVisible();
  });

  it('shows no old failure on a form that was just opened', async () => {
    const { user } = renderApp('/login');
    await fillIn(document.body, { Email: 'provider@kitwell.test', Password: 'wrong' });
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    const inPlace = () => within(screen.getByRole('main')).queryByText('Invalid email or password');
    await waitFor(() => expect(inPlace()).toBeVisible());
    await user.click(screen.getByRole('link', { name: 'Click Here' }));
    await screen.findByRole('heading', { name: 'Forgot Password' });
    await user.click(screen.getByRole('link', { name: /Log In/ }));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(inPlace()).toBeNull();
  });
});
