import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

test('the patient list prints whole, without what can only be pressed', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider&mock.patients=120');
  await job.openUpdatePatients(page);
  const rows = job.patientTable(page).locator('tbody tr:not([aria-hidden] tr)');
  await expect(page.getByText('Robin Ellis')).toBeVisible();
  expect(await rows.count()).toBeLessThan(120);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(120);
  for (const hidden of [page.getByRole('banner'), page.getByRole('tablist')])
    await expect(hidden).toBeHidden();
  for (const text of ['Hey, ', 'Demo data']) await expect(page.getByText(text).first()).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows).not.toHaveCount(120);
});

test('the patient profile prints its values, without navigation and buttons', async ({ page }) => {
  await page.goto('dashboard?mock.as=patient');
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Robin Ellis');
  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  const street = await page.getByLabel('Street').boundingBox();
  expect(street?.width, 'as wide as the paper').toBeGreaterThan(700);
  await expect(page.getByRole('region', { name: 'Kit Tracking Status' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
