import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/find-chromium';

const PORT = Number(process.env.E2E_PORT ?? 5229);
const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Run by `scripts/engines.ts`.
  testIgnore: '**/webkit.spec.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${PORT}/`,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Dialogs and toasts appear at once; tests of what moves switch it off.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test makes the run 50 % slower; use `--trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumFlags(), ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: `tsx scripts/preview.ts dist-demo --port ${PORT} --uncompressed`,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
