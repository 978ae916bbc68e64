import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';

/** The browser's own words when the security policy stopped something. No test may allow that. */
const violation = /Content Security Policy|requires? '?Trusted/i;

/** What went wrong in the browser while a test ran, and what a test has announced that it will provoke. */
export class Noise {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Announces noise that the test provokes on purpose, such as the browser's own line about an answer of 500. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** The browser writes a line for every refused call, those that the mock refuses by the test's wish included. */
  allowStatus(...statuses: readonly number[]): void {
    this.allow(...statuses.map((status) => new RegExp(`Failed to load resource: .*status of ${status}\\b`)));
  }

  /** For calls that the mock cuts off as a broken network would. */
  allowNetworkFailure(): void {
    this.allow(/Failed to load resource: net::ERR_/, /^request failed: /);
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

/** A page that goes away takes its requests with it: that is not a failure. */
const wasCancelled = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Reports what goes wrong in a tab. */
export function listen(page: Page, noise: Noise): void {
  page.on('console', (message) => {
    const kind = message.type();
    if (kind === 'error' || kind === 'warning') {
      noise.report(`console.${kind}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => noise.report(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    if (!wasCancelled(request)) {
      noise.report(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
    }
  });
}

/**
 * A prerendered page can be read before the app runs, but not every press has its effect at once: tests show that they are
 * about to act, and go on once the app runs. What happens before is for tests that open a page with `waitUntil: 'commit'`.
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

/** An answer that came from a server and not from the mock: the demo has no server, so nothing may ask one. */
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

/**
 * Playwright's test, in which whatever goes wrong in any tab of the browser fails the test: console errors and
 * warnings, page errors, failed requests and requests that no mock answered. `noise.allow` announces an exception.
 */
export const test = base.extend<{ noise: Noise }>({
  noise: [
    async ({ context, baseURL, javaScriptEnabled }, use) => {
      const noise = new Noise();
      const take = (page: Page) => {
        listen(page, noise);
        if (javaScriptEnabled) waitForLife(page);
      };
      const hear = listenToNetwork(noise, new URL(baseURL ?? 'http://localhost').origin);
      context.pages().forEach(take);
      context.on('page', take);
      context.on('response', hear);
      await use(noise);
      // The context may outlive the test.
      context.off('page', take);
      context.off('response', hear);
      expect(noise.unexpected(), 'nothing goes wrong behind the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** Holds the app's code back until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

type SharedContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** What a browser remembers of a visitor. What it has fetched and compiled, and the mock's worker, stay. */
const MEMORY = 'local_storage,indexeddb,cookies';

/**
 * As `test`, in one browser context for all tests of a worker, which remembers nothing of the test before: opening the demo
 * for the first time takes longer than most looks at it. The first test's options are those of all, so they belong into one
 * file. Not for tests of first visits, clocks or the mock's worker.
 */
export const testInSharedContext = test.extend<object, { sharedContext: SharedContext }>({
  sharedContext: [
    async ({ browser }, use) => {
      let context: Promise<BrowserContext> | undefined;
      await use((options) => (context ??= browser.newContext(options)));
      await (await context)?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext, baseURL, viewport, contextOptions }, use) => {
    await use(await sharedContext({ ...contextOptions, viewport, ...(baseURL ? { baseURL } : {}) }));
  },
  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(baseURL ?? 'http://localhost').origin,
      storageTypes: MEMORY,
    });
    await use(page);
    await page.close();
  },
});

export { expect };
