import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import { tokenOf } from '@tests/support/kept';
import * as job from '@tests/support/main-job';
import { openSection } from '@tests/support/main-job';
import { mockReady, openRoom } from '@tests/support/mock-control';
import { chromiumFlags, findChromium } from '../../scripts/find-chromium';
import { ROOT } from '../../scripts/lib/run';

async function openPatients(page: Page) {
  await openDashboard(page);
  await openSection(page, 'Patients');
  await job.openUpdatePatients(page);
}

const textOf = (page: Page) => page.getByRole('main').innerText();

test('a shared capsule shows the same text on the same section, with edited rows and as the same role', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPatients(page);
  await page.evaluate(async () => {
    const [first] = window.__mock?.db.list('patients') ?? [];
    await window.__mock?.db.patch('patients', Reflect.get(first ?? {}, 'patient_id'), {
      patient_name: 'Ada Renamed',
    });
    window.__mock?.set('POST /patient/authenticate', '500');
  });
  await page.reload();
  await expect(page.getByRole('main').getByText('Ada Renamed').first()).toBeVisible();
  // The last of the figures to be loaded.
  await expect(page.getByText(/appointments? today$/)).toBeVisible();
  const shown = await textOf(page);
  const room = await openRoom(page, 'Scenarios');
  await room.getByRole('button', { name: 'Share' }).click();
  await expect(room.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const token = await tokenOf(page);

  const otherBrowser = await browser.newContext({ viewport: page.viewportSize() });
  const guest = await otherBrowser.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('main').getByText('Ada Renamed').first()).toBeVisible();
  await expect.poll(() => textOf(guest)).toBe(shown);
  expect(guest.url()).not.toContain('mock=');
  expect(await guest.evaluate(() => window.__mock?.scenario().overrides.length)).toBe(1);
  expect(await tokenOf(guest)).not.toBe(token);
  await otherBrowser.close();
});

test('on a phone the control room opens beside a dialog, which keeps what was chosen', async ({ page }) => {
  await openDashboard(page);
  await openSection(page, 'Booking / Order Kits');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Order kit for Robin Ellis' }).click();
  const order = page.getByRole('dialog', { name: 'Order Kit' });
  await order.getByLabel('Frequency').selectOption('Every 3 Months');
  await page.getByRole('button', { name: 'Demo data' }).click();
  await expect(page.getByRole('dialog', { name: 'Demo data' })).toBeVisible();
  await expect(order.getByLabel('Frequency').locator('option:checked')).toHaveText('Every 3 Months');
});

test('a bug that is reported in a dialog opens with the dialog, filled in, and its note first', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page);
  await openSection(page, 'Booking / Order Kits');
  await page.getByRole('button', { name: 'Order kit for Robin Ellis' }).click();
  const orderIn = (each: Page) => each.getByRole('dialog', { name: 'Order Kit' });
  await orderIn(page).getByLabel('Frequency').selectOption('Every 3 Months');
  await orderIn(page).getByLabel('Kit Type').selectOption('Standard 5 Panel, $129');
  await orderIn(page).getByRole('button', { name: 'Place Order' }).click();
  const termsIn = (each: Page) => each.getByRole('dialog').filter({ hasText: 'I agree' }).last();
  await expect(termsIn(page)).toBeVisible();
  const shown = await termsIn(page).innerText();

  await page.getByRole('button', { name: 'Demo data' }).click();
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await room.getByRole('button', { name: 'Report a bug' }).click();
  const copy = room.getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeInViewport();
  await room.getByLabel(/What went wrong/).fill('The terms are unclear');
  await copy.click();
  await expect(room.getByText(/^Copied/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const otherBrowser = await browser.newContext({ viewport: page.viewportSize() });
  const guest = await otherBrowser.newPage();
  await guest.goto(link);
  await expect(termsIn(guest)).toBeVisible();
  expect(await termsIn(guest).innerText()).toBe(shown);
  const fields = guest.getByRole('dialog', { name: 'Order Kit', includeHidden: true });
  await expect(fields.getByLabel('Frequency').locator('option:checked')).toHaveText('Every 3 Months');
  await expect(fields.getByLabel('Kit Type').locator('option:checked')).toHaveText('Standard 5 Panel, $129');
  await expect(guest.getByText('Bug report: The terms are unclear')).toBeVisible();
  await guest.getByRole('button', { name: 'Demo data, bug report' }).click();
  const note = guest.getByRole('group', { name: 'Bug report' });
  await expect(note).toBeInViewport();
  await expect(note).toContainText('The terms are unclear');
  await guest.keyboard.press('Control+.');
  await guest.reload();
  await expect(guest.getByRole('button', { name: 'Demo data, bug report' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Order kit for Robin Ellis' })).toBeVisible();
  await expect(guest.getByRole('dialog', { name: 'Order Kit' })).toHaveCount(0);
  await otherBrowser.close();
});

test('a reported bug is exported as a Playwright test that passes on the same build', async ({
  page,
  noise,
}) => {
  test.setTimeout(180_000);
  noise.allowStatus(500);
  await openPatients(page);
  // From here on the recording has a start of its own, as after a reload.
  await page.reload();
  await mockReady(page);
  await page.evaluate(() => window.__mock?.set('PUT /patient/update-patient/{id}', '500'));
  await page.getByRole('button', { name: 'Edit Robin Ellis', exact: true }).click();
  const phone = page.getByRole('table').getByLabel('Phone');
  await phone.fill('+1 206 555 0199');
  await phone.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();

  const room = await openRoom(page, 'Scenarios');
  await room.getByRole('button', { name: 'Report a bug' }).click();
  await room.getByLabel(/What went wrong/).fill('The phone is not saved');
  await expect(room.getByText(/^4 actions and /)).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await room.getByRole('button', { name: 'Export as Playwright test' }).click();

  const folder = join(ROOT, '.cache/exported-test');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await (await downloaded).saveAs(join(folder, 'bug.spec.ts'));
  const executablePath = findChromium();
  const launchOptions = { args: chromiumFlags(), ...(executablePath && { executablePath }) };
  const config = { testDir: '.', outputDir: './results', reporter: 'line', use: { launchOptions } };
  await writeFile(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
  const command = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'test', '--config', join(folder, 'playwright.config.mjs')],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: process.env.HOME } },
  );
  expect(stdout).toContain('1 passed');
});
