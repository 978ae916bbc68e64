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
 * Firefox's processes in which pages run, by the names that the system shows. Its own process is none of them: the
 * driver retains what it reports of every request, some MB for each tab that is opened and closed.
 */
const pageProcess = /^Isolated Web/;

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
      measures: 'memory of the pages’ processes after ten seconds of rest',
      // Its heap cannot be asked for. During the rest it may collect.
      async memory(page) {
        await page.waitForTimeout(10_000);
        return processMemory();
      },
      memoryLimit: 1.25,
    });
  } finally {
    await browser.close();
  }
}

const webKitSettings = {
  // By default, WebKit lets its heap grow with the machine's memory before it collects. In bytes.
  JSC_forceRAMSize: String(256 * 1024 * 1024),
  // Makes every collection a full one.
  JSC_useGenerationalGC: '0',
  JSC_logGC: '1',
  // WebKit counts code as part of its heap, Chromium does not: what the compiler makes, and the bytecode of every function
  // that ran lately, 5 of 13 MB after the login page has loaded. The last two settings leave out both.
  JSC_useJIT: '0',
  JSC_forceCodeBlockToJettisonDueToOldAge: '1',
};

/** Bytecode and weakly held objects outlive the first collections: with four, the login page had 1 MB more than with ten. */
const COLLECTIONS = 10;

/**
 * Reads WebKit's log of its garbage collector. The memory of its processes says little about what a page retains: they
 * keep what the engine caches for closed tabs and left pages.
 */
function collectorLog() {
  /** The MB that each heap had after its collections since the last reading began. */
  const left = new Map<string, number[]>();
  return {
    read(line: string) {
      const [, heap, kilobytes] = /^\[GC<(\w+)>.*=> (\d+)kb, .*END\]$/.exec(line) ?? [];
      if (heap === undefined) return;
      left.set(heap, [...(left.get(heap) ?? []), Number(kilobytes) / 1000]);
    },
    /**
     * The least MB that a collection leaves of the page. Every tab and worker has a heap of its own: the page's is
     * the one that collects because it gets garbage.
     */
    async retainedBy(page: Page): Promise<number> {
      left.clear();
      for (let tries = 0; tries < 200; tries += 1) {
        await page.evaluate(() => {
          for (let made = 0; made < 20; made += 1) new Array(100_000).fill(made + 0.5);
        });
        for (const sizes of left.values())
          if (sizes.length >= COLLECTIONS) return Number(Math.min(...sizes).toFixed(1));
      }
      throw new Error('WebKit does not collect the garbage of the page.');
    },
  };
}

/** Calls `work` with a WebKitGTK on a virtual display. Neither its worker can be ended nor are its console messages known. */
export async function inWebKit<Result>(
  baseURL: string,
  executablePath: string,
  work: (browser: SoakBrowser) => Promise<Result>,
): Promise<Result> {
  const { display, server } = await startDisplay();
  const collector = collectorLog();
  const { session, close } = await openWebKit(executablePath, display, {
    // A page that was left would be kept, with its whole mock backend, in the heap that is measured.
    args: ['--enable-page-cache=false'],
    environment: webKitSettings,
    onLog: collector.read,
  });
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
      measures: 'the least that ten full garbage collections leave in the page’s heap',
      memory: collector.retainedBy,
      memoryLimit: 1.1,
    });
  } finally {
    await context.close();
    server.kill();
  }
}
