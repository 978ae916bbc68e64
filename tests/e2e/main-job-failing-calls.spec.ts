import type { Page } from '@playwright/test';
import { expect, type Noise, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { failNext, mockReady, rowsOf, timesAnswered } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** One attempt whose call fails. Waits for the call itself: the message of the last attempt may still be visible. */
async function failOnce(
  page: Page,
  operation: string,
  branch: '400' | '500' | 'network',
  message: string | RegExp,
  attempt: () => Promise<void>,
): Promise<void> {
  const before = await timesAnswered(page, operation);
  await failNext(page, operation, branch);
  await attempt();
  await expect.poll(() => timesAnswered(page, operation)).toBe(before + 1);
  const notice = page.locator('.notice, [role=alert]').filter({ hasText: message });
  await expect(notice.or(page.getByText(message)).first()).toBeVisible();
}

function provoke(noise: Noise): void {
  noise.allowStatus(400, 500);
  noise.allowNetworkFailure();
}

test('a sign-up survives every call failing, and makes nothing twice', async ({ page, noise }) => {
  provoke(noise);
  await job.fillInProviderForm(page);
  await failOnce(
    page,
    'POST /auth/send-otp',
    'network',
    /Error sending\s+Code\. Please try again later!/,
    () => job.sendSignUp(page),
  );
  await job.sendSignUp(page);
  await job.enterCode(page, job.clinic.email);
  await failOnce(page, 'POST /auth/verify-otp', '400', /Invalid\s+Code, Please try again\./, () =>
    job.verify(page),
  );
  await failOnce(page, 'POST /shopify/create-customer', '500', 'Server error during signup', () =>
    job.verify(page),
  );
  const again = page.getByRole('button', { name: 'Try again' });
  await failOnce(page, 'POST /auth/clinic-signup', 'network', 'Network error. Please try again later', () =>
    again.click(),
  );
  await again.click();
  await job.expectRegistered(page);

  const identity = `provider:${job.clinic.email}`;
  const customers = await rowsOf(page, 'customers');
  expect(customers.filter((row) => row.identity === identity)).toHaveLength(1);
  const accounts = await rowsOf(page, 'accounts');
  expect(accounts.filter((row) => row.email === job.clinic.email)).toHaveLength(1);
  const clinics = await rowsOf(page, 'clinics');
  expect(clinics.filter((row) => row.clinic_name === job.clinic.name)).toHaveLength(1);
});

test('a clinic’s work survives every call failing, and stores nothing twice', async ({ page, noise }) => {
  provoke(noise);
  await page.goto('login?mock.preset=new-clinic');
  await mockReady(page);
  await test.step('logging in', async () => {
    await job.fillIn(page, [
      ['Email', demoProvider.email],
      ['Password', demoProvider.password],
    ]);
    const logIn = () => page.getByRole('button', { name: 'Log In', exact: true }).click();
    await failOnce(page, 'POST /auth/login', '400', 'Invalid email or password', logIn);
    await logIn();
    await expect(page.getByText(/^Hey, /)).toBeVisible();
  });

  await test.step('storing the lab', async () => {
    await job.fillInLab(page);
    const failed = 'Error adding lab, please try again later!';
    await failOnce(page, 'POST /clinic/add-lab', '500', failed, () => job.saveLab(page));
    await job.saveLab(page);
    await expect(page.getByText('Lab added successfully')).toBeVisible();
  });

  await test.step('going to the checkout', async () => {
    const failed = 'Failed to process payment!';
    await failOnce(page, 'POST /payment/create-checkout-session', 'network', failed, () =>
      job.chooseInAccountMenu(page, 'Add Card Details'),
    );
    await page.keyboard.press('Escape');
    await job.storeCard(page);
    await expect(page.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
    await page.getByRole('link', { name: /dashboard/i }).click();
  });

  await test.step('importing and saving patients', async () => {
    await job.importFile(page);
    const failed = 'Failed to add patients. Please try again later.';
    await failOnce(page, 'POST /patient/add-patients', '500', failed, () => job.saveAll(page));
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    const ava = (await rowsOf(page, 'patients')).filter((row) => row.patient_email === job.patient.email);
    expect(ava).toHaveLength(1);
  });

  await test.step('authorizing', async () => {
    await job.selectPatients(page);
    const failed = 'An error occurred while updating patient authorization';
    await failOnce(page, 'POST /patient/authenticate', 'network', failed, () => job.authorize(page));
    await job.authorize(page);
    await expect(page.getByText('Patients authenticated successfully')).toBeVisible();
  });

  await test.step('ordering', async () => {
    await job.fillInOrder(page);
    const operation = 'POST /alert/request-address-confirmation-single-patient';
    await failOnce(page, operation, '500', 'The confirmation email could not be sent.', () =>
      job.placeOrder(page),
    );
    await job.placeOrder(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const mails = await rowsOf(page, 'mails');
    const sent = mails.filter((mail) => mail.kind === 'confirm-address' && mail.to === job.patient.email);
    expect(sent).toHaveLength(1);
  });

  await test.step('confirming the address', async () => {
    const tab = await job.openConfirmationLink(page);
    await mockReady(tab);
    const failed = 'Unable to connect to the server. Please check your internet connection.';
    await failOnce(tab, 'POST /order/confirm-address-order-kit', 'network', failed, () =>
      job.confirmAddress(tab),
    );
    await job.confirmAddress(tab);
    await expect(tab.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
  });
});
