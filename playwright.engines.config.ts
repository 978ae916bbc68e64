import { defineConfig } from '@playwright/test';
import base from './playwright.config';

const { E2E_ENGINE, FIREFOX_PATH } = process.env;

/** Set by `scripts/engines.ts`. */
const engine = E2E_ENGINE === 'chromium' || E2E_ENGINE === 'webkit' ? E2E_ENGINE : 'firefox';

/** Chromium as in the other tests. A system's Firefox is driven over WebDriver BiDi, WebKitGTK without Playwright's browser. */
const browser =
  engine === 'chromium'
    ? {}
    : FIREFOX_PATH
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
  workers: 1,
  reporter: [['list'], ['json', { outputFile: `.cache/reports/${engine}.json` }]],
  use: {
    ...base.use,
    ...browser,
    browserName: engine,
    // A screenshot adds a style element, which the page's policy reports.
    screenshot: 'off',
  },
});
