import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, openRoom, rowsOf } from '@tests/support/mock-control';
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
const rejectRegistration = (page: Page) =>
  page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('Rejected.', 'SecurityError'));
  });
/** Simulates a browser whose worker process hangs: registered, but controlling no page. */
const neverControl = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator.serviceWorker, 'controller', { get: () => null });
  });
const neverOpenDatabase = (page: Page) =>
  page.addInitScript(() => {
    indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
  });

const badge = (page: Page, limits: string) =>
  page.getByRole('button', { name: `Demo data, ${limits}`, exact: true });

for (const { what, prepare, limits } of [
  { what: 'never registers the worker', prepare: neverRegister, limits: 'no service worker' },
  { what: 'rejects the worker', prepare: rejectRegistration, limits: 'no service worker' },
  { what: 'never puts the page under the worker', prepare: neverControl, limits: 'no service worker' },
  { what: 'never opens the database', prepare: neverOpenDatabase, limits: 'this tab only' },
  {
    what: 'keeps the data locked by another page',
    prepare: async (page: Page) => {
      // A page of the same origin without the app.
      const other = await page.context().newPage();
      await other.goto('robots.txt');
      await holdLock(other);
    },
    limits: 'this tab only',
  },
]) {
  test(`where the browser ${what}, the demo starts with a fallback and reports it`, async ({ page }) => {
    await prepare(page);
    await job.logIn(page, demoProvider);
    await expect(badge(page, limits)).toBeVisible();
    await job.openUpdatePatients(page);
    await expect(job.patientTable(page).getByText('Robin Ellis')).toBeVisible();
  });
}

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

test('an address applies what is right in it, and the page it leads to says what is wrong, and why', async ({
  page,
}) => {
  await page.goto('login?mock=&mock.preset=nope&mock.as=provider&mock.seed=7&mock.fail=POST /nowhere:500');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  const toast = page.getByRole('status').filter({ hasText: 'In the address' });
  for (const reason of [
    'mock= is ignored: The share link is damaged: nothing was changed.',
    'mock.preset=nope is ignored: There is no preset "nope". Presets: demo, empty, new-clinic, large.',
    'mock.seed=7 is ignored: without a valid mock.preset, the data stays as it is.',
    'mock.fail=POST /nowhere:500 is ignored: There is no operation "POST /nowhere".',
  ]) {
    await expect(toast).toContainText(reason);
  }
  expect(await page.evaluate(() => window.__mock?.choice().seed)).toBe(1);
  const room = await openRoom(page, 'Scenarios');
  await expect(room.getByText(/mock\.preset=nope is ignored: .* Operations: .*$/)).toBeVisible();
});

test('an address whose story does not exist applies the rest, and lists the stories', async ({ page }) => {
  await page.goto('dashboard?mock.story=kit-lost&mock.preset=new-clinic&mock.as=provider');
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await expect(
    page.getByText('In the address, mock.story=kit-lost is ignored: There is no story "kit-lost". Stories: '),
  ).toBeVisible();
  expect(await page.evaluate(() => window.__mock?.choice().preset)).toBe('new-clinic');
});

test('`__mock.as` answers its caller before the page is left', async ({ page }) => {
  await page.goto('.');
  await mockReady(page);
  const order = await page.evaluate(async () => {
    const seen: string[] = [];
    const left = new Promise<void>((resolve) =>
      navigation.addEventListener('navigate', (event) => {
        // Cancels the navigation, so that the page can return the order.
        event.preventDefault();
        seen.push('left');
        resolve();
      }),
    );
    await window.__mock?.as('patient');
    seen.push('answered');
    await left;
    return seen;
  });
  expect(order).toEqual(['answered', 'left']);
});
