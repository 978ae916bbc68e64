import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { rowsOf } from '@tests/support/mock-control';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** Simulates WebKit, which never releases the lock of a page that was left while it started. */
const holdLock = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('kitwell-mock:/:data', () => {
          resolve();
          return new Promise(() => undefined);
        });
      }),
  );

const neverRegister = (page: Page) =>
  page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => undefined);
  });
const badge = (page: Page, limits: string) =>
  page.getByRole('button', { name: `Demo data, ${limits}`, exact: true });

test('where the browser never registers the worker, the demo starts without it and reports it', async ({
  page,
}) => {
  await neverRegister(page);
  await job.logIn(page, demoProvider);
  await expect(badge(page, 'no service worker')).toBeVisible();
  await job.openUpdatePatients(page);
  await expect(job.patientTable(page).getByText('Robin Ellis')).toBeVisible();
});

test('a page that gets no lock shows what is stored, keeps the user signed in, and writes nothing over it', async ({
  page,
}) => {
  await job.logIn(page, demoProvider);
  const other = await page.context().newPage();
  await other.goto('robots.txt');
  await holdLock(other);
  await page.reload();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await expect(badge(page, 'this tab only')).toBeVisible();
  await job.logOut(page);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  // Once the lock is free, the changes of the single-tab session are dropped and the stored data is intact.
  await other.close();
  await job.logIn(page, demoProvider);
  await expect(page.getByRole('button', { name: 'Demo data', exact: true })).toBeVisible();
  expect(await rowsOf(page, 'sessions')).toHaveLength(2);
});

test('a demo link that signs in opens the dashboard in one load', async ({ page }) => {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto('dashboard?mock.as=provider');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  expect(loads).toBe(1);
});
