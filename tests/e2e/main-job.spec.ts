import type { BrowserContext } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { newestMail } from '@tests/support/mock-control';

test.setTimeout(180_000);

/** Counts the presses of the pointer in every tab. A choice in a native list counts as two. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeBinding('countClicks', (_, count: number) => {
    clicks += count;
  });
  await context.addInitScript(() => {
    const report = (count: number): void => Reflect.get(window, 'countClicks')(count);
    // Not on the window: there, Playwright stops a press that would hit something else, and presses again.
    document.addEventListener('pointerdown', (event) => event.isTrusted && report(1), true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && report(2), true);
  });
  return () => clicks;
}

test('a clinic gets from sign-up to a kit that its patient can follow, in no more than 30 clicks to the confirmed order', {
  tag: '@smoke',
}, async ({ page }) => {
  const clicks = await countClicks(page.context());
  await job.fillInProviderForm(page);
  await job.sendSignUp(page);
  await page
    .getByLabel('Verification Code')
    .fill((await newestMail(page, 'otp', job.clinic.email))?.code ?? '');
  await job.verify(page);
  await job.expectRegistered(page);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).first().click();
  await job.typeLogin(page, job.clinic);

  const steps = page.getByRole('region', { name: 'Set up your clinic' });
  await steps.getByRole('button', { name: 'Add lab details' }).click();
  await job.typeLab(page);
  await job.saveLab(page);
  await page.getByRole('button', { name: 'Add card details' }).click();
  await page.getByRole('button', { name: 'Pay with the test card' }).click();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('button', { name: 'Add patients' }).click();
  await expect(steps).toContainText('2 of 4 done');
  await job.importIntoGrid(page);
  await job.saveAll(page);
  await page.getByRole('button', { name: 'Authenticate them now' }).click();

  await page.getByRole('button', { name: `Order kit for ${job.patient.name}` }).click();
  const order = page.getByRole('dialog', { name: 'Order Kit' });
  await order.getByRole('button', { name: 'Authenticate' }).click();
  await expect(order.getByRole('button', { name: 'Authenticate' })).toBeHidden();
  await job.chooseKit(page);
  await job.placeOrder(page);
  await expect(order).toBeHidden();
  const confirmation = await page.context().newPage();
  await confirmation.goto((await newestMail(page, 'confirm-address', job.patient.email))?.link ?? '');
  await job.confirmAddress(confirmation);
  await expect(confirmation.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
  // One more is the press of the link in the mail.
  expect(clicks() + 1).toBeLessThanOrEqual(30);
  await confirmation.close();

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
