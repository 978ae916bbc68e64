import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { openWebKit, startDisplay } from './webdriver';
import { WebKitContext } from './webkit-page';

/**
 * Playwright's test in WebKitGTK, for machines that have no WebKit of Playwright's. Its `page` and `context` have only
 * what the specs of `npm run test:engines` use.
 */
export const webkitTest = base.extend<{ webkit: WebKitContext }, { display: string }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { display, server } = await startDisplay();
      await use(display);
      server.kill();
    },
    { scope: 'worker' },
  ],
  webkit: async ({ display, baseURL }, use) => {
    const { session, close } = await openWebKit(process.env.WEBKIT_PATH ?? '', display);
    await use(new WebKitContext(session, baseURL ?? ''));
    await close();
  },
  context: async ({ webkit }, use) => use(webkit as unknown as BrowserContext),
  page: async ({ webkit }, use) => use((await webkit.open()) as unknown as Page),
});
