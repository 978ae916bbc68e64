import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

const WAS_RESET = 'The demo data was reset in another tab.';
const WAS_DELETED = 'The stored demo data was deleted. This tab goes on with what it has.';

/**
 * A second tab of the signed-in clinic, on the same data. Waits for its last read: a read that is pending during a
 * reset would be rejected and end the session.
 */
const openSecondTab = async (page: Page) => {
  const other = await page.context().newPage();
  const lastRead = other.waitForResponse('**/shopify/fetch-products');
  await other.goto('dashboard');
  await mockReady(other);
  await expect(other.getByText(/^Hey, /)).toBeVisible();
  await lastRead;
  return other;
};
const showPatients = async (page: Page) => {
  await job.openUpdatePatients(page);
  await expect(job.patientTable(page).getByText('Robin Ellis')).toBeVisible();
  // The last call of the section: a call that ends after the databases were deleted stores the data again.
  await expect(page.getByText(/appointments? today/)).toBeVisible();
};
const isShown = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
const expectLogIn = (page: Page) => expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
test('data that is reset in one tab is announced in the other, which keeps what was typed and leads to the login', async ({
  page,
  noise,
}) => {
  noise.allowStatus(401);
  await job.logIn(page, demoProvider);
  const other = await openSecondTab(page);
  await other.getByLabel('Name, row 1', { exact: true }).fill('Ada Byron');
  await page.evaluate(() => window.__mock?.reset({ preset: 'empty' }));
  await isShown(other, WAS_RESET);
  await expect(other.getByLabel('Name, row 1', { exact: true })).toHaveValue('Ada Byron');
  // The reset ended the session, as a backend that lost its data does; the next call reports it.
  await job.openUpdatePatients(other);
  await expectLogIn(other);
  await job.logIn(other, demoProvider);
  await job.openUpdatePatients(other);
  await expect(other.getByText('Robin Ellis')).toBeHidden();
});

test('site data that is cleared under two open tabs leaves both usable', async ({ page, noise, baseURL }) => {
  noise.allowStatus(401);
  await job.logIn(page, demoProvider);
  const other = await openSecondTab(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(baseURL ?? 'http://localhost').origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  });
  await isShown(other, WAS_DELETED);
  for (const tab of [page, other]) {
    await tab.reload();
    await mockReady(tab);
    await expectLogIn(tab);
  }
  await job.logIn(page, demoProvider);
  // The other tab detects the login.
  for (const tab of [page, other]) await showPatients(tab);
});
