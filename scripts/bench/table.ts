import type { Browser } from '@playwright/test';
import { type Figure, inPairs, median, ratio } from './support/bench';
import { demoPage, throttle } from './support/bench-browser';
import { atRest, heapOf, openDashboard, openPatients, typeSlowly, watchKeys } from './support/bench-notes';

/** Response times and memory for a provider with 10,000 patients on a slow CPU (4× throttling), in the built demo. */

const PATIENTS = 10_000;
const ROWS_AT_MOST = 120;
// The second name has a typo.
const TYPED = 'anna marie anan marie';
const FRAME_MS = 1000 / 60;

interface TestRun {
  readonly firstRows: number;
  readonly keystrokes: readonly number[];
  readonly heap: number;
  /** The response body of the list, and the rendered table. */
  readonly body: string;
  readonly table: string;
  readonly styles: string;
}

async function visit(browser: Browser, url: string): Promise<TestRun> {
  const page = await openDashboard(browser, url, PATIENTS);
  await throttle(page, 4);
  const firstRows = await openPatients(page);
  const rendered = await page.locator('tbody tr').count();
  if (rendered > ROWS_AT_MOST) throw new Error(`${rendered} rows are rendered: the table is not virtual`);
  const seen = await page.evaluate(() => {
    const { body } = window.benchNotes;
    window.benchNotes.body = '';
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return {
      body,
      table: document.querySelector('tbody')?.closest('table')?.outerHTML ?? '',
      styles: rules.map(({ cssText }) => cssText).join('\n'),
    };
  });
  await atRest(page);
  await page.getByLabel('Search by patient name or email').click();
  const keystrokes = await typeSlowly(page, TYPED);
  await page.getByLabel('Search by patient name or email').fill('');
  const heap = await heapOf(page);
  await page.close();
  return { firstRows, keystrokes, heap, ...seen };
}

/** The reference: the same JSON and rows as text on an empty page, and the same keys in a page with one input. */
async function bare(browser: Browser, { body, table, styles }: TestRun): Promise<Omit<TestRun, 'heap'>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<style>${styles}</style><input><main></main>`);
  await page.evaluate(watchKeys);
  await throttle(page, 4);
  const firstRows = await page.evaluate(
    ({ json, rows }) =>
      new Promise<number>((painted) => {
        const begun = performance.now();
        JSON.parse(json);
        const main = document.querySelector('main');
        if (main) main.innerHTML = rows;
        requestAnimationFrame(() => setTimeout(() => painted(performance.now() - begun)));
      }),
    { json: body, rows: table },
  );
  await page.locator('main').evaluate((main) => main.replaceChildren());
  await atRest(page);
  await page.locator('input').focus();
  const keystrokes = await typeSlowly(page, TYPED);
  await page.close();
  return { firstRows, keystrokes, body, table, styles };
}

export const run = (): Promise<Figure[]> =>
  demoPage(async (browser, url) => {
    const example = await visit(browser, url);
    const pairs = await inPairs(
      () => visit(browser, url),
      () => bare(browser, example),
    );
    const compare = (of: (visit: Omit<TestRun, 'heap'>) => number) =>
      pairs.map(({ work, reference }) => ({ work: of(work), reference: of(reference) }));
    const longest = compare(({ keystrokes }) => Math.max(...keystrokes));
    return [
      ratio(
        '10,000 patients: first rows, by JSON.parse and the same rows as text',
        1.3,
        compare(({ firstRows }) => firstRows),
      ),
      ratio(
        '10,000 patients: search key to paint, by an empty page with one input',
        1.5,
        compare(({ keystrokes }) => median(keystrokes)),
      ),
      {
        what: '10,000 patients: longest search key, more than the empty page’s longest',
        value: median(longest.map(({ work, reference }) => (work - reference) / FRAME_MS)),
        unit: 'frames',
        budget: 2,
        measured: `${median(longest.map(({ work }) => work))} by ${median(longest.map(({ reference }) => reference))} ms`,
      },
      {
        what: '10,000 patients on screen: heap, mock included',
        value: median(pairs.map(({ work }) => work.heap)),
        unit: 'MB',
        budget: 120,
      },
    ];
  });
