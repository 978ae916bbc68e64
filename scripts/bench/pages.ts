import type { Browser } from '@playwright/test';
import { JS_BUDGETS } from '../build/initial-js';
import { type Figure, inPairs, ratio } from './support/bench';
import { freshBuild, inBuilds, largestPaint, slowPhone, withoutScripts } from './support/bench-browser';

/** Paint times and urgent code on a slow phone: 4× CPU throttling, 1.6 Mbps, 150 ms, compressed. */

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

/** Measures a production build, where possible as a ratio to the same build without scripts. */
export async function run(): Promise<Figure[]> {
  const build = await freshBuild('production');
  const figures: Figure[] = [];
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
  });
  return figures;
}
