import { type Browser, test as base, type Page } from '@playwright/test';
import { openWebKit, startDisplay } from './webdriver';
import { type Size, WebKitContext } from './webkit-page';

const DESKTOP: Size = { width: 1440, height: 900 };

/**
 * Playwright's test in WebKitGTK, for machines that have no WebKit of Playwright's. Its `browser`, `context` and `page`
 * have only what the specs of `npm run test:engines` use.
 */
export const webkitTest = base.extend<object, { display: string }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { display, server } = await startDisplay();
      await use(display);
      server.kill();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ display }, use) => {
      const newContext = async ({
        baseURL = '',
        viewport = DESKTOP,
      }: {
        baseURL?: string;
        viewport?: Size;
      } = {}) => {
        const { session, close } = await openWebKit(process.env.WEBKIT_PATH ?? '', display);
        return new WebKitContext(session, baseURL, viewport, close);
      };
      await use({ newContext } as unknown as Browser);
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, baseURL, viewport }, use) => {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      ...(viewport ? { viewport } : {}),
    });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) =>
    use((await (context as unknown as WebKitContext).open()) as unknown as Page),
});
