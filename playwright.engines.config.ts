import { defineConfig } from '@playwright/test';
import base from './playwright.config';

const { E2E_ENGINE: engine = 'firefox', FIREFOX_PATH, WEBKIT_PATH } = process.env;

/** Set by `scripts/engines.ts`. A system's Firefox is driven over WebDriver BiDi, WebKitGTK without Playwright's browser. */
const browser = FIREFOX_PATH
  ? { channel: 'moz-firefox', launchOptions: { executablePath: FIREFOX_PATH } }
  : { launchOptions: {} };

export default defineConfig({
  ...base,
  outputDir: `.cache/e2e-${engine}`,
  testMatch: [
    '**/main-job.spec.ts',
    '**/main-job-interrupted.spec.ts',
    '**/unbreakable-reload-*.spec.ts',
    '**/control-room.spec.ts',
    '**/every-engine.spec.ts',
  ],
  // These two need a second browser, or a binding in the page.
  ...(WEBKIT_PATH ? { grepInvert: /behind a shared link|no more than 30 clicks/ } : {}),
  workers: 1,
  reporter: [['list'], ['json', { outputFile: `.cache/reports/${engine}.json` }]],
  use: {
    ...base.use,
    ...browser,
    browserName: engine === 'webkit' ? 'webkit' : 'firefox',
    // A screenshot adds a style element, which the page's policy reports.
    screenshot: 'off',
  },
});
