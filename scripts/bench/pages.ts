import type { Browser } from '@playwright/test';
import { dashboardJs, initialJs, JS_BUDGETS } from '../build/initial-js';
import { type Figure, inPairs, ratio } from './support/bench';
import {
  firstVisit,
  freshBuild,
  inBuilds,
  largestPaint,
  slowPhone,
  withoutScripts,
} from './support/bench-browser';

/** Paint times, loaded code and main-thread work on a slow phone: 4× CPU throttling, 1.6 Mbps, 150 ms, compressed. */

const PATHS = ['', 'info', 'login'];

/** kB of code (transferred) that the page fetched at high priority, without input. */
async function urgentCode(browser: Browser, url: string): Promise<number> {
  const { context, page } = await slowPhone(browser);
  const devtools = await context.newCDPSession(page);
  const urgent = new Set<string>();
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith('.js') && !/Low$/.test(request.initialPriority)) urgent.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urgent.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return bytes / 1000;
}

/** Presses a control that only the app can handle after the load; returns the milliseconds until it is handled. */
const firstPress = (browser: Browser, url: string): Promise<{ took: number; code: string[] }> =>
  firstVisit(browser, `${url}login`, async (page) => {
    const took = await page.evaluate(
      () =>
        new Promise<number>((answered, fail) => {
          const button = document.querySelector<HTMLElement>('button[aria-pressed]');
          if (!button) return fail(new Error('Nothing to press.'));
          const pressed = performance.now();
          new MutationObserver(() => {
            const now = document.querySelector('button[aria-pressed]');
            if (now?.getAttribute('aria-pressed') === 'true') answered(performance.now() - pressed);
          }).observe(document, { attributes: true, childList: true, subtree: true });
          button.click();
        }),
    );
    const code = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime > 0)
        .map(({ name }) => new URL(name).pathname.slice(1)),
    );
    return { took, code };
  });

/** Fetches and evaluates the same code in the page without scripts; the app stops there because its root is missing. */
const bareCode = (browser: Browser, url: string, code: readonly string[]): Promise<number> =>
  firstVisit(browser, `${url}login`, (page) =>
    page.evaluate(async (files) => {
      document.getElementById('root')?.removeAttribute('id');
      const started = performance.now();
      for (const file of files) {
        const link = document.createElement('link');
        link.rel = 'modulepreload';
        link.href = `/${file}`;
        document.head.append(link);
      }
      await Promise.allSettled(files.map((file) => import(`/${file}`)));
      return performance.now() - started;
    }, code),
  );

/** Measures a production build, where possible as a ratio to the same build without scripts. */
export async function run(): Promise<Figure[]> {
  const build = await freshBuild('production');
  const figures: Figure[] = [
    {
      what: 'JS to an interactive /, gzip',
      value: initialJs(build),
      unit: 'kB',
      budget: JS_BUDGETS.start,
    },
    {
      what: 'JS to an interactive dashboard, gzip',
      value: dashboardJs(build),
      unit: 'kB',
      budget: JS_BUDGETS.dashboard,
    },
  ];
  await inBuilds([build, await withoutScripts()], async (browser, url = '', bare = '') => {
    // Warm up: the first visit fills the browser's caches.
    await largestPaint(browser, url);
    figures.push({
      what: 'JS of / fetched urgently before anybody acts',
      value: await urgentCode(browser, url),
      unit: 'kB',
      budget: JS_BUDGETS.urgent,
    });
    for (const path of PATHS) {
      const pairs = await inPairs(
        () => largestPaint(browser, url + path),
        () => largestPaint(browser, bare + path),
      );
      figures.push(ratio(`LCP of /${path}, by the page without scripts`, 1.1, pairs));
    }
    const { code } = await firstPress(browser, url);
    const pairs = await inPairs(
      async () => (await firstPress(browser, url)).took,
      () => bareCode(browser, bare, code),
    );
    figures.push(
      ratio('first press on /login until it is answered, by fetching and running the same code', 1.3, pairs),
    );
  });
  return figures;
}
