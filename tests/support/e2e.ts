import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { allowContexts, typeByKeys } from './firefox';

/** How a browser that runs no scripts reports each of them. */
export const notRun = /^request failed: GET \S+\.js csp$/;

/** The browser's message about a CSP violation, which no test may allow. */
const violation = /Content Security Policy|requires? '?Trusted/i;

/** Browser errors during a test, and the ones that the test expects. */
export class Noise {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Allows errors that the test causes on purpose, such as the browser's message about a 500. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** The browser logs every failed response, including those that a test requests from the mock. */
  allowStatus(...statuses: readonly number[]): void {
    this.allow(...statuses.map((status) => new RegExp(`Failed to load resource: .*status of ${status}\\b`)));
  }

  /** For calls that the mock aborts like a broken network. */
  allowNetworkFailure(): void {
    this.allow(
      /Failed to load resource: net::ERR_/,
      /^request failed: /,
      /A ServiceWorker intercepted the request/,
    );
  }

  report(line: string): void {
    this.#seen.push(line);
  }

  unexpected(): readonly string[] {
    return this.#seen.filter(
      (line) => violation.test(line) || !this.#allowed.some((pattern) => pattern.test(line)),
    );
  }
}

/** Navigation cancels pending requests, and Firefox hands those of a new tab on: neither is a failure. */
const notFailures = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_BINDING_RETARGETED'];
const wasCancelled = (request: Request): boolean => notFailures.includes(request.failure()?.errorText ?? '');

/** Reports errors in a tab. */
export function listen(page: Page, noise: Noise): void {
  const report = (line: string) => noise.report(line);
  page.on('console', (message) => {
    const kind = message.type();
    if (kind === 'error' || kind === 'warning') {
      report(`console.${kind}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => report(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    if (!wasCancelled(request)) {
      report(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
    }
  });
}

/**
 * Until the app runs, a prerendered page does not handle every press immediately: this signals input and waits until
 * the app runs. Tests of the time before open the page with `waitUntil: 'commit'`.
 */
function waitForLife(page: Page): void {
  const isAlive = () => {
    if (!document.querySelector('#root[data-prerendered]')) return true;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    return false;
  };
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isAlive);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    await page.waitForFunction(isAlive);
    return response;
  };
}

/** Reports a response from a server instead of the mock: the demo has no server, so it must not call one. */
const listenToNetwork =
  (noise: Noise, origin: string) =>
  (response: Response): void => {
    const url = new URL(response.url());
    if (!url.protocol.startsWith('http')) return;
    if (url.origin !== origin && !response.fromServiceWorker()) {
      noise.report(`foreign host contacted: ${response.request().method()} ${response.url()}`);
    } else if (response.status() >= 400 && !response.fromServiceWorker()) {
      noise.report(`unhandled: ${response.request().method()} ${response.url()} ${response.status()}`);
    }
  };

/** Prints what a failed test left behind: where there is only a log, such as in CI, a failure can still be explained. */
async function describe(context: BrowserContext, unanswered: ReadonlySet<Request>): Promise<void> {
  for (const page of context.pages()) {
    console.log(`${page.url()}\n${await page.locator('body').ariaSnapshot()}`);
  }
  for (const request of unanswered) console.log(`no answer yet: ${request.method()} ${request.url()}`);
}

/**
 * Playwright's test, which fails on any error in any tab of the browser: console errors and warnings, page errors,
 * failed requests and requests that no mock answered. `noise.allow` adds an exception.
 */
export const test = base.extend<{ noise: Noise }>({
  browser: [
    async ({ browser, channel }, use) => {
      if (channel === 'moz-firefox') allowContexts(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  noise: [
    async ({ context, baseURL, channel, javaScriptEnabled }, use, testInfo) => {
      const noise = new Noise();
      const byBidi = channel === 'moz-firefox';
      const unanswered = new Set<Request>();
      const take = (page: Page) => {
        if (byBidi) typeByKeys(page);
        listen(page, noise);
        if (javaScriptEnabled) waitForLife(page);
      };
      // Over BiDi, Playwright does not know which responses come from the mock's worker.
      const onResponse = byBidi
        ? () => undefined
        : listenToNetwork(noise, new URL(baseURL ?? 'http://localhost').origin);
      // Firefox reports these for imports that leaving a page cancels.
      if (byBidi)
        noise.allow(
          /^page error: TypeError: error loading dynamically imported module/,
          /^page error: Error: Unable to preload CSS/,
        );
      context.pages().forEach(take);
      context.on('page', take);
      context.on('response', onResponse);
      const begin = (request: Request) => unanswered.add(request);
      const end = (request: Request) => unanswered.delete(request);
      context.on('request', begin);
      context.on('requestfinished', end);
      context.on('requestfailed', end);
      await use(noise);
      if (testInfo.status !== testInfo.expectedStatus) await describe(context, unanswered);
      // The context may outlive the test.
      context.off('page', take);
      context.off('response', onResponse);
      context.off('request', begin);
      context.off('requestfinished', end);
      context.off('requestfailed', end);
      expect(noise.unexpected(), 'nothing goes wrong behind the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** Delays the app's code until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

type SharedContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** The storage of a visitor. The HTTP and code caches and the mock's worker are kept. */
const MEMORY = 'local_storage,indexeddb,cookies';

/** Makes the next page that is opened the first one of a new visitor. */
async function forget(page: Page, baseURL = 'http://localhost'): Promise<void> {
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: MEMORY });
  await devtools.detach();
}

/**
 * Like `test`, with one browser context for all tests of a worker with the same options, and empty storage for each
 * test: the first load of the demo takes longer than most tests. Of the options that a test may use, only the viewport,
 * touch, the time zone and `contextOptions` apply. Not for tests of clocks, caches or the mock's worker, nor outside
 * Chromium.
 */
export const testInSharedContext = test.extend<object, { sharedContext: SharedContext }>({
  sharedContext: [
    async ({ browser }, use) => {
      const contexts = new Map<string, Promise<BrowserContext>>();
      await use((options) => {
        const key = JSON.stringify(options);
        const context = contexts.get(key) ?? browser.newContext(options);
        contexts.set(key, context);
        return context;
      });
      for (const context of contexts.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext, baseURL, viewport, hasTouch, timezoneId, contextOptions }, use) => {
    const context = await sharedContext({
      ...contextOptions,
      viewport,
      hasTouch,
      ...(baseURL ? { baseURL } : {}),
      ...(timezoneId ? { timezoneId } : {}),
    });
    await use(context);
    // After `noise`, which prints the pages of a failed test.
    for (const page of context.pages()) await page.close();
  },
  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    await forget(page, baseURL);
    await use(page);
  },
});

export { expect };
