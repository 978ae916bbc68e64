import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Figure, median } from '../lib/bench';
import { notesOf, openDashboard } from '../lib/bench-notes';
import { inDemo } from '../lib/in-demo';
import { pasteText } from '../lib/paste-text';
import { ROOT } from '../lib/run';

/** What a provider waits for who imports, types and saves many patients, in the built demo. */

const PORT = 4199;

async function measureImport(browser: Browser): Promise<Figure[]> {
  const page = await openDashboard(browser, PORT, 24);
  await page.getByRole('button', { name: 'Import Patients from File' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload File' }).click();
  await page.evaluate(() => {
    window.benchNotes.longestFrame = 0;
  });
  await (await chooser).setFiles(join(ROOT, 'tests/fixtures/import/rows-10001.xlsx'));
  await page.getByRole('button', { name: 'Add 10,000 rows to the grid' }).waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => window.benchNotes.preview > 0);
  // The page's own clock: Playwright looks for the button at 270, 770 and 1,270 ms only.
  const { fileChosen, preview, longestFrame } = await notesOf(page);
  await page.close();
  return [
    {
      what: 'import of 10,000 rows .xlsx in the browser',
      value: preview - fileChosen,
      unit: 'ms',
      budget: 800,
      floor: 629,
    },
    {
      what: 'import of 10,000 rows: longest frame (0: none over 50)',
      value: longestFrame,
      unit: 'ms',
      budget: 50,
      floor: 16,
    },
  ];
}

const numbers = Array.from({ length: 1000 }, (_, at) => String(at).padStart(4, '0'));

async function measureGrid(browser: Browser): Promise<Figure[]> {
  const page = await openDashboard(browser, PORT, 24);
  const first = page.getByLabel('Name, row 1', { exact: true });
  await first.click();
  const lines = numbers.map(
    (n) => `Pat ${n}\tpat${n}@example.com\t+1212555${n}\t40\t1 Main St\tAustin\t78701\tTX\tUS`,
  );
  await pasteText(page, lines.join('\n'));
  await first.click();
  for (const key of 'abcdefghijklmnop') await page.keyboard.press(key, { delay: 30 });
  const { scripts } = await notesOf(page);
  const saved = await page.evaluate(
    (said) =>
      new Promise<number>((done) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Save All',
        );
        const pressed = performance.now();
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(said)) return;
          observer.disconnect();
          done(performance.now() - pressed);
        }).observe(document, { childList: true, subtree: true });
        button?.click();
      }),
    'Patients added successfully',
  );
  await page.close();
  return [
    { what: 'grid keystroke with 1,000 rows: script', value: median(scripts), unit: 'ms', budget: 4 },
    {
      what: 'Save All of 1,000 rows, until told that they are saved',
      value: saved,
      unit: 'ms',
      budget: 2000,
    },
  ];
}

/** Builds the demo where there is none, and measures it in Chromium. */
export const run = (): Promise<Figure[]> =>
  inDemo(PORT, async (browser) => [...(await measureImport(browser)), ...(await measureGrid(browser))]);
