import { expect, type Locator, type Page } from '@playwright/test';
import { pasteText } from '../lib/paste-text';
import { type Figure, median, ratio, rounded } from './support/bench';
import { demoPage, throttle } from './support/bench-browser';
import { atRest, openDashboard, SHORTEST_REPORTED } from './support/bench-notes';

/** Time from a press or key to the next paint, for a provider with 10,000 patients on a slow CPU (4× throttling). */

const PATIENTS = 10_000;
const ROUNDS = 2;
const NEW_ROWS = 1000;
/** Compared saves in each round. */
const SAVES = 3;

declare global {
  interface Window {
    /** The longest event of each interaction, in milliseconds. */
    interactions: Map<number, number>;
  }
}

/** Runs in the page before its own scripts. */
function watchInteractions(): void {
  window.interactions = new Map();
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, 'interactionId') ?? 0);
      if (id > 0) window.interactions.set(id, Math.max(window.interactions.get(id) ?? 0, entry.duration));
    }
  }).observe(events);
}

/** The interactions since the last call. */
async function interactions(page: Page): Promise<number[]> {
  await atRest(page);
  return page.evaluate(() => {
    const durations = [...window.interactions.values()];
    window.interactions.clear();
    return durations;
  });
}

/** Patients that are not in the list yet, as a spreadsheet copies them. */
const newRows = (batch: number): string =>
  Array.from({ length: NEW_ROWS }, (_, at) => {
    const number = String(at).padStart(4, '0');
    const email = `pat${batch}-${number}@example.com`;
    return `Pat ${number}\t${email}\t+1212555${number}\t40\t1 Main St\tAustin\t78701\tTX\tUS`;
  }).join('\n');

type Step = readonly [name: string, act: (page: Page) => Promise<unknown>];

/**
 * Presses with the mouse already over the target. `force`, because Playwright's hit-target check runs in the page
 * during the press and would count as the page's own work.
 */
async function press(target: Locator): Promise<void> {
  await target.hover({ force: true });
  await atRest(target.page());
  await target.click({ force: true });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const section = (name: string) => (page: Page) =>
  press(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name }));
const type = (text: string) => (page: Page) => page.keyboard.type(text, { delay: 80 });

const STEPS: readonly Step[] = [
  ['open Booking / Order Kits', section('Booking / Order Kits')],
  ['focus the search', (page) => press(page.getByLabel('Search by patient name or email'))],
  ['type into the search', type('anna marie')],
  [
    'delete what was searched',
    async (page) => {
      for (let key = 0; key < 10; key += 1) await page.keyboard.press('Backspace', { delay: 80 });
    },
  ],
  [
    'type a name with a typo',
    async (page) => {
      await press(page.getByLabel('Search by patient name or email'));
      await page.keyboard.type('robni', { delay: 80 });
      for (let key = 0; key < 5; key += 1) await page.keyboard.press('Backspace', { delay: 80 });
    },
  ],
  ['filter by status', (page) => press(page.getByRole('button', { name: /^Authorized \d/ }))],
  ['show all again', (page) => press(page.getByRole('button', { name: /^All \d/ }))],
  ['sort by name', (page) => press(page.getByRole('columnheader').getByRole('button', { name: 'Name' }))],
  ['sort by email', (page) => press(page.getByRole('columnheader').getByRole('button', { name: 'Email' }))],
  ['select all patients', (page) => press(page.getByRole('checkbox', { name: 'Select all' }))],
  ['select none', (page) => press(page.getByRole('checkbox', { name: 'Select all' }))],
  ['select one patient', (page) => press(page.locator('tbody').getByRole('checkbox').first())],
  ['scroll by a page', (page) => page.keyboard.press('PageDown')],
  ['open the account menu', (page) => press(page.getByRole('button', { name: /^Hey, / }))],
  ['close the account menu', (page) => page.keyboard.press('Escape')],
  ['open Patients', section('Patients')],
  ['open Update Patients', (page) => press(page.getByRole('tab', { name: 'Update Patients' }))],
  ['open Add Patients', (page) => press(page.getByRole('tab', { name: 'Add Patients' }))],
  [
    'type into the grid',
    async (page) => {
      await press(page.getByLabel('Name, row 1', { exact: true }));
      await page.keyboard.type('Ada Byron', { delay: 80 });
    },
  ],
  ['open the import', (page) => press(button(page, 'Import Patients from File'))],
  ['close the import', (page) => page.keyboard.press('Escape')],
  ['open the account menu again', (page) => press(page.getByRole('button', { name: /^Hey, / }))],
  ['open Kits Information', (page) => press(page.getByRole('menuitem', { name: 'Kits Information' }))],
];

interface Call {
  readonly took: number;
  readonly bare: number;
}

/**
 * Milliseconds from the next press until the page shows a text. A MutationObserver in the page checks added nodes only:
 * Playwright would search the whole page repeatedly on the CPU that is measured.
 */
const untilShown = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (shown) =>
      new Promise<number>((found, fail) => {
        setTimeout(() => fail(new Error(`"${shown}" did not show.`)), 60_000);
        let pressed = Number.NaN;
        addEventListener(
          'pointerdown',
          ({ timeStamp }) => {
            pressed = timeStamp;
          },
          { capture: true, once: true },
        );
        new MutationObserver((changes, observer) => {
          const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
          if (!added.some((node) => node.textContent?.includes(shown))) return;
          observer.disconnect();
          found(performance.now() - pressed);
        }).observe(document, { childList: true, subtree: true });
      }),
    text,
  );

/**
 * Presses a button that sends a request, and sends the same request with plain `fetch`.
 *
 * @param confirmation the text shown when the request is done
 * @param another creates a body that is not stored yet
 */
async function send(
  page: Page,
  name: string,
  confirmation: string,
  another: (body: string) => string = (body) => body,
): Promise<Call> {
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await expect(button(page, name)).toBeEnabled();
  const [took] = await Promise.all([untilShown(page, confirmation), press(button(page, name))]);
  const request = await asked;
  const call = {
    url: request.url(),
    headers: { authorization: request.headers().authorization ?? '', 'content-type': 'application/json' },
    body: another(request.postData() ?? ''),
  };
  const bare = await page.evaluate(async ({ url, headers, body }) => {
    const begun = performance.now();
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.json();
    return performance.now() - begun;
  }, call);
  return { took, bare };
}

async function authorizeAll(page: Page): Promise<Call> {
  await section('Booking / Order Kits')(page);
  await press(page.getByRole('checkbox', { name: 'Select all' }));
  return send(page, 'Authenticate', 'Patients authenticated successfully');
}

async function saveRows(page: Page, batch: number): Promise<Call> {
  const confirmation = 'Patients added successfully';
  const last = page.getByRole('alert').filter({ hasText: confirmation });
  const close = last.getByRole('button', { name: 'Close notification' });
  if (await close.isVisible()) await close.click();
  await expect(last).toHaveCount(0);
  await press(page.getByLabel('Name, row 1', { exact: true }));
  await pasteText(page, newRows(batch));
  await atRest(page);
  return send(page, 'Save All', confirmation, (body) => body.replaceAll('@example.com', '@example.org'));
}

/** Nearest-rank percentile; `share` is 0 to 1. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function printTable(byStep: ReadonlyMap<string, readonly number[]>): void {
  const worst = [...byStep].sort(([, a], [, b]) => Math.max(...b) - Math.max(...a));
  for (const [name, durations] of worst)
    console.error(`  ${name.padEnd(28)} ${median(durations)} ms, at most ${Math.max(...durations)} ms`);
}

export const run = (): Promise<Figure[]> =>
  demoPage(async (browser, url) => {
    const byStep = new Map<string, number[]>();
    const calls: Record<'authorize' | 'save', { work: number; reference: number }[]> = {
      authorize: [],
      save: [],
    };
    const note = (step: string, durations: readonly number[]) =>
      byStep.set(step, [
        ...(byStep.get(step) ?? []),
        ...(durations.length > 0 ? durations : [SHORTEST_REPORTED]),
      ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await openDashboard(browser, url, PATIENTS, watchInteractions);
      await throttle(page, 4);
      await atRest(page);
      for (const [name, act] of STEPS) {
        await act(page);
        note(name, await interactions(page));
      }
      const authorized = await authorizeAll(page);
      note('authorize all', await interactions(page));
      calls.authorize.push({ work: authorized.took, reference: authorized.bare });
      await section('Patients')(page);
      for (let batch = 0; batch <= SAVES; batch += 1) {
        const { took, bare } = await saveRows(page, batch);
        const durations = await interactions(page);
        // Once, like every other step. The first call is not compared: it also compiles the mock backend's code.
        if (batch === 0) note('save 1,000 rows', durations);
        else calls.save.push({ work: took, reference: bare });
      }
      await page.close();
    }
    printTable(byStep);
    const all = [...byStep.values()].flat();
    return [
      {
        what: '10,000 patients: 98 of 100 presses and keys until painted, 4× CPU',
        value: percentile(all, 0.98),
        unit: 'ms',
        budget: 100,
        measured: `${all.length} of them; median ${rounded(median(all))}, at most ${rounded(Math.max(...all))}`,
      },
      ratio('10,000 patients: authorize all until confirmed, by the call alone', 1.5, calls.authorize),
      ratio('Save All of 1,000 rows until confirmed, by the call alone', 1.5, calls.save),
    ];
  });
