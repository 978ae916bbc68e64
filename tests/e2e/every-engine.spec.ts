import { ada, openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { rowsOf } from '@tests/support/mock-control';

/** What no other spec of `npm run test:engines` covers. */

test('logging out ends the session in the backend', async ({ page }) => {
  await job.logIn(page, { email: 'provider@kitwell.test', password: 'Provider1!' });
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const sessions = async () => (await rowsOf(page, 'sessions')).filter((row) => row.token === token);
  expect(await sessions()).toHaveLength(1);
  await job.logOut(page);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect.poll(sessions).toEqual([]);
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

test('the chat asks who the visitor is, answers a message, and leads to the providers’ page', async ({
  page,
}) => {
  await page.goto('.');
  await page.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }).click();
  const chat = page.getByRole('dialog', { name: /^Chat with/ });
  await chat.getByLabel('Message').fill('Do you deliver to Boston?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('Do you deliver to Boston?')).toBeVisible();
  await expect(chat.getByLabel('Message')).toHaveValue('');
  // The answer scrolls the conversation: a press just then would miss its button.
  await expect(chat.getByRole('paragraph').filter({ hasText: 'Kitwell:' })).toHaveCount(2);
  await chat.getByRole('button', { name: 'PROVIDER' }).click();
  await chat.getByRole('button', { name: 'Sexual Health' }).click();
  await page.waitForFunction(() => location.pathname === '/info');
});
