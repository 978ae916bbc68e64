import type { Browser, Page } from '@playwright/test';

/** Times that the script below records in the page. */
interface Notes {
  /** The response body of the list. */
  body: string;
  fetched: number;
  firstRows: number;
  fileChosen: number;
  preview: number;
  lastChange: number;
  scripts: number[];
  longestFrame: number;
}

declare global {
  interface Window {
    benchNotes: Notes;
    keysPainted: number[];
  }
}

/** Runs in the page before its own scripts: records when the list arrives and renders, and what keystrokes cost. */
function observe(): void {
  const notes: Notes = {
    body: '',
    fetched: 0,
    firstRows: 0,
    fileChosen: 0,
    preview: 0,
    lastChange: 0,
    scripts: [],
    longestFrame: 0,
  };
  window.benchNotes = notes;
  const ask = window.fetch.bind(window);
  window.fetch = async (...args) => {
    const answer = await ask(...args);
    const [target] = args;
    const url = target instanceof Request ? target.url : String(target);
    if (!url.endsWith('/patient/fetch-patients')) return answer;
    // The measurement starts at the last byte, because the table does not control how fast a server (here a worker)
    // sends. Parsing the JSON, validating 130,000 fields, storing and rendering count.
    const text = answer.text.bind(answer);
    answer.text = async () => {
      notes.body = await text();
      notes.fetched = performance.now();
      return notes.body;
    };
    return answer;
  };
  new MutationObserver(() => {
    notes.lastChange = performance.now();
    // Only a row with a name counts, not the skeleton rows before it.
    const named = 'tbody td[data-label="Name"] span.font-medium';
    if (notes.firstRows > 0 || notes.fetched === 0 || !document.querySelector(named)) return;
    requestAnimationFrame(() => setTimeout(() => (notes.firstRows ||= performance.now())));
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener('change', () => {
    notes.fileChosen ||= performance.now();
  });
  new MutationObserver(() => {
    const named = '[role="dialog"] tbody td[data-label="Name"]';
    if (notes.preview > 0 || !document.querySelector(named)?.textContent) return;
    requestAnimationFrame(() => setTimeout(() => (notes.preview ||= performance.now())));
  }).observe(document, { childList: true, subtree: true });
  window.addEventListener(
    'keydown',
    () => {
      const pressed = performance.now();
      window.addEventListener(
        'input',
        () => queueMicrotask(() => notes.scripts.push(performance.now() - pressed)),
        { once: true },
      );
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.longestFrame = Math.max(notes.longestFrame, duration);
  }).observe({ type: 'long-animation-frame', buffered: true });
}

/** Runs in the page: the time from each key press to its paint, in steps of 8 ms from 16 ms on. */
export function watchKeys(): void {
  window.keysPainted = [];
  const keys: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') window.keysPainted.push(duration);
  }).observe(keys);
}

/** Waits until the page is idle. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 150), { timeout: 5000 })),
  );

/** Milliseconds; the browser reports no event that was painted sooner. */
export const SHORTEST_REPORTED = 16;

/** Types key by key and returns the milliseconds until each key was painted. Requires `watchKeys`. */
export async function typeSlowly(page: Page, text: string): Promise<number[]> {
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))));
  }
  // The browser reports the last events only when it is idle.
  const reported = await page.evaluate(
    () => new Promise<number[]>((done) => setTimeout(() => done(window.keysPainted), 500)),
  );
  return Array.from(text, (_, at) => reported[at] ?? SHORTEST_REPORTED);
}

/** Opens the dashboard of a provider with the given number of patients in a new tab of the demo at `url`. */
export async function openDashboard(
  browser: Browser,
  url: string,
  patients: number,
  watch: () => void = watchKeys,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(observe);
  await page.addInitScript(watch);
  const address = `${url}login?mock.preset=large&mock.patients=${patients}&mock.as=provider`;
  await page.goto(address, { timeout: 120_000 });
  await page.getByText(/^Hey, /).waitFor({ timeout: 120_000 });
  return page;
}

export const notesOf = (page: Page): Promise<Notes> => page.evaluate(() => window.benchNotes);

/** Opens the patient list and waits for its first rows; returns the milliseconds since their data arrived. */
export async function openPatients(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Booking / Order Kits' }).click();
  await page.waitForFunction(() => window.benchNotes.firstRows > 0, undefined, { timeout: 60_000 });
  const { fetched, firstRows } = await notesOf(page);
  return firstRows - fetched;
}

/** The page's JavaScript heap after garbage collection, in MB. */
export async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
