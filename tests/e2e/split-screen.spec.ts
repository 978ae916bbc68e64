import type { FrameLocator, Page } from '@playwright/test';
import { robin } from '@tests/support/demo';
import { expect, testInSharedContext as test } from '@tests/support/e2e';

type Account = 'provider' | 'patient';

const within = (page: Page, account: Account): FrameLocator =>
  page.frameLocator(`iframe[name="mock-frame-${account}"]`);
const greetings = { provider: 'Hey, Harbor Street Clinic', patient: `Hey, ${robin}` } as const;

async function bothSignedIn(page: Page): Promise<void> {
  for (const account of ['provider', 'patient'] as const)
    await expect(within(page, account).getByText(greetings[account])).toBeVisible();
}

async function open(page: Page): Promise<void> {
  await page.goto('__mock/split');
  await bothSignedIn(page);
}

const journey = (page: Page) =>
  within(page, 'patient').getByRole('region', { name: 'Kit Tracking Status' }).getByRole('status').first();
const time = (page: Page) => page.getByRole('slider', { name: 'Time' });
const mailbox = (page: Page) => page.getByRole('list', { name: 'Mails, newest first' });

async function orderForRobin(page: Page): Promise<void> {
  const provider = within(page, 'provider');
  await provider
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('button', { name: 'Booking / Order Kits' })
    .click();
  const opener = provider.getByRole('button', { name: `Order kit for ${robin}` });
  await opener.click();
  const order = provider.getByRole('dialog', { name: 'Order Kit' });
  await order.getByLabel('Frequency').selectOption('3 Months');
  await order.getByLabel('Kit Type').selectOption({ index: 1 });
  await order.getByRole('button', { name: 'Place Order' }).click();
  await provider
    .getByRole('dialog', { name: 'Terms and Conditions' })
    .getByRole('button', { name: 'I agree' })
    .click();
  // A key pressed elsewhere before the dialog has given the focus back would go to its frame.
  await expect(opener).toBeFocused();
}

async function confirmAddress(page: Page): Promise<void> {
  const patient = within(page, 'patient');
  await patient.getByRole('button', { name: 'Confirm Address' }).click();
  await patient
    .getByRole('alertdialog', { name: 'Confirm Action' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(patient.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();
}

test('one link shows a clinic and its patient, from one kit to the next, on one clock', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await expect(journey(page)).toHaveText('Kit shipped');

  await test.step('the kit follows the time, in both directions', async () => {
    await page.getByRole('button', { name: 'Kit delivered' }).click();
    await expect(journey(page)).toHaveText('Kit delivered');
    await time(page).press('Home');
    await expect(journey(page)).toHaveText('Order placed');
    // Six hours a key: on the second day the kit is shipped.
    for (let hours = 0; hours <= 24; hours += 6) await time(page).press('ArrowRight');
    await expect(journey(page)).toHaveText('Kit shipped');
    await expect(time(page)).toHaveAttribute('aria-valuetext', /: Kit shipped$/);
    await time(page).press('End');
    await expect(journey(page)).toHaveText('Results ready');
  });

  await test.step('what the clinic orders is in the mailbox, and its link opens on the phone', async () => {
    await orderForRobin(page);
    const mail = mailbox(page).getByRole('listitem').first();
    await expect(mail).toContainText('To patient@kitwell.test');
    await mail.getByRole('link', { name: 'Open link' }).press('Enter');
    await confirmAddress(page);
    await page.getByRole('link', { name: 'Patient’s Dashboard' }).click();
    await expect(journey(page)).toHaveText('Order placed');
  });

  await test.step('the new kit has a journey of its own', async () => {
    await page.getByRole('button', { name: 'Kit shipped' }).click();
    await expect(journey(page)).toHaveText('Kit shipped');
  });

  await test.step('started over, all of it is as at first', async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'Yes, start over' }).click();
    await bothSignedIn(page);
    await expect(journey(page)).toHaveText('Kit shipped');
    await expect(mailbox(page).getByText('To patient@kitwell.test')).toHaveCount(0);
  });
});
