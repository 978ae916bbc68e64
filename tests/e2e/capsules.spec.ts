import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import { tokenOf } from '@tests/support/kept';
import * as job from '@tests/support/main-job';
import { openSection } from '@tests/support/main-job';
import { openRoom } from '@tests/support/mock-control';

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

test('a bug report that was saved as a file opens the page of the report, with its data and its note first', async ({
  page,
  browser,
}) => {
  await openPatients(page);
  await page.evaluate(() => window.__mock?.db.patch('patients', 'P-1001', { patient_name: 'Ada Renamed' }));
  await page.evaluate(() => window.__mock?.set('POST /patient/authenticate', '500'));
  const room = await openRoom(page, 'Data');
  await room.getByRole('button', { name: 'Report a bug' }).click();
  await expect(room.getByLabel(/What went wrong/)).toBeFocused();
  await page.keyboard.type('The name is wrong');
  const downloaded = page.waitForEvent('download');
  await room.getByRole('button', { name: 'Save file' }).click();
  const { code } = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'));

  const otherBrowser = await browser.newContext({ viewport: page.viewportSize() });
  const guest = await otherBrowser.newPage();
  await guest.goto(`/dashboard#mock=${code}`);
  await expect(guest.getByRole('main').getByText('Ada Renamed').first()).toBeVisible();
  expect(await guest.evaluate(() => window.__mock?.scenario().overrides.length)).toBe(1);
  await expect(guest.getByText('Bug report: The name is wrong')).toBeVisible();
  await guest.getByRole('button', { name: 'Demo data, bug report' }).click();
  const report = guest.getByRole('group', { name: 'Bug report' });
  await expect(report).toBeInViewport();
  await expect(report).toContainText('The name is wrong');
  await otherBrowser.close();
});
