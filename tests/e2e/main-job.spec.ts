import type { BrowserContext } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { newestMail } from '@tests/support/mock-control';

test.setTimeout(180_000);

/** Counts the presses of the pointer in every tab. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeBinding('countClicks', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    // Not on the window: there, Playwright stops a press that would hit something else, and presses again.
    document.addEventListener(
      'pointerdown',
      ({ isTrusted }) => isTrusted && Reflect.get(window, 'countClicks')(),
      true,
    );
  });
  return () => clicks;
}

test('a clinic gets from sign-up to a kit that its patient can follow, in no more than 24 clicks to the confirmed order', {
  tag: '@smoke',
}, async ({ page }) => {
  const clicks = await countClicks(page.context());
  await job.fillInProviderForm(page);
  await job.sendSignUp(page);
  await page
    .getByLabel('Verification Code')
    .fill((await newestMail(page, 'otp', job.clinic.email))?.code ?? '');
  // Dozens of calls follow, 25 of them one after another.
  await page.evaluate(() => window.__mock?.latency(0, 0));
  await job.verify(page);
  await job.expectRegistered(page);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).first().click();
  // The form has the email, and waits for the password.
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(job.clinic.password);
  await page.keyboard.press('Enter');

  const steps = page.getByRole('region', { name: 'Set up your clinic' });
  await steps.getByRole('button', { name: 'Add lab details' }).click();
  await job.typeLab(page);
  await job.saveLab(page);
  await page.getByRole('button', { name: 'Add card details' }).click();
  await page.getByRole('button', { name: 'Pay with the test card' }).click();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(steps).toContainText('2 of 4 done');
  await job.importIntoGrid(page);
  await job.saveAll(page);
  await expect(steps).toContainText('Authenticates your 25 new patients first.');
  await steps.getByRole('button', { name: 'Order a kit' }).click();
  const order = page.getByRole('dialog', { name: 'Order Kits' });
  // The rows of the file differ in both, so one choice is made for all, by keys.
  await expect(order.getByLabel('Frequency')).toBeFocused();
  await page.keyboard.type('Every 3');
  await expect(order.getByLabel('Kit Type')).toContainText('Essential');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Essential');
  await job.placeOrder(page);
  for (const result of ['We emailed Harper Davis', 'Address confirmation requested for 25 patients.'])
    await expect(order).toContainText(result);
  const confirmation = await page.context().newPage();
  await confirmation.goto((await newestMail(page, 'confirm-address', job.patient.email))?.link ?? '');
  await job.confirmAddress(confirmation);
  await expect(confirmation.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
  // One more is the press of the link in the mail.
  expect(clicks() + 1).toBeLessThanOrEqual(24);
  await confirmation.close();
  await order.getByRole('button', { name: 'Done' }).click();

  await test.step('the patient signs up, signs in and sees the kit’s status', async () => {
    await job.logOut(page);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await job.fillInPatientForm(page);
    await job.sendSignUp(page);
    await job.enterCode(page, job.patient.email);
    await job.verify(page);
    await job.expectRegistered(page);
    await job.logIn(page, job.patient);
    await expect(page.getByRole('region', { name: 'Kit Tracking Status' })).toContainText('Order placed');
  });
});
