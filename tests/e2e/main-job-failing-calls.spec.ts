import type { Page } from '@playwright/test';
import { expect, type Noise, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { failNext, mockReady, rowsOf, timesAnswered } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

test.setTimeout(180_000);

/** The message in the page after each kind of failure. */
type Messages = Readonly<Record<'400' | '500' | 'network', string | RegExp>>;

const always = (message: string | RegExp): Messages => ({ '400': message, '500': message, network: message });

const ways = ['400', '500', 'network'] as const;

/** Makes a step fail in three ways in turn, and then succeed. */
async function retryThrough(
  page: Page,
  operation: string,
  messages: Messages,
  attempt: () => Promise<void>,
): Promise<void> {
  for (const way of ways) {
    await failOnce(page, operation, way, attempt);
    await expect(
      page.locator('.notice, [role=alert]').filter({ hasText: messages[way] }).first(),
    ).toBeVisible();
  }
  await attempt();
}

/** One attempt whose call fails. Waits for the call itself: the message of the last attempt may still be visible. */
async function failOnce(
  page: Page,
  operation: string,
  way: (typeof ways)[number],
  attempt: () => Promise<void>,
): Promise<void> {
  const before = await timesAnswered(page, operation);
  await failNext(page, operation, way);
  await attempt();
  await expect.poll(() => timesAnswered(page, operation)).toBe(before + 1);
}

function provoke(noise: Noise): void {
  noise.allowStatus(400, 500);
  noise.allowNetworkFailure();
}

/** Submits after the code: on the form if the input was rejected, otherwise on the code screen. */
const finishSignUp = (page: Page) =>
  page
    .getByRole('button', { name: 'Sign Up', exact: true })
    .or(page.getByRole('button', { name: 'Try again' }))
    .click();

const signUpTexts: Messages = {
  '400': 'Validation error. Please check your inputs.',
  '500': 'Server error during signup',
  network: 'Network error. Please try again later',
};

const codeNotSent = /Error sending\s+Code\. Please try again later!/;

test('a sign-up survives every call failing three times, and makes nothing twice', async ({
  page,
  noise,
}) => {
  provoke(noise);
  await job.fillInProviderForm(page);
  const sendText = { '400': 'This email is already registered', '500': codeNotSent, network: codeNotSent };
  await retryThrough(page, 'POST /auth/send-otp', sendText, () => job.sendSignUp(page));
  await job.enterCode(page, job.clinic.email);
  await retryThrough(
    page,
    'POST /auth/verify-otp',
    always(/Invalid\s+Code, Please try again\./),
    async () => {
      await failNext(page, 'POST /shopify/create-customer', '500');
      await job.verify(page);
    },
  );
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await retryThrough(page, 'POST /shopify/create-customer', signUpTexts, async () => {
    await failNext(page, 'POST /auth/clinic-signup', '500');
    await finishSignUp(page);
  });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await retryThrough(page, 'POST /auth/clinic-signup', signUpTexts, () => finishSignUp(page));
  await job.expectRegistered(page);

  const identity = `provider:${job.clinic.email}`;
  expect((await rowsOf(page, 'customers')).filter((row) => row.identity === identity)).toHaveLength(1);
  expect((await rowsOf(page, 'accounts')).filter((row) => row.email === job.clinic.email)).toHaveLength(1);
  expect((await rowsOf(page, 'clinics')).filter((row) => row.clinic_name === job.clinic.name)).toHaveLength(
    1,
  );
});

test('a clinic’s work survives every call failing three times, and stores nothing twice', async ({
  page,
  noise,
}) => {
  provoke(noise);
  await page.goto('login?mock.preset=new-clinic');
  await test.step('logging in', async () => {
    await job.fillIn(page, [
      ['Email', demoProvider.email],
      ['Password', demoProvider.password],
    ]);
    const failed = 'Server error. Please try again later';
    const messages = { '400': 'Invalid email or password', '500': failed, network: failed };
    await mockReady(page);
    await retryThrough(page, 'POST /auth/login', messages, () =>
      page.getByRole('button', { name: 'Log In', exact: true }).click(),
    );
    await expect(page.getByText(/^Hey, /)).toBeVisible();
  });

  await test.step('storing the lab', async () => {
    await job.fillInLab(page);
    const failed = 'Error adding lab, please try again later!';
    const messages = { '400': failed, '500': failed, network: 'Server error, please try again later!' };
    await retryThrough(page, 'POST /clinic/add-lab', messages, () => job.saveLab(page));
    await expect(page.getByText('Lab added successfully')).toBeVisible();
  });

  await test.step('going to the checkout', async () => {
    for (const way of ways) {
      await failOnce(page, 'POST /payment/create-checkout-session', way, () =>
        job.chooseInAccountMenu(page, 'Add Card Details'),
      );
      await expect(page.getByText('Failed to process payment!').first()).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await job.storeCard(page);
    await expect(page.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
    await page.getByRole('link', { name: /dashboard/i }).click();
  });

  await test.step('importing and saving patients', async () => {
    await job.importFile(page);
    const failed = 'Failed to add patients. Please try again later.';
    const messages = { '400': 'A patient with this email already exists', '500': failed, network: failed };
    await retryThrough(page, 'POST /patient/add-patients', messages, () => job.saveAll(page));
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    const ava = (await rowsOf(page, 'patients')).filter((row) => row.patient_email === job.patient.email);
    expect(ava).toHaveLength(1);
  });

  await test.step('authorizing', async () => {
    await job.selectPatients(page);
    const failed = 'Failed to update patient authorization';
    const messages = {
      '400': failed,
      '500': failed,
      network: 'An error occurred while updating patient authorization',
    };
    await retryThrough(page, 'POST /patient/authenticate', messages, () => job.authorize(page));
    await expect(page.getByText('Patients authenticated successfully')).toBeVisible();
  });

  await test.step('ordering', async () => {
    await job.fillInOrder(page);
    const messages = {
      '400': 'This patient already has an order for this kit.',
      '500': 'The confirmation email could not be sent.',
      network: 'Network error. Please check your connection and try again.',
    };
    const operation = 'POST /alert/request-address-confirmation-single-patient';
    await retryThrough(page, operation, messages, () => job.placeOrder(page));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const mails = await rowsOf(page, 'mails');
    const sent = mails.filter((mail) => mail.kind === 'confirm-address' && mail.to === job.patient.email);
    expect(sent).toHaveLength(1);
  });

  await test.step('confirming the address', async () => {
    const tab = await job.openConfirmationLink(page);
    const trouble = 'Server encountered an issue. Please try again later.';
    const messages = {
      '400': 'Invalid or expired token. Please request a new confirmation link.',
      '500': trouble,
      network: 'Unable to connect to the server. Please check your internet connection.',
    };
    await mockReady(tab);
    await retryThrough(tab, 'POST /order/confirm-address-order-kit', messages, () => job.confirmAddress(tab));
    await expect(tab.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
  });
});
