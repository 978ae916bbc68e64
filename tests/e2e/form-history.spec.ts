import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import { findFullChromium } from '../../scripts/find-chromium';

/** Types a text and saves it, in a form whose field a browser stores: otherwise an empty history would prove nothing. */
async function typeIntoOtherSite(page: Page, text: string): Promise<void> {
  await page.route('https://other.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<form><input name="city"><button>Save</button></form>',
    }),
  );
  await page.goto('https://other.test/form');
  await page.getByRole('textbox').pressSequentially(text);
  await page.getByRole('button').click();
  await page.waitForURL(/city=/);
}

test('a patient’s profile leaves nothing in the browser’s form history', async ({ baseURL }) => {
  const executablePath = findFullChromium();
  test.skip(executablePath === undefined, 'A headless shell has no form history.');
  const folder = await mkdtemp(join(tmpdir(), 'form-history-'));
  const typed = ['Zebra Street 77', 'Quokkatown', 'Flat Okapi'];
  try {
    const context = await chromium.launchPersistentContext(folder, {
      ...(baseURL ? { baseURL } : {}),
      ...test.info().project.use.launchOptions,
      ...(executablePath ? { executablePath } : {}),
    });
    const page = await context.newPage();
    await page.goto('dashboard?mock.as=patient');
    const [street, city, line2] = ['Street', 'City', 'Address Line 2'].map((label) =>
      page.getByRole('main').getByLabel(label, { exact: true }),
    );
    for (const [index, field] of [street, city, line2].entries()) {
      await field?.clear();
      await field?.pressSequentially(typed[index] ?? '');
    }
    await page.getByRole('main').getByRole('button', { name: 'Update' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await page.getByRole('button', { name: /^Hey, / }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
    await typeIntoOtherSite(page, 'Wombatville');
    // The browser writes its database when it is closed.
    await context.close();
    const history = await readFile(join(folder, 'Default', 'Web Data'));
    expect(['Wombatville', ...typed, 'Robin Ellis'].filter((text) => history.includes(text))).toEqual([
      'Wombatville',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
