import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { newestMail, someoneToOrderFor } from '@tests/support/mock-control';

/** The main job by keyboard only: no clicks, and focus moves only by key presses. */

/** Presses Tab until the control has a visible focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const state = () =>
    control.evaluate((element) => ({
      focused: element === document.activeElement,
      seen: element.matches(':focus-visible'),
    }));
  for (let stops = 0; stops < 200; stops += 1) {
    const { focused, seen } = await state();
    if (focused) return expect(seen, 'the focus can be seen').toBe(true);
    await page.keyboard.press('Tab');
  }
  throw new Error(`No key leads to ${control}.`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, message: string) => expect(page.getByText(message)).toBeVisible();

async function chooseKit(page: Page, dialog: Locator): Promise<void> {
  const kits = dialog.getByLabel('Kit Type');
  // A key chooses among the options that are there.
  await expect(kits).toContainText('Essential');
  await type(page, kits, 'Essential');
}

const openBookings = (page: Page) =>
  press(page, page.getByRole('navigation').getByRole('button', { name: 'Booking / Order Kits' }));

test('a clinic signs up, terms and code included', async ({ page }) => {
  await page.goto('.');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Sign Up' }));
  await expect(page.getByRole('heading', { name: 'Choose Your Option' })).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Provider', exact: true }));
  for (const [label, text] of job.clinicEntries) {
    await type(page, page.getByLabel(label, { exact: true }), text);
    // Closes the address suggestions.
    if (label === 'Street') await page.keyboard.press('Escape');
  }
  const box = page.getByRole('checkbox', { name: /I agree to the Terms/ });
  const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
  await press(page, box, 'Space');
  await expect(terms).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).not.toBeChecked();
  await press(page, box, 'Space');
  await press(page, button(terms, 'I agree'));
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  await press(page, button(page, 'Sign Up'));
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  const mail = await newestMail(page, 'otp', job.clinic.email);
  await type(page, page.getByLabel('Verification Code'), mail?.code ?? '');
  await page.keyboard.press('Enter');
  await job.expectRegistered(page);
});

test('a provider orders a kit', { tag: '@smoke' }, async ({ page }) => {
  await openDashboard(page);
  const name = await someoneToOrderFor(page);
  await openBookings(page);
  await type(page, page.getByRole('searchbox'), name);
  const cart = button(page, `Order kit for ${name}`);
  await press(page, cart);
  const dialog = page.getByRole('dialog', { name: 'Order Kit' });
  await type(page, dialog.getByLabel('Frequency'), 'Every 3');
  await chooseKit(page, dialog);
  await press(page, button(dialog, 'Place Order'));
  await press(page, button(page.getByRole('dialog', { name: 'Terms and Conditions' }), 'I agree'));
  await toast(page, `We emailed ${name} to confirm the delivery address.`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cart).toBeFocused();
});

test('a provider books an appointment', async ({ page }) => {
  await openDashboard(page);
  const name = await someoneToOrderFor(page);
  await openBookings(page);
  await type(page, page.getByRole('searchbox'), name);
  const calendar = button(page, `Book appointment for ${name}`);
  await press(page, calendar);
  const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
  await type(page, dialog.getByLabel('Provider Type'), 'Nurse');
  await type(page, dialog.getByLabel('Date'), '12312099');
  await type(page, dialog.getByLabel(/Start/), '1030AM');
  await type(page, dialog.getByLabel(/End/), '1100AM');
  await type(page, dialog.getByLabel('Meet Link'), 'https://meet.example.com/room');
  await press(page, button(dialog, 'Send Invitation'));
  await toast(page, 'Invitation sent successfully!');
  await expect(calendar).toBeFocused();
});

test('a patient updates the profile, and is back on Update', async ({ page }) => {
  await page.goto('dashboard?mock.as=patient');
  await type(page, page.getByLabel('Age'), '1');
  const update = button(page.getByRole('main'), 'Update');
  await press(page, update);
  const question = page.getByRole('alertdialog', { name: 'Update your profile?' });
  // The answer comes after the closing animation of the question.
  await page.evaluate(() =>
    window.__mock?.set('POST /patient/update-patient-profile', 'ok', { times: 1, delay: 1500 }),
  );
  await press(page, button(question, 'Update'));
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Profile updated');
  await expect(question).toHaveCount(0);
  await expect(update).toBeFocused();
});
