import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { openSection } from '@tests/support/main-job';
import { openRoom } from '@tests/support/mock-control';

async function openPatients(page: Page) {
  await openDashboard(page);
  await openSection(page, 'Patients');
  await job.openUpdatePatients(page);
}

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
