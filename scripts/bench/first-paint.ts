import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../find-chromium';
import { type Figure, median } from '../lib/bench';
import { benchBuild } from '../lib/bench-build';
import { serveBuild } from '../lib/serve-build';

/** What a phone shows when, and for how long it can't be used, on a slow line: 4× CPU, 1.6 Mbps, 150 ms, compressed. */

const PATHS = ['/', '/info', '/login'];
const VISITS = 5;
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

interface Visit {
  /** Milliseconds until the largest piece of the first screen stands. */
  largest: number;
  /** Milliseconds, beyond 50 of each frame, in which the page answered nobody, until it was alive. */
  blocked: number;
}

declare global {
  interface Window {
    visitNotes: Visit;
  }
}

/** Runs in the page before its own code. */
function observe(): void {
  const notes: Visit = { largest: 0, blocked: 0 };
  window.visitNotes = notes;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) notes.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  // Long tasks leave layout out.
  new PerformanceObserver((list) => {
    for (const frame of list.getEntries())
      if ('blockingDuration' in frame && typeof frame.blockingDuration === 'number')
        notes.blocked += frame.blockingDuration;
  }).observe({ type: 'long-animation-frame', buffered: true });
}

async function visit(browser: Browser, origin: string, path: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(observe);
  // The page is measured, not how long a browser takes to start a process for it.
  await page.goto(`${origin}theme.js`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(origin + path.slice(1));
  await page.waitForLoadState('networkidle');
  // The page loads the app on the first sign of intent.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => !document.querySelector('#root[data-prerendered]'));
  await page.waitForLoadState('networkidle');
  const notes = await page.evaluate(() => window.visitNotes);
  await context.close();
  return notes;
}

async function measure(browser: Browser, origin: string, path: string): Promise<Figure[]> {
  const visits: Visit[] = [];
  for (let turn = 0; turn < VISITS; turn += 1) visits.push(await visit(browser, origin, path));
  return [
    {
      what: `LCP of ${path}, 4× CPU, 1.6 Mbps, 150 ms`,
      value: median(visits.map(({ largest }) => largest)),
      unit: 'ms',
      budget: 450,
      ...(path === '/' ? { floor: 328 } : {}),
    },
    {
      what: `blocking time of ${path}, 4× CPU, 1.6 Mbps, 150 ms`,
      value: median(visits.map(({ blocked }) => blocked)),
      unit: 'ms',
      // What Lighthouse calls good.
      budget: 200,
    },
  ];
}

/** Measures the three pages of the table in a production build; the median of five visits each. */
export async function run(): Promise<Figure[]> {
  const server = await serveBuild({ dir: await benchBuild() });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags() });
  try {
    // The first visit of all pays for what the browser keeps.
    await visit(browser, server.url, '/');
    const figures: Figure[] = [];
    for (const path of PATHS) figures.push(...(await measure(browser, server.url, path)));
    return figures;
  } finally {
    await browser.close();
    await server.close();
  }
}
