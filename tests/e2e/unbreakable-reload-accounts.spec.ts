import type { Page } from '@playwright/test';
import { expectOne, interruptEach, isShown, isUnderWay, press, slowly } from '@tests/support/busy-states';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, timesAnswered } from '@tests/support/mock-control';
import { demoPatient } from '@/mocks/kitwell/seeds/demo-accounts';

test.setTimeout(120_000);

const { clinic } = job;
/** Submits the form after entering what a reload clears: the passwords and the consent. */
const sendSignUp = async (page: Page) => {
  await job.retypePasswords(page, clinic.password);
  await press(page, 'Sign Up');
};
const expectCodeScreen = (page: Page) => expect(page.getByLabel('Verification Code')).toBeVisible();

test('a clinic that reloads in the middle of signing up goes on from there, and is registered once', async ({
  page,
}) => {
  await page.goto('provider-signup');
  await mockReady(page);
  await job.fillIn(page, job.clinicEntries);
  await interruptEach(page, [
    {
      label: 'Sending code...',
      operation: 'POST /auth/send-otp',
      prepare: (inForm) => expect(inForm.getByLabel('Provider Name')).toHaveValue(clinic.name),
      send: sendSignUp,
      done: expectCodeScreen,
    },
  ]);
  const enterCode = async () => {
    await expectCodeScreen(page);
    const mails = await page.evaluate(() => window.__mock?.mail.list() ?? []);
    const code = mails.find(({ kind, to }) => kind === 'otp' && to === clinic.email)?.code;
    await page.getByLabel('Verification Code').fill(code ?? '');
    await press(page, 'Verify');
  };
  const reloadAt = async (label: string, operation: string) => {
    await expect(page.getByRole('button', { name: label })).toBeVisible();
    await isUnderWay(page, operation);
    await page.reload();
    await mockReady(page);
    await sendSignUp(page);
  };
  await slowly(page, 'POST /auth/verify-otp');
  await enterCode();
  await reloadAt('Verifying...', 'POST /auth/verify-otp');
  await slowly(page, 'POST /shopify/create-customer');
  await enterCode();
  await slowly(page, 'POST /auth/clinic-signup');
  await reloadAt('Creating your account...', 'POST /shopify/create-customer');
  // The code was accepted, so it is not requested again. The form is sent to the store again, which keeps one customer.
  await reloadAt('Creating your account...', 'POST /auth/clinic-signup');
  await job.expectRegistered(page);
  await expectOne(page, 'customers', (row) => row.identity === `provider:${clinic.email}`);
  await expectOne(page, 'accounts', (row) => row.email === clinic.email);
  expect(await timesAnswered(page, 'POST /auth/send-otp')).toBe(0);
});

/** The link in the newest mail of a kind. */
const linkTo = async (page: Page, kind: string) => {
  const mails = await page.evaluate(() => window.__mock?.mail.list() ?? []);
  return mails.find((mail) => mail.kind === kind)?.link ?? '';
};

test('a patient who reloads in the middle of what they do can do it again, and it is done once', async ({
  page,
}) => {
  await page.goto('login');
  await mockReady(page);
  const fillIn = (entries: readonly [string, string][]) => job.fillIn(page, entries);
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
  await interruptEach(page, [
    {
      label: 'Logging in...',
      operation: 'POST /auth/login',
      prepare: () =>
        fillIn([
          ['Email', demoPatient.email],
          ['Password', demoPatient.password],
        ]),
      kept: () => expect(page.getByLabel('Password', { exact: true })).toHaveValue(''),
      send: () => press(page, 'Log In'),
      done: () => expect(page.getByText(/^Hey, /)).toBeVisible(),
    },
    {
      label: 'Updating...',
      operation: 'POST /patient/update-patient-profile',
      async prepare() {
        // The form, once it has loaded.
        await expect(page.getByLabel('State', { exact: true })).toHaveValue('WA');
        await fillIn([['City', 'Tacoma']]);
        await press(page, 'Update');
      },
      kept: () => expect(page.getByLabel('City')).toHaveValue('Tacoma'),
      send: () => press(page.getByRole('alertdialog'), 'Update'),
      done: () => isShown(page, 'Profile updated successfully'),
    },
  ]);
  await page.goto('forgot-password');
  await mockReady(page);
  await interruptEach(page, [
    {
      label: 'Sending...',
      operation: 'POST /auth/forgot-password',
      prepare: () => fillIn([['Email', demoPatient.email]]),
      send: () => press(page, 'Send Reset Link'),
      done: () => isShown(page, 'If the email is registered, a verification link has been sent!'),
    },
  ]);
  await page.goto(await linkTo(page, 'reset-password'));
  await mockReady(page);
  await interruptEach(page, [
    {
      label: 'Saving...',
      operation: 'POST /auth/reset-password/{token}',
      prepare: () =>
        fillIn([
          ['New Password', 'Another1!'],
          ['Confirm Password', 'Another1!'],
        ]),
      send: () => press(page, 'Reset Password'),
      done: () => isShown(page, 'Password updated successfully'),
    },
  ]);
  await page.goto(await linkTo(page, 'confirm-address'));
  await mockReady(page);
  await interruptEach(page, [
    {
      label: 'Confirm',
      operation: 'POST /order/confirm-address-order-kit',
      prepare: () => page.getByRole('button', { name: 'Confirm Address' }).click(),
      send: () => press(page.getByRole('alertdialog'), 'Confirm'),
      done: () => heading('Address Confirmed'),
    },
  ]);
});
