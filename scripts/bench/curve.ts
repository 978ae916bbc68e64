import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ROOT } from '../lib/run';
import { type Figure, median } from './support/bench';
import { demoPage } from './support/bench-browser';
import { heapOf, notesOf, openDashboard, openPatients } from './support/bench-notes';
import { type Curve, renderCurves } from './support/curve-picture';

/** How the cost of a provider's list grows with its patients, in the built demo. Also prints the medians, and renders the README's chart. */

const SIZES = [1000, 10_000, 50_000] as const;
const VISITS = 3;
const TYPED = 'anna';
const PICTURE = join(ROOT, 'docs/images/bench-curve.svg');

interface TestRun {
  readonly answered: number;
  readonly firstRows: number;
  readonly found: number;
  readonly heap: number;
  readonly authenticated: number;
  readonly reloaded: number;
}

async function visit(browser: Browser, url: string, patients: number): Promise<TestRun> {
  const page = await openDashboard(browser, url, patients);
  const firstRows = await openPatients(page);
  const answered = await page.evaluate(() => {
    const [call] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/fetch-patients'));
    return call?.duration ?? Number.NaN;
  });
  await page.getByLabel('Search by patient name or email').click();
  const found: number[] = [];
  for (const key of TYPED) {
    const pressed = await page.evaluate(() => performance.now());
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
    found.push((await notesOf(page)).lastChange - pressed);
  }
  const heap = await heapOf(page);
  const changes = await changeAll(page, patients);
  await page.close();
  return { answered, firstRows, found: median(found), heap, ...changes };
}

/** Authenticates all patients, and loads the page again: the demo then reads all that was written to its storage. */
async function changeAll(page: Page, patients: number) {
  await page.getByLabel('Search by patient name or email').fill('');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  await page.getByLabel('Select all').click();
  await page.getByText(`${patients.toLocaleString('en')} selected`).waitFor();
  const pressed = performance.now();
  await page.getByRole('button', { name: 'Authenticate', exact: true }).click();
  await page.getByText('Patients authenticated successfully').first().waitFor({ timeout: 60_000 });
  const authenticated = performance.now() - pressed;
  await page.reload();
  await page.waitForFunction(() => window.benchNotes.firstRows > 0, undefined, { timeout: 120_000 });
  return { authenticated, reloaded: (await notesOf(page)).firstRows };
}

/** Builds the demo if there is no build, measures it in Chromium and writes `docs/images/bench-curve.svg`. */
export const run = (): Promise<Figure[]> =>
  demoPage(async (browser, url) => {
    const series: {
      readonly what: string;
      readonly unit: 'ms' | 'MB';
      readonly of: (visit: TestRun) => number;
    }[] = [
      { what: 'the mock answers with the list', unit: 'ms', of: ({ answered }) => answered },
      { what: 'first rows after the data', unit: 'ms', of: ({ firstRows }) => firstRows },
      { what: 'a key, until the found rows are shown', unit: 'ms', of: ({ found }) => found },
      { what: 'JS heap, mock included', unit: 'MB', of: ({ heap }) => heap },
      { what: 'authenticating all of them', unit: 'ms', of: ({ authenticated }) => authenticated },
      { what: 'rows again after a reload', unit: 'ms', of: ({ reloaded }) => reloaded },
    ];
    const visits = new Map<number, TestRun[]>();
    for (const size of SIZES) {
      const ofSize: TestRun[] = [];
      for (let turn = 0; turn < VISITS; turn += 1) ofSize.push(await visit(browser, url, size));
      visits.set(size, ofSize);
    }
    const curves: Curve[] = series.map(({ what, unit, of }) => ({
      what,
      unit,
      points: [...visits].map(([size, ofSize]) => [size, median(ofSize.map(of))]),
    }));
    writeFileSync(PICTURE, renderCurves(curves));
    for (const { what, unit, points } of curves) {
      const values = points.map(
        ([rows, cost]) => `${cost.toFixed(0)} ${unit} with ${rows.toLocaleString('en')}`,
      );
      console.log(`${what}: ${values.join(', ')}`);
    }
    return curves.flatMap(({ what, points }) =>
      points.slice(1).map(([rows, cost], at) => {
        const [fewer, less] = points[at] ?? [rows, cost];
        return {
          what: `${what}: ${rows.toLocaleString('en')} rows cost, by ${fewer.toLocaleString('en')}`,
          value: cost / less,
          unit: '×' as const,
          budget: rows / fewer,
        };
      }),
    );
  });
