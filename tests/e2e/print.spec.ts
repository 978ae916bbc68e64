import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

test('the patient list prints whole, without what can only be pressed', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider&mock.patients=120');
  await job.openUpdatePatients(page);
  const rows = job.patientTable(page).locator('tbody:not([aria-hidden]) tr');
  await expect(page.getByText('Robin Ellis')).toBeVisible();
  expect(await rows.count()).toBeLessThan(120);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(120);
  for (const hidden of [page.getByRole('banner'), page.getByRole('tablist'), page.getByRole('searchbox')]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0);
});

test('the patient profile prints its values, without navigation and buttons', async ({ page }) => {
  await page.goto('dashboard?mock.as=patient');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Robin Ellis');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
});
