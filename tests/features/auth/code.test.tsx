import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { clinic, fillInProvider } from '@tests/support/sign-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resendCodeAfter } from '@/contract';
import { clearStored } from '@/lib/storage';

const server = startMockServer({ patients: 2 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});
afterEach(() => vi.useRealTimers());

async function reachCode() {
  const app = renderApp('/provider-signup');
  await fillInProvider(app.user);
  await app.user.click(screen.getByRole('button', { name: 'Sign Up' }));
  return { ...app, field: await screen.findByLabelText('Verification Code') };
}

describe('the verification code', () => {
  it('goes to an address that a passer-by cannot read, and another one has to wait', async () => {
    const { field } = await reachCode();
    expect(screen.getByText(/fr•••@harbor-clinic\.example\.com/)).toBeVisible();
    expect(screen.queryByText(new RegExp(clinic.email))).toBeNull();
    expect(screen.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).not.toHaveAttribute('maxlength');
  });

  it('may be pasted with spaces, and the form is blank once the account exists', async () => {
    const { user, field, unmount } = await reachCode();
    const { code = '' } = await server.mail.waitFor({ to: clinic.email, kind: 'otp' });
    await user.click(field);
    await user.paste(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('You are registered successfully')).toBeVisible();
    unmount();
    renderApp('/provider-signup');
    const email = await screen.findByLabelText('Email');
    await waitFor(() => expect(email).toHaveValue(''));
    expect(screen.getByLabelText('Provider Name')).toHaveValue('');
  });

  it('gets the focus once another one was requested, whose button then waits again; a rejection is no longer true', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { user, field } = await reachCode();
    await user.type(field, '000000{Enter}');
    await waitFor(() => expect(field).toBeInvalid());
    await act(() => vi.advanceTimersByTimeAsync(resendCodeAfter));
    const resend = await screen.findByRole('button', { name: 'Resend code' });
    act(() => resend.focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    expect(field).toHaveFocus();
    expect(field).toBeValid();
  });
});
