import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import { mockReady } from '@tests/support/mock-control';

const openRoom = async (page: Page, tab: string) => {
  await expect(page.getByRole('button', { name: 'Demo data' })).toBeVisible();
  await page.keyboard.press('Control+.');
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await room.getByRole('tab', { name: tab }).click();
  return room;
};

const logIn = (page: Page) => page.getByRole('button', { name: 'Log in as provider' }).click();

test('an answer chosen in the control room is what the product gets, here and behind a shared link', async ({
  page,
  browser,
  baseURL,
  noise,
}) => {
  noise.allowStatus(500);
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Scenarios');
  await room.getByLabel('Answer of POST /auth/login').selectOption('500');
  const link = await page.evaluate(() => window.__mock?.share() ?? '');
  await logIn(page);
  await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();

  await test.step('on another machine the link rebuilds it and leaves the address', async () => {
    const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const guest = await elsewhere.newPage();
    await guest.goto(link);
    await expect.poll(() => guest.url()).not.toContain('mock=');
    await mockReady(guest);
    await logIn(guest);
    await expect(guest.getByText('Server error. Please try again later').first()).toBeVisible();
    await elsewhere.close();
  });

  await test.step('taken back, the next try goes through', async () => {
    await room.getByLabel('Answer of POST /auth/login').selectOption('');
    await logIn(page);
    await expect(page.getByText(/^Hey, /)).toBeVisible();
  });
});

test('bodies that arrive badly, named in the address, reach the page through the worker', async ({
  page,
  noise,
}) => {
  noise.allowNetworkFailure();
  noise.allowStatus(503);
  const login = { operation: 'POST /auth/login', times: 1 };
  const parameters = [
    { ...login, branch: ['503', { branch: 'ok', resetAfter: 5 }, { branch: 'ok', drip: 600 }] },
    { operation: 'GET /clinic/fetch-clinics', branch: 'ok', truncateAfter: 9 },
  ].map((override) => `mock.set=${encodeURIComponent(JSON.stringify(override))}`);
  await page.goto(`login?${parameters.join('&')}`);
  await mockReady(page);
  expect(page.url()).not.toContain('mock.set');
  expect(await page.evaluate(async () => (await fetch('/api/clinic/fetch-clinics')).text())).toHaveLength(9);
  const error = page.getByText('Server error. Please try again later').first();
  for (const times of [1, 2]) {
    await logIn(page);
    const query = { operation: login.operation, times };
    await page.evaluate((wanted) => window.__mock?.log.waitFor(wanted), query);
    await expect(error).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in as provider' })).toBeEnabled();
  }
  await logIn(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  const answers = await page.evaluate(() => window.__mock?.log.find({ operation: 'POST /auth/login' }));
  expect(answers?.map(({ branch, arrival }) => [branch, arrival?.resetAfter, arrival?.drip])).toEqual([
    ['503', undefined, undefined],
    ['ok', 5, undefined],
    ['ok', undefined, 600],
  ]);
});

test('an answer is written by hand on a phone, in turn and for one account', async ({ page, noise }) => {
  noise.allowStatus(418);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Scenarios');
  await room.getByText('Answer by hand').click();
  await room.getByLabel('Call', { exact: true }).selectOption('POST /auth/login');
  await room.getByLabel('Branch or status').fill('418');
  await room.getByLabel('Headers').fill('Retry-After: 30');
  await room.getByRole('button', { name: 'Then another' }).click();
  await room.getByLabel('Branch or status').fill('ok');
  await room.getByLabel('The call is by').fill('provider@kitwell.test');
  await room.getByRole('button', { name: 'Set answer' }).click();
  await expect(room.getByText('POST /auth/login answers so now.')).toBeVisible();
  expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await logIn(page);
  await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();
  await logIn(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
});

test('moving the clock moves the kits', async ({ page }) => {
  await page.goto('login?mock.as=patient');
  const tracking = page.getByRole('region', { name: 'Kit Tracking Status' });
  await expect(tracking).toContainText('Kit shipped');
  const room = await openRoom(page, 'Clock');
  await room.getByRole('button', { name: /^\+ 3 days/ }).click();
  await room.getByRole('button', { name: 'Close' }).click();
  await tracking.getByRole('button', { name: 'Refresh' }).click();
  await expect(tracking.getByRole('status').filter({ hasText: 'Kit delivered' })).toBeVisible();
});

test('the chart of a live machine lights up where the product is', async ({ page }) => {
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Machines');
  const system = room.getByRole('navigation', { name: 'Actor system' });
  await system.getByRole('button', { name: 'session signedOut' }).click();
  await expect(room.getByRole('img', { name: 'session is in signedOut' })).toBeVisible();
  await logIn(page);
  await expect(room.getByRole('img', { name: 'session is in signedIn' })).toBeVisible();
  const session = system.getByRole('listitem').filter({ hasText: /^session/ });
  await expect(session.getByRole('button', { name: /^(account|dashboard|idle) / })).toHaveCount(3);
});
