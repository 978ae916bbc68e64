import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { agreeToTerms, clinic, fillInPatient, fillInProvider, person } from '@tests/support/sign-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored, writeStored } from '@/lib/storage';
import type { TableName } from '@/mocks/kitwell/kitwell';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const submit = () => screen.getByRole('button', { name: 'Sign Up' });
const codeField = () => screen.findByLabelText('Verification Code');
const rows = (table: TableName) => server.db.list(table) as Record<string, unknown>[];
const accountsOf = (email: string) => rows('accounts').filter((row) => row.email === email);
const customersOf = (email: string) =>
  rows('customers').filter((row) => String(row.identity).endsWith(`:${email}`));

async function replace(user: UserEvent, entries: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(entries))
    await retype(user, await screen.findByLabelText(label), text);
}

async function reachCode() {
  const app = renderApp('/provider-signup');
  await fillInProvider(app.user);
  await app.user.click(submit());
  await codeField();
  const mail = await server.mail.waitFor({ to: clinic.email, kind: 'otp' });
  return { ...app, code: mail.code ?? '' };
}

describe('registering as a provider', () => {
  it('ends with a link to the login, from which Back does not lead to a blank form', async () => {
    const { user, code, router } = await reachCode();
    await user.type(await codeField(), `${code}{Enter}`);
    await screen.findByRole('heading', { name: 'You’re all set' });
    expect(screen.getByText(`Your account ${clinic.email} is ready.`)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Log In' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(await screen.findByLabelText('Email')).toHaveValue(clinic.email);
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  });

  it.each([
    ['/provider-signup', 'Email'],
    ['/patient-signup', 'First Name'],
    ['/login', 'Email'],
  ])('%s starts in its first field', async (path, label) => {
    renderApp(path);
    const field = await screen.findByLabelText(label);
    await waitFor(() => expect(field).toHaveFocus());
  });

  it('leads to the login page where the account turns out to exist, also after a reload', async () => {
    const { user, code, unmount } = await reachCode();
    server.set('POST /auth/clinic-signup', 'ok.lost', { times: 1 });
    await user.type(await codeField(), code);
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await screen.findByRole('button', { name: 'Try again' });
    unmount();
    const again = renderApp('/provider-signup');
    await replace(again.user, { Password: 'Other1!pw', 'Confirm Password': 'Other1!pw' });
    await agreeToTerms(again.user);
    await again.user.click(submit());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You may already be registered' }),
    ).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull();
    const [logIn] = screen.getAllByRole('link', { name: 'Log In' });
    if (logIn === undefined) throw new Error('There is no way to the login page.');
    await again.user.click(logIn);
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/login'));
    expect(again.router.state.historyAction).toBe('REPLACE');
    expect(accountsOf(clinic.email)).toHaveLength(1);
  });

  it('goes on without the answers to the code’s request and check', async () => {
    const lost = /^We didn’t get a response, so /;
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    server.set('POST /auth/send-otp', 'ok.lost', { times: 1 });
    const { user } = renderApp('/provider-signup');
    await fillInProvider(user);
    await user.click(submit());
    expect(await screen.findByText(lost)).toBeVisible();
    await press('Enter the code');
    const field = await codeField();
    expect(screen.queryByRole('button', { name: 'Continue without the code' })).toBeNull();
    const { code = '' } = await server.mail.waitFor({ to: clinic.email, kind: 'otp' });
    server.set('POST /auth/verify-otp', 'ok.lost', { times: 1 });
    await user.type(field, code);
    await press('Verify');
    expect(await screen.findByText(lost)).toBeVisible();
    await press('Continue without the code');
    expect(await screen.findByRole('heading', { level: 1, name: 'You’re all set' })).toBeVisible();
    expect(accountsOf(clinic.email)).toHaveLength(1);
  });

  it('keeps what was typed, but no password, over a reload', async () => {
    const { user, unmount } = renderApp('/provider-signup');
    await fillInProvider(user);
    unmount();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(clinic.password);
    renderApp('/provider-signup');
    expect(await screen.findByLabelText('Provider Name')).toHaveValue(clinic.name);
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('strips punctuation from a pasted phone number before it is cut at 15 characters', async () => {
    const { user } = renderApp('/provider-signup');
    await user.click(await screen.findByLabelText('Phone Number'));
    await user.paste('+1 (212) 555-0123');
    expect(screen.getByLabelText('Phone Number')).toHaveValue('+12125550123');
  });

  it('does not take the digits of an extension or a "(0)" for digits of the phone number', async () => {
    const { user } = renderApp('/provider-signup');
    const phone = await screen.findByLabelText('Phone Number');
    await user.type(phone, '+44 (0)20 7946 0958 x5');
    await user.tab();
    expect(phone).toHaveValue('+442079460958');
    await user.clear(phone);
    await user.paste('tel:+1-212-555-0123;ext=5');
    expect(phone).toHaveValue('+12125550123');
  });

  it('keeps the caret where a phone number is corrected, typed or pasted', async () => {
    const { user } = renderApp('/provider-signup');
    const field = await screen.findByLabelText<HTMLInputElement>('Phone Number');
    await user.type(field, '+15552671');
    await user.type(field, ' (4', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(field).toHaveValue('+145552671');
    expect(field.selectionStart).toBe(3);
    await user.paste('-15 ');
    expect(field).toHaveValue('+14155552671');
    expect(field.selectionStart).toBe(5);
  });
});

describe('a field that the server rejects', () => {
  const message = async (text: string) =>
    (await screen.findByText(text, { selector: '[data-field-error] *', collapseWhitespace: false })).closest(
      'p',
    );

  it('is the code, until it is changed', async () => {
    const { user, code } = await reachCode();
    const field = await codeField();
    await user.type(field, '000000{Enter}');
    const text = await message('Invalid  Code, Please try again.');
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveFocus();
    expect(field.getAttribute('aria-describedby')).toBe(text?.id);
    // The focus does not move, so nothing else would have it read.
    const spoken = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(spoken).toContainEqual(expect.stringContaining('Invalid  Code, Please try again.'));
    await user.type(field, '1');
    expect(field).toBeValid();
    expect(field).not.toHaveAttribute('aria-describedby');
    await user.clear(field);
    await user.type(field, code);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('You are registered successfully')).toBeVisible();
  });

  it.each([
    ['400.match1', 'Phone Number', 'Invalid phone number'],
    ['400.match2', 'Email', 'Invalid email address'],
    ['422.match3', 'Postal Code', 'Invalid postal code'],
  ])('after %s is %s, which gets the focus and can be corrected', async (branch, label, text) => {
    const { user, code } = await reachCode();
    server.set('POST /shopify/create-customer', branch, { times: 1 });
    await user.type(await codeField(), code);
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    const error = await message(text);
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(error?.id);
    await user.type(field, '1');
    expect(field).toBeValid();
    expect(error).not.toBeInTheDocument();
  });

  it('is the one that the message of the first step is about', async () => {
    server.set('POST /auth/send-otp', '400', { times: 1 });
    const { user } = renderApp('/patient-signup');
    await fillInPatient(user, String(rows('clinics').find((row) => row.clinic_id !== 'C000')?.clinic_name));
    await user.click(submit());
    const error = await message('This email is already registered');
    const field = screen.getByLabelText('Email');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(field.getAttribute('aria-describedby')).toBe(error?.id);
    await user.click(submit());
    await codeField();
  });
});

describe('registering as a patient', () => {
  it('makes the account at the chosen clinic', async () => {
    writeStored('clinicRequest', 'sent');
    const clinicName = String(rows('clinics').find((row) => row.clinic_id !== 'C000')?.clinic_name);
    const { user } = renderApp('/patient-signup');
    await fillInPatient(user, clinicName);
    await user.click(submit());
    const mail = await server.mail.waitFor({ to: person.email, kind: 'otp' });
    await user.type(await codeField(), mail.code ?? '');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('You are registered successfully')).toBeVisible();
    expect(customersOf(person.email)).toMatchObject([
      { identity: `patient:${person.email}`, first_name: 'Ada' },
    ]);
    expect(readStored('clinicRequest')).toBeNull();
  });
});

describe('a mistake that is noticed after the form', () => {
  const press = async (user: UserEvent, name: string) =>
    user.click(await screen.findByRole('button', { name }));
  const mailed = async (email: string) => (await server.mail.waitFor({ to: email, kind: 'otp' })).code ?? '';

  it('can be corrected before the code and after it, and the account is made with the correction', async () => {
    const { user } = await reachCode();
    const email = 'office@harbor-clinic.example.com';
    await press(user, 'Change email');
    await replace(user, { Email: email });
    await user.click(submit());
    server.set('POST /auth/clinic-signup', '500', { times: 1 });
    await user.type(await codeField(), await mailed(email));
    await press(user, 'Verify');
    await screen.findByRole('button', { name: 'Try again' });
    await press(user, 'Check your details');
    await replace(user, { 'Provider Name': 'Harbor Clinic' });
    await user.click(submit());
    expect(await screen.findByText('You are registered successfully')).toBeVisible();
    expect(accountsOf(email)).toHaveLength(1);
    expect(rows('clinics').filter(({ clinic_name }) => clinic_name === 'Harbor Clinic')).toHaveLength(1);
    expect(accountsOf(clinic.email)).toEqual([]);
    expect(callsTo(server, 'POST /auth/verify-otp')).toHaveLength(1);
  });
});
