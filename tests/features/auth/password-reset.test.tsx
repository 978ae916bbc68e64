import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { fillIn, retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const email = 'provider@kitwell.test';
const password = 'Harbor2!new';
const forgot = 'POST /auth/forgot-password';
const reset = 'POST /auth/reset-password/{token}';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const notices = (role: 'alert' | 'status') =>
  within(screen.getByRole('main'))
    .queryAllByRole(role)
    .map((notice) => notice.textContent);

async function askForLink(typed = email) {
  const app = renderApp('/forgot-password');
  await app.user.type(await screen.findByLabelText('Email'), typed);
  await app.user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  return app;
}

/** Opens the link in a reset mail for the demo provider. */
async function openLink() {
  await fetch(`${server.apiUrl}/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const mail = await server.mail.waitFor({ to: email, kind: 'reset-password' });
  return renderApp(new URL(mail.link ?? '').pathname);
}

async function chooseAndSave(
  { user }: Pick<Awaited<ReturnType<typeof openLink>>, 'user'>,
  again: string = password,
) {
  await fillIn(document.body, { 'New Password': password, 'Confirm Password': again });
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
}

describe('asking for a reset link', () => {
  const same = 'If the email is registered, a verification link has been sent!';

  it('mails a link to a user who has an account', async () => {
    await askForLink();
    await expectToast(same);
    expect(notices('status')).toEqual([same]);
    const mail = await server.mail.waitFor({ to: email, kind: 'reset-password' });
    expect(mail.link).toContain('/reset-password/');
  });

  it('shows that the link may have been sent if the answer got lost', async () => {
    server.set(forgot, 'ok.lost', { times: 1 });
    await askForLink();
    await expectInPage(
      await screen.findByRole('main'),
      'We didn’t get a response, so the link may have been sent. Check your email before you ask again.',
    );
    expect(server.mail.list(email)).toHaveLength(1);
  });

  it('asks for an email address and sends nothing without one', async () => {
    await askForLink('not an address');
    expect(await screen.findByText('Enter an email address such as name@example.com.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(server.log.list()).toEqual([]);
  });
});

describe('choosing a new password', () => {
  it("shows the server's message, and the new password logs in", async () => {
    const app = await openLink();
    await chooseAndSave(app);
    await expectToast('Password updated successfully');
    expect(await within(screen.getByRole('main')).findByText('Password updated successfully')).toHaveFocus();
    const { user, router } = app;
    await user.click(screen.getByRole('link', { name: 'Log In' }));
    await fillIn(document.body, { Email: email, Password: password });
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('sends the password once while it is being saved, and shows no old failure meanwhile', async () => {
    server.set(reset, '500', { times: 1 });
    const app = await openLink();
    await chooseAndSave(app);
    await expectInPage(screen.getByRole('main'), 'Server error, please try again later');
    const answers = pauseResponses(server, { name: 'resetPassword', operation: reset }, ['ok']);
    const typed = screen.getByLabelText('Confirm Password');
    // Enter held down submits the form again and again, although its button is disabled.
    for (let times = 0; times < 3; times += 1) fireEvent.submit(typed);
    await answers.decided();
    fireEvent.submit(typed);
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(notices('alert')).toEqual([]);
    await answers.releaseNext();
    expect(await screen.findByRole('heading', { name: 'You’re all set' })).toBeVisible();
    expect(callsTo(server, reset)).toHaveLength(2);
  });

  it('leads on to the login, from which Back does not lead to the used link', async () => {
    const app = await openLink();
    await chooseAndSave(app);
    await screen.findByRole('heading', { name: 'You’re all set' });
    await app.user.click(screen.getByRole('link', { name: 'Log In' }));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/login'));
    expect(app.router.state.historyAction).toBe('REPLACE');
  });

  it('works once, and then offers a new link', async () => {
    const app = await openLink();
    await chooseAndSave(app);
    await screen.findByRole('heading', { name: 'You’re all set' });
    const { pathname } = app.router.state.location;
    app.unmount();
    const again = renderApp(pathname);
    await chooseAndSave(again);
    await waitFor(() => expect(notices('alert')).toEqual(['Invalid or expired linkGet a new link']));
    await again.user.click(screen.getByRole('link', { name: 'Get a new link' }));
    expect(await screen.findByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  });

  it('leads on to the login page where an answer got lost and the link is used up by it', async () => {
    server.set(reset, 'ok.lost', { times: 1 });
    const app = await openLink();
    await chooseAndSave(app);
    const mayBeChanged =
      'We didn’t get a response, so your password may already be changed. Try to log in with the new one.';
    await expectInPage(screen.getByRole('main'), mayBeChanged);
    await app.user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await expectInPage(screen.getByRole('main'), 'Invalid or expired link');
    await expectInPage(screen.getByRole('main'), mayBeChanged);
    const notice = within(screen.getByRole('main')).getByRole('alert');
    await app.user.click(within(notice).getByRole('link', { name: 'Log In' }));
    await fillIn(document.body, { Email: email, Password: password });
    await app.user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard'));
  });

  it('ticks the rules off while typing, and sends nothing that breaks one or differs', async () => {
    const { user } = renderApp('/reset-password/some-token');
    const rules = within(await screen.findByRole('list', { name: 'Your password needs' }));
    expect(rules.getAllByText('Not met yet')).toHaveLength(5);
    await user.type(screen.getByLabelText('New Password'), 'harbor1!');
    expect(rules.getAllByText('Met')).toHaveLength(4);
    await user.type(screen.getByLabelText('Confirm Password'), 'harbor2!');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(screen.getAllByText('Password must contain at least one uppercase letter.')).toHaveLength(2);
    await retype(user, screen.getByLabelText('New Password'), 'harbor2!');
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    expect(server.log.list()).toEqual([]);
  });
});
