import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, firefox, type Page } from '@playwright/test';
import { allowContexts, typeByKeys } from '../../tests/support/firefox';
import { openWebKit, startDisplay } from '../../tests/support/webdriver';
import { WebKitContext } from '../../tests/support/webkit-page';
import { terminateWorker } from '../lib/terminate-worker';
import { liveHeap } from './live-heap';

/** What the soak needs of a browser. */
export interface SoakBrowser {
  readonly engine: string;
  newPage(): Promise<Page>;
  /** Ends the mock's service worker as the browser does with an idle one; absent where nothing can. */
  endWorker?(page: Page): Promise<void>;
  /** What `memory` measures. */
  readonly measures: string;
  /** In MB. */
  memory(page: Page): Promise<number>;
  /** The largest allowed growth of the memory, as a ratio. */
  readonly memoryLimit: number;
}

export function soakInChromium(context: BrowserContext): SoakBrowser {
  context.setDefaultTimeout(20_000);
  return {
    engine: 'chromium',
    newPage: () => context.newPage(),
    endWorker: terminateWorker,
    measures: 'data that the page retains after garbage collection',
    async memory(page) {
      const devtools = await context.newCDPSession(page);
      const heap = await liveHeap(devtools);
      await devtools.detach();
      return heap;
    },
    memoryLimit: 1.1,
  };
}

const size = { width: 1440, height: 900 };

/**
 * The processes in which pages run, by the names that the system shows. Firefox's own process is none of them: its
 * driver retains what it reports of every request, some MB for each tab that is opened and closed.
 */
const pageProcess = /^(Isolated Web|WebKitWebProces)/;

/** The MB of the pages' processes of the browser that this one has started, shared memory divided among its users. */
function processMemory(): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (id: number | undefined): boolean =>
    id !== undefined && (id === process.pid || isOurs(parents.get(id)));
  let kilobytes = 0;
  for (const [id, parent] of parents) {
    if (!isOurs(parent)) continue;
    try {
      if (!pageProcess.test(readFileSync(`/proc/${id}/comm`, 'utf8'))) continue;
      const [, pss] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? [];
      kilobytes += Number(pss ?? 0);
    } catch {
      // It has just ended.
    }
  }
  return Math.round(kilobytes / 1000);
}

/** For browsers that give no access to their heap: the memory after some seconds of rest, in which they may collect. */
const byProcesses = {
  measures: 'memory of the pages’ processes after ten seconds of rest',
  async memory(page: Page) {
    await page.waitForTimeout(10_000);
    return processMemory();
  },
  memoryLimit: 1.25,
};

/** Runs in the page. Over BiDi, Playwright shows a logged error object as the word "Error", without what it says. */
function showErrors(): void {
  const log = console.error;
  console.error = (...all: unknown[]) =>
    log(...all.map((one) => (one instanceof Error ? `${one}\n${one.stack}` : one)));
}

/** Calls `work` with a Firefox that is driven over WebDriver BiDi. It ends the mock's worker after a second without work. */
export async function inFirefox<Result>(
  baseURL: string,
  executablePath: string | undefined,
  work: (browser: SoakBrowser) => Promise<Result>,
): Promise<Result> {
  const browser = await firefox.launch({
    ...(executablePath === undefined ? {} : { channel: 'moz-firefox', executablePath }),
    firefoxUserPrefs: {
      // The extended limit stays: it ends a worker that is at work, and its answer is lost although the mock has given it.
      'dom.serviceWorkers.idle_timeout': 1000,
      // Over BiDi, Playwright waits without end for the load of a page that was kept.
      'browser.sessionhistory.max_total_viewers': 0,
      // Playwright has the response bodies kept; this is the least that it accepts, in bytes for all pages.
      'remote.network.maxTotalDataSize': 20_000_000,
    },
  });
  try {
    if (executablePath !== undefined) allowContexts(browser);
    const context = await browser.newContext({ baseURL, viewport: size });
    context.setDefaultTimeout(20_000);
    return await work({
      engine: 'firefox',
      async newPage() {
        const page = await context.newPage();
        if (executablePath !== undefined) typeByKeys(page);
        await page.addInitScript(showErrors);
        return page;
      },
      ...byProcesses,
    });
  } finally {
    await browser.close();
  }
}

/** By default, WebKit lets its heap grow with the machine's memory before it collects. In bytes. */
const frequentCollection = { JSC_forceRAMSize: String(256 * 1024 * 1024) };

/** Calls `work` with a WebKitGTK on a virtual display. Neither its worker can be ended nor are its console messages known. */
export async function inWebKit<Result>(
  baseURL: string,
  executablePath: string,
  work: (browser: SoakBrowser) => Promise<Result>,
): Promise<Result> {
  const { display, server } = await startDisplay();
  const { session, close } = await openWebKit(executablePath, display, frequentCollection);
  const context = new WebKitContext(session, baseURL, size, close);
  let first = true;
  try {
    return await work({
      engine: 'webkit',
      async newPage() {
        const page = await (first ? context.open() : context.newPage());
        first = false;
        return page as unknown as Page;
      },
      ...byProcesses,
    });
  } finally {
    await context.close();
    server.kill();
  }
}
