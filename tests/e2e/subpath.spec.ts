import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { expect, test } from '@tests/support/e2e';
import { ROOT, run } from '../../scripts/lib/run';

const BASE = '/clinic/demo/';
const BUILD = '.cache/dist-subpath';
const PORT = 5228;
/** Configured, but a demo never calls it. */
const LIVE_API = 'https://api.example.test';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A plain file server like a static host: an unknown path gets 404.html. */
function plainStaticServer(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', `http://localhost:${PORT}`);
    const inBuild = normalize(pathname.startsWith(BASE) ? pathname.slice(BASE.length) : '').replace(
      /^\.+/,
      '',
    );
    const requested = join(ROOT, BUILD, inBuild === '' || inBuild === '.' ? 'index.html' : inBuild);
    const exists = pathname.startsWith(BASE) && existsSync(requested) && statSync(requested).isFile();
    const file = exists ? requested : join(ROOT, BUILD, '404.html');
    response.writeHead(exists ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
}

// In one worker: two would make the same build at the same time.
test.describe.configure({ mode: 'default' });

let server: Server;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const built = await run('tsx', ['scripts/build.ts', '--demo', '--base', BASE, '--out', BUILD], {
    env: { VITE_API_URL: LIVE_API },
  });
  expect(built.output).toContain('demo build');
  server = plainStaticServer();
  await new Promise<void>((resolve) => {
    server.listen(PORT, resolve);
  });
});
test.afterAll(() => server?.close());

test('a demo under a subpath works from a plain static server, with deep links, checkout and split screen', async ({
  page,
  noise,
}) => {
  // The host serves the app as its 404 page for deep links.
  noise.allow(/status of 404/, /^foreign host contacted: /, /^unhandled: GET .* 404$/);
  await page.goto(`http://localhost:${PORT}${BASE}`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /log ?in/i })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${BASE}login$`));
  await page.getByRole('button', { name: 'Log in as provider' }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: 'Edit Card Details' }).click();
  await page.getByRole('button', { name: 'Pay with the test card' }).click();
  await expect(page.getByRole('heading', { name: 'Payment method saved successfully!' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${BASE}payment-success`));
  await page.goto(`http://localhost:${PORT}${BASE}__mock/split`);
  for (const account of ['provider', 'patient'])
    await expect(page.frameLocator(`iframe[name=mock-frame-${account}]`).getByText(/^Hey, /)).toBeVisible();
});

test('opened without the slash of its subpath, where the worker has no control, the demo works', async ({
  page,
  noise,
}) => {
  noise.allow(/status of 404/, /^foreign host contacted: /, /^unhandled: GET .* 404$/);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') || request.url().startsWith(LIVE_API)) calls.push(request.url());
  });
  await page.goto(`http://localhost:${PORT}${BASE.slice(0, -1)}`);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Log in as provider' }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Demo data, no service worker', exact: true })).toBeVisible();
  expect(calls, 'no call leaves the page').toEqual([]);
});
