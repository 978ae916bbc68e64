import { ada, firstName, holdEnter, openDashboard, pastePatient } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, timesAnswered } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** Keys that are held down, and presses that come twice: only a browser repeats them. */

test('Enter held down logs in once, and Back and Forward lead there and back', async ({ page }) => {
  await page.goto('info');
  await page.goto('login');
  await mockReady(page);
  await job.fillIn(page, [
    ['Email', demoProvider.email],
    ['Password', demoProvider.password],
  ]);
  await holdEnter(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeFocused();
  expect(await timesAnswered(page, 'POST /auth/login')).toBe(1);
  await job.openSection(page, 'Booking / Order Kits');
  await page.goto('info');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Booking / Order Kits');
  await page.goForward();
  await expect(page.locator('h1')).toHaveText(/^Your clinic/);
});

test('Enter held down in a dialog sends it once, and neither opens it again nor agrees to the terms', async ({
  page,
}) => {
  await openDashboard(page);
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('button', { name: 'Order kit for Robin Ellis' }).click();
  await job.chooseKit(page);
  const order = page.getByRole('dialog', { name: 'Order Kit' });
  await order.getByRole('button', { name: 'Place Order' }).focus();
  await holdEnter(page);
  const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
  await expect(terms).toBeVisible();
  expect(await timesAnswered(page, 'POST /alert/request-address-confirmation-single-patient')).toBe(0);
  for (const open of [terms, order]) {
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0);
  }

  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  const opener = page.getByRole('button', { name: 'Book Robin Ellis', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
  await job.fillIn(dialog, [
    ['Provider Type', 'Physician'],
    ['Time Slot', 'The only slot'],
    ['Meet Link', 'https://meet.example.com/once'],
  ]);
  await page.keyboard.down('Enter');
  await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
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

test('cells that were copied elsewhere are pasted into the grid with Ctrl+V', async ({ page }) => {
  await openDashboard(page);
  const first = page.getByLabel('Name, row 1', { exact: true });
  await expect(first).toBeVisible();
  await page.evaluate((text) => {
    const sheet = document.createElement('textarea');
    sheet.id = 'sheet';
    sheet.value = text;
    document.body.append(sheet);
    sheet.focus();
    sheet.select();
  }, ada.cells.join('\t'));
  await page.keyboard.press('Control+c');
  await page.evaluate(() => document.querySelector('#sheet')?.remove());
  await first.click();
  await page.keyboard.press('Control+v');
  await expect(first).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Email, row 1', { exact: true })).toHaveValue(ada.email);
});
