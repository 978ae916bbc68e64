import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import { mockReady } from '@tests/support/mock-control';
import { terminateWorker } from '@tests/support/terminate-worker';

/** Makes a call that needs no sign-in; without a mock the static host has no such path. */
const ask = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/clinic/fetch-clinics');
    return { status: answer.status, isList: Array.isArray(await answer.json()) };
  });
const ANSWERED = { status: 200, isList: true };

/** Chrome stops only an idle worker, which has already stored the pages it controls. */
const expectPagesWrittenDown = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((key) => key.startsWith('mock-engine-pages'));
        const store = name === undefined ? undefined : await caches.open(name);
        const [record] = (await store?.matchAll()) ?? [];
        return ((await record?.json()) ?? []).length;
      }),
    )
    .toBeGreaterThanOrEqual(count);

const openReady = async (page: Page) => {
  await page.goto('/');
  await page.waitForFunction(() => '__mock' in window);
  await mockReady(page);
};

test('the last calls of a page that goes reach no real server', async ({ page }) => {
  const passed: string[] = [];
  page.context().on('response', (response) => {
    if (response.url().includes('/api/') && !response.fromServiceWorker()) passed.push(response.url());
  });
  await openReady(page);
  for (let time = 1; time <= 3; time += 1) {
    await page.evaluate(() =>
      addEventListener('pagehide', () => {
        for (let call = 0; call < 20; call += 1)
          void fetch('/api/clinic/fetch-clinics', { keepalive: true }).catch(() => undefined);
      }),
    );
    await page.reload();
    await mockReady(page);
  }
  expect(await ask(page)).toEqual(ANSWERED);
  expect(passed).toEqual([]);
});

test('a worker that was ended answers every open tab again, also after a reload', async ({
  page,
  context,
}) => {
  await openReady(page);
  const other = await context.newPage();
  await openReady(other);
  await expectPagesWrittenDown(page, 2);
  await terminateWorker(page);
  expect(await Promise.all([ask(page), ask(other)])).toEqual([ANSWERED, ANSWERED]);
  await terminateWorker(page);
  await openReady(other);
  expect(await Promise.all([ask(page), ask(other)])).toEqual([ANSWERED, ANSWERED]);
});

test('a reload past the cache loads the page once, and the mock backend answers it', async ({ page }) => {
  await openReady(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const devtools = await page.context().newCDPSession(page);
  for (let round = 1; round <= 2; round += 1) {
    const loaded = page.waitForEvent('load');
    await devtools.send('Page.reload', { ignoreCache: true });
    await loaded;
    await page.waitForFunction(() => '__mock' in window);
    await mockReady(page);
    expect(await ask(page)).toEqual(ANSWERED);
    expect(loads).toBe(round);
  }
});

test('the page learns that a call was answered, so that it does not keep the call', async ({ page }) => {
  await page.goto('login');
  await mockReady(page);
  await page.evaluate(() => {
    const ended: unknown[] = [];
    Reflect.set(window, 'endedCalls', ended);
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.type === 'RESPONSE' && data.payload.request.url.endsWith('/fetch-clinics'))
        ended.push(data.payload.response);
    });
  });
  for (let call = 0; call < 3; call += 1)
    await page.evaluate(async () => void (await (await fetch('/api/clinic/fetch-clinics')).json()));
  const ended = () => page.evaluate(() => Reflect.get(window, 'endedCalls') as object[]);
  await expect.poll(async () => (await ended()).length).toBe(3);
  // A copy of each response would cost memory, and not every browser can send one.
  expect(await ended()).toMatchObject([1, 2, 3].map(() => ({ status: 200, body: null })));
});
