import { type Figure, median } from '../lib/bench';
import { heapOf, notesOf, openDashboard, openPatients, throttle } from '../lib/bench-notes';
import { inDemo } from '../lib/in-demo';

/** What a provider with 10,000 patients waits for on a slow machine, and the memory it takes, in the built demo. */

const PORT = 4199;
const VISITS = 5;
const ROWS_AT_MOST = 120;
const TYPED = 'anna marie anna marie';
/** A key that the browser does not tell of was seen sooner than this, in milliseconds. */
const SHORTEST_TOLD = 16;

interface Visit {
  readonly firstRows: number;
  readonly keystrokes: readonly number[];
  readonly heap: number;
}

/** Builds the demo where there is none, and measures it in Chromium. */
export const run = (): Promise<Figure[]> =>
  inDemo(PORT, async (browser) => {
    const visits: Visit[] = [];
    for (let turn = 0; turn < VISITS; turn += 1) {
      const page = await openDashboard(browser, PORT, 10_000);
      await throttle(page, 4);
      const firstRows = await openPatients(page);
      const drawn = await page.locator('tbody tr').count();
      if (drawn > ROWS_AT_MOST) throw new Error(`${drawn} rows are drawn: the table is not virtual`);
      await page.getByLabel('Search by patient name or email').click();
      for (const key of TYPED) {
        await page.keyboard.press(key);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))));
      }
      // The browser tells of the last ones when it has time.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      const { keystrokes: told } = await notesOf(page);
      const keystrokes = Array.from(TYPED, (_, at) => told[at] ?? SHORTEST_TOLD);
      await page.getByLabel('Search by patient name or email').fill('');
      visits.push({ firstRows, keystrokes, heap: await heapOf(page) });
      await page.close();
    }
    return [
      {
        what: '10,000 patients: first rows after the data, 4× CPU',
        value: median(visits.map(({ firstRows }) => firstRows)),
        unit: 'ms',
        budget: 130,
        floor: 126,
      },
      {
        what: 'search keystroke to paint at 10,000, 4× CPU, median',
        value: median(visits.flatMap(({ keystrokes }) => keystrokes)),
        unit: 'ms',
        budget: 16,
        floor: 16,
      },
      {
        what: 'search keystroke to paint at 10,000, 4× CPU, longest',
        value: median(visits.map(({ keystrokes }) => Math.max(...keystrokes))),
        unit: 'ms',
        budget: 56,
        floor: 56,
      },
      {
        what: 'heap with 10,000 patients on screen, mock included',
        value: median(visits.map(({ heap }) => heap)),
        unit: 'MB',
        budget: 120,
      },
    ];
  });
