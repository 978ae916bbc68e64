import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** Set by `scripts/engines.ts`. */
const { FIREFOX_PATH, WEBKIT_PATH } = process.env;

/** The main job and two tabs: in Firefox over WebDriver BiDi, in WebKitGTK by its own driver. */
export default defineConfig({
  ...base,
  outputDir: `.cache/e2e-${WEBKIT_PATH ? 'webkit' : 'firefox'}`,
  testIgnore: [],
  testMatch: WEBKIT_PATH ? ['**/webkit.spec.ts'] : ['**/main-job.spec.ts', '**/sessions-and-tabs.spec.ts'],
  ...(WEBKIT_PATH ? {} : { grep: /a clinic gets from sign-up|a logout in one tab/ }),
  workers: 1,
  use: {
    ...base.use,
    browserName: 'firefox',
    ...(FIREFOX_PATH ? { channel: 'moz-firefox', launchOptions: { executablePath: FIREFOX_PATH } } : {}),
    // A screenshot adds a style element, which the page's policy reports.
    screenshot: 'off',
  },
});
