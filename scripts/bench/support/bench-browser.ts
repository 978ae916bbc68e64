import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { serveBuild } from '../../build/serve-build';
import { chromiumFlags, ensureChromium } from '../../find-chromium';
import { ROOT, run } from '../../lib/run';

type Kind = 'production' | 'demo';

const builds = new Map<Kind, Promise<string>>();

/**
 * Makes a build for measuring, once for all that ask.
 *
 * @returns its folder
 * @throws Error with the output of a build that failed
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

/** Whatever makes a script run or arrive early. */
const SCRIPTS = /<script[\s\S]*?<\/script>|<template id="app-code">[\s\S]*?<\/template>/g;

/** The same build with every script taken out of its pages: what a page costs at least. */
export async function withoutScripts(): Promise<string> {
  const outDir = await freshBuild('production');
  const copy = `${outDir}-without-scripts`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(outDir, copy, { recursive: true });
  for (const file of readdirSync(copy).filter((name) => name.endsWith('.html')))
    writeFileSync(join(copy, file), readFileSync(join(copy, file), 'utf8').replaceAll(SCRIPTS, ''));
  return copy;
}

const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags() });

/**
 * Serves build folders and opens a browser while `work` goes on.
 *
 * @param work gets the address of each folder, with a slash at its end
 */
export async function inBuilds<Result>(
  dirs: readonly string[],
  work: (browser: Browser, ...urls: string[]) => Promise<Result>,
): Promise<Result> {
  const servers = await Promise.all(dirs.map((dir) => serveBuild({ dir })));
  const browser = await openBrowser();
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

/** Makes the page's processor so many times slower. */
export async function throttle(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** A phone on a slow line: 4× CPU, 1.6 Mbps, 150 ms. */
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
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { context, page };
}

/** Opens a page as on a first visit with a slow phone, looks at it, and closes it. */
export async function firstVisit<Seen>(
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

/** Milliseconds until the largest contentful paint of a first visit. */
export const largestPaint = (browser: Browser, url: string): Promise<number> =>
  firstVisit(browser, url, async (page) => {
    await page.waitForLoadState('networkidle');
    return page.evaluate(
      () =>
        new Promise<number>((found) => {
          new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
            {
              type: 'largest-contentful-paint',
              buffered: true,
            },
          );
        }),
    );
  });
