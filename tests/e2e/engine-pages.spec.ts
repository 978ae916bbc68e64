import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import { expect, test } from '@tests/support/e2e';
import { build, type PreviewServer, preview } from 'vite';
import { ROOT } from '../../scripts/lib/run';
import { withoutCookieStore } from '../../src/mocks/vite-plugin';

const PORT = 5227;
const PAGE = `http://localhost:${PORT}/app/`;
const ENGINE = join(ROOT, 'packages/mock-engine');
const BUILD = join(ROOT, '.cache/dist-portal');

// Its requests are the page's own.
test.use({ baseURL: PAGE });
// One build and one server for all tests.
test.describe.configure({ mode: 'default' });

let server: PreviewServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const shared = { root: join(ENGINE, 'examples/portal'), configFile: false, logLevel: 'error' } as const;
  await build({
    ...shared,
    // As of a bundler that gives the page no base path.
    base: './',
    // As in the package, MSW keeps no cookies.
    plugins: [withoutCookieStore, tailwindcss()],
    resolve: {
      alias: {
        '@kitwell/mock-engine/browser': join(ROOT, 'src/mocks/panel/room/start-mock.ts'),
        '@kitwell/mock-engine': join(ENGINE, 'src'),
        '@': join(ROOT, 'src'),
      },
    },
    build: { outDir: BUILD, emptyOutDir: true, target: 'es2022' },
  });
  copyFileSync(join(ENGINE, 'src/worker/mock-worker.js'), join(BUILD, 'mock-worker.js'));
  const mswWorker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  copyFileSync(mswWorker, join(BUILD, 'mockServiceWorker.js'));
  server = await preview({
    ...shared,
    base: '/app/',
    build: { outDir: BUILD },
    preview: { port: PORT, strictPort: true },
  });
});
test.afterAll(() => server?.close());

/** Opens the page, which renders once its calls are answered. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${PAGE}${query}`);
  await expect(page.getByRole('heading', { name: 'Pets and products' })).toBeVisible();
}

const first = (url: string) =>
  fetch(url).then(async (response) => Reflect.get((await response.json())[0], 'name') as string);

test('a page below a base path has several mocks in one worker, one control room, and its own sockets', async ({
  page,
  noise,
}) => {
  noise.allow(/WebSocket connection to 'ws:\/\/localhost:1\/' failed/);
  await open(page);
  const badge = page.getByRole('button', { name: 'Demo data', exact: true });
  await expect(badge).toHaveCount(1);
  expect(await page.evaluate(first, 'https://pets.example/pets')).toBe('Tom');
  expect(await page.evaluate(first, 'https://shop.example/products')).toBe('Kettle');
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
    `${PAGE}mock-worker.js`,
  );
  const signedIn = await page.evaluate(async () => {
    const body = JSON.stringify({ email: 'ida@shop.test', password: 'tea' });
    const headers = { 'content-type': 'application/json' };
    const credentials = 'include';
    await fetch('https://shop.example/session', { method: 'POST', headers, body, credentials });
    return (await fetch('https://shop.example/me', { credentials })).status;
  });
  expect(signedIn, 'the cookie of the session is kept').toBe(200);
  await badge.click();
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await room.getByRole('tab', { name: 'Data' }).click();
  await room.getByRole('combobox', { name: 'Mock' }).selectOption('shop');
  await expect(room.getByRole('cell', { name: 'Kettle' })).toBeVisible();
  const event = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket('ws://localhost:1/');
        for (const type of ['open', 'error']) socket.addEventListener(type, () => resolve(type));
      }),
  );
  expect(event).toBe('error');
});

test('a rule that breaks its contract is an uncaught error of the page', async ({ page, noise }) => {
  noise.allowStatus(500);
  noise.allow(/^page error: /);
  await open(page, '?broken');
  const defect = page.waitForEvent('pageerror');
  await page.evaluate(() => fetch('https://pets.example/pets'));
  expect((await defect).message).toMatch(/^GET \/pets answered outside the contract: 0\./);
});

test('a mock is answered by the worker of MSW that the project has', async ({ page }) => {
  await open(page, '?own');
  const answer = await page.evaluate(() => fetch('https://weather.example/').then((it) => it.json()));
  expect(answer).toBe('sunny');
  expect(await page.evaluate(first, 'https://pets.example/pets')).toBe('Tom');
});
