import type { Page } from '@playwright/test';
import { ada, firstName, holdEnter, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, rowsOf, timesAnswered } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

test.setTimeout(90_000);

const adas = async (page: Page) =>
  (await rowsOf(page, 'patients')).filter((row) => row.patient_email === ada.email);

test('Enter held down logs in once, and Back and Forward lead there and back', async ({ page }) => {
  await page.goto('info');
  await page.goto('login');
  await mockReady(page);
  await page.evaluate(() => window.__mock?.latency(300, 300));
  await job.fillIn(page, [
    ['Email', demoProvider.email],
    ['Password', demoProvider.password],
  ]);
  await holdEnter(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  expect(await timesAnswered(page, 'POST /auth/login')).toBe(1);
  await job.openSection(page, 'Booking / Order Kits');
  await page.goto('info');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Booking / Order Kits');
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(/^Your clinic/);
});

test('two tabs that save the same rows at the same time store them once', async ({ page, context }) => {
  await openDashboard(page);
  await pastePatient(page, ada.cells);
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(second.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron');
  await mockReady(second);
  for (const tab of [page, second]) await tab.evaluate(() => window.__mock?.latency(4000, 4000));
  // Clicked by script, because the second button may already be disabled.
  for (const tab of [page, second])
    await tab.getByRole('button', { name: /^Sav/ }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText('Patients added successfully')).toBeVisible();
  await expect(second.getByLabel('Name, row 1', { exact: true })).toHaveValue('');
  expect(await timesAnswered(page, 'POST /patient/add-patients')).toBe(1);
  expect(await timesAnswered(second, 'POST /patient/add-patients')).toBe(0);
  expect(await adas(second)).toHaveLength(1);
});

test('Enter held down in a dialog sends it once, and does not open it again', async ({ page }) => {
  await openDashboard(page);
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await page.getByRole('button', { name: 'Book Robin Ellis', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
  await job.fillIn(dialog, [
    ['Provider Type', 'Physician'],
    ['Time Slot', 'The only slot'],
    ['Meet Link', 'https://meet.example.com/once'],
  ]);
  await page.keyboard.down('Enter');
  await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Book Robin Ellis', exact: true })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await timesAnswered(page, 'POST /booking/send-invitation')).toBe(1);
});

test('the focus stays at hand in the grid, whatever goes away below it', async ({ page }) => {
  await openDashboard(page);
  await firstName(page).fill('Ada');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(firstName(page)).toHaveValue('');
  await expect(undo).toBeFocused();
  for (let rows = 10; rows > 0; rows -= 1) {
    await page.getByRole('button', { name: `Remove row ${rows}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Remove row/ })).toHaveCount(rows - 1);
  }
  await expect(page.getByRole('button', { name: 'Add row' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(firstName(page)).toBeFocused();
  await pastePatient(page, ada.cells);
  await page.getByRole('button', { name: 'Save All' }).dblclick();
  await expect(page.getByText('Patients added successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save All' })).toBeFocused();
});
