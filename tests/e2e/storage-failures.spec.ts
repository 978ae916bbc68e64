import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** Simulates a browser that blocks storage for this site: every access throws. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });

test('where the browser blocks storage, everything works as long as the page lasts, and the grid reports that it cannot be stored', async ({
  page,
  noise,
}) => {
  noise.allow(/storage rejected a write/);
  await blockStorage(page);
  await page.goto('.');
  await expect(page.locator('h1')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await job.typeLogin(page, demoProvider);
  await page.getByLabel('Name, row 1', { exact: true }).fill('Ada Byron');
  await expect(page.getByText(/Your browser blocks storage/)).toBeVisible();
  await job.openUpdatePatients(page);
  await expect(job.patientTable(page).getByText('Robin Ellis')).toBeVisible();
  await page.getByRole('tab', { name: 'Add Patients' }).click();
  await expect(page.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron');
  await job.logOutUnsaved(page);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
});
