import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { serveBuild } from '../../build/serve-build';
import { chromiumFlags, ensureChromium } from '../../find-chromium';
import { ROOT, run } from '../../lib/run';

type Kind = 'production' | 'demo';

const builds = new Map<Kind, Promise<string>>();

/**
 * Makes a build for measuring; all callers share it.
 *
 * @returns its folder
 * @throws Error with the output of a failed build
 */
export function freshBuild(kind: Kind): Promise<string> {
  const outDir = join(ROOT, `.cache/bench-${kind}`);
  const build =
    builds.get(kind) ??
    run('tsx', ['scripts/build.ts', '--out', outDir, ...(kind === 'demo' ? ['--demo'] : [])]).then(
      ({ ok, output }) => {
        if (!ok) throw new Error(output);
        return outDir;
      },
    );
  builds.set(kind, build);
  return build;
}

/** Everything that runs, preloads or names a script. */
const SCRIPTS = /<script[\s\S]*?<\/script>|<link[^>]*modulepreload[^>]*>/g;

/** The same build with all scripts removed from its pages: the minimum cost of a page. */
export async function withoutScripts(): Promise<string> {
  const outDir = await freshBuild('production');
  const copy = `${outDir}-without-scripts`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(outDir, copy, { recursive: true });
  for (const file of readdirSync(copy).filter((name) => name.endsWith('.html')))
    writeFileSync(join(copy, file), readFileSync(join(copy, file), 'utf8').replaceAll(SCRIPTS, ''));
  return copy;
}

/**
 * Serves build folders and opens a browser while `work` runs.
 *
 * @param work gets the URL of each folder, with a trailing slash
 */
export async function inBuilds<Result>(
  dirs: readonly string[],
  work: (browser: Browser, ...urls: string[]) => Promise<Result>,
): Promise<Result> {
  const servers = await Promise.all(dirs.map((dir) => serveBuild({ dir })));
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags() });
  try {
    return await work(browser, ...servers.map(({ url }) => url));
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
  }
}

export const demoPage = async <Result>(
  work: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> => inBuilds([await freshBuild('demo')], (browser, url = '') => work(browser, url));

/** Slows the page's CPU down by a factor of 4. */
export async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/**
 * Opens the dashboard of a provider with the given number of patients in a new tab of the demo at `url`.
 *
 * @param watch runs in the page before its own scripts
 */
export async function openDashboard(
  browser: Browser,
  url: string,
  patients: number,
  watch: () => void,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  const address = `${url}login?mock.preset=large&mock.patients=${patients}&mock.as=provider`;
  await page.goto(address, { timeout: 120_000 });
  await page.getByText(/^Hey, /).waitFor({ timeout: 120_000 });
  return page;
}

/** A slow phone: 4× CPU throttling, 1.6 Mbps, 150 ms. */
export async function slowPhone(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await throttle(page);
  return { context, page };
}

/** Opens a page as a first visit on a slow phone, runs `look` on it and closes it. */
async function firstVisit<Seen>(
  browser: Browser,
  url: string,
  look: (page: Page) => Promise<Seen>,
): Promise<Seen> {
  const { context, page } = await slowPhone(browser);
  try {
    await page.goto(url, { waitUntil: 'load' });
    return await look(page);
  } finally {
    await context.close();
  }
}

/** Milliseconds to the largest contentful paint of a first visit. */
export const largestPaint = (browser: Browser, url: string): Promise<number> =>
  firstVisit(browser, url, async (page) => {
    await page.waitForLoadState('networkidle');
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const paints = new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          );
          paints.observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  });
