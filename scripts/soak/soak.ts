import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { errorMessage } from '@/mocks/world/error-message';
import { ROOT } from '../lib/run';
import type { SoakBrowser } from './browsers';
import { flows } from './flows/flows';
import { expectAlive, listen, screensOf } from './health';
import { newUser } from './new-user';
import { chooseInAccountMenu, goInHistory } from './on-screen';
import { growthOf, type Reading, rest } from './rest';
import { provider, signedInAs } from './signed-in';
import type { Flow, SoakUser } from './soak-user';

interface SoakOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Milliseconds between two flows, so that several runs share a small computer. */
  readonly pause?: number;
  readonly browser: SoakBrowser;
  /** Receives one line at every rest, at most one a minute in a run of half an hour or more. */
  readonly onRest?: (line: string) => void;
}

interface SoakReport {
  readonly seed: number;
  readonly minutes: number;
  readonly walks: number;
  /** What the user did, and each answer to it. */
  readonly steps: number;
  readonly failedCalls: number;
  readonly workersEnded: number;
  readonly reloads: number;
  readonly clockJumps: number;
  /** Flows that ran while the local storage was full. */
  readonly fullStorages: number;
  /** Writes that a screen confirmed. */
  readonly savedRows: number;
  /** Rows with all that was confirmed of them, each found on the server at a rest. */
  readonly foundRows: number;
  /** Rows that were added on the server, each once and by the user. */
  readonly addedRows: number;
  /** How often each flow ran. */
  readonly flows: Readonly<Record<string, number>>;
  /** What the memory readings are. */
  readonly measures: string;
  /** MB, over time. */
  readonly heap: readonly Reading[];
  /** The ratio of the last third to the first third from minute ten on; null in a run that is too short for it. */
  readonly heapGrowth: number | null;
}

const stepsShown = 30;
/** In a shorter run the memory is not judged. */
const secondsUntilWarm = 600;

/** Ends with an error that contains what went wrong and how to replay it. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { seed, seconds, browser } = options;
  const steps: string[] = [];
  const troubles: string[] = [];
  const pages = tabs(() => browser.newPage(), troubles);
  const unhandled = unhandledRejection();
  try {
    const report = await Promise.race([
      soakIn({ ...options, newPage: pages.open }, steps, troubles),
      unhandled.happens,
    ]);
    const { heapGrowth, heap } = report;
    if (heapGrowth !== null && heapGrowth > browser.memoryLimit)
      throw new Error(
        `the memory grew by ${heapGrowth.toFixed(2)}: ${heap.map(({ mb }) => mb).join(', ')} MB`,
      );
    return report;
  } catch (error) {
    const last = steps.slice(-stepsShown).join('\n  ');
    const [page] = pages.all();
    throw new Error(
      `The soak with seed ${seed} failed after ${steps.length} steps: ${errorMessage(error)}\n` +
        `Again: npx tsx scripts/soak.ts --engine ${browser.engine} --seed ${seed} --minutes ${seconds / 60}\n` +
        `The data as a capsule for the control room: ${page ? await capsuleOf(page, seed) : 'none, no tab is open'}\n` +
        `Behind the page: ${troubles.join('; ') || 'nothing'}\nThe last steps:\n  ${last}\n` +
        `On the screen:\n${await screensOf(pages.all())}`,
      { cause: error },
    );
  } finally {
    unhandled.ignore();
  }
}

/** Rejects with a rejection that nothing awaits: Node would end without a report of the soak. */
function unhandledRejection(): { happens: Promise<never>; ignore(): void } {
  let ignore = () => undefined as void;
  const happens = new Promise<never>((_, reject) => {
    process.on('unhandledRejection', reject);
    ignore = () => void process.off('unhandledRejection', reject);
  });
  return { happens, ignore };
}

/** Writes the page's capsule to a file; returns its path, or why there is none. */
async function capsuleOf(page: Page, seed: number): Promise<string> {
  try {
    const capsule = await page.evaluate(async () => (await window.__mock?.capsules.make())?.file);
    const folder = join(ROOT, '.cache/soak');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `seed-${seed}.json`);
    writeFileSync(path, capsule ?? '');
    return path;
  } catch (error) {
    return `none, ${errorMessage(error)}`;
  }
}

/** Opens tabs, listens to them, and tracks which ones are open. */
function tabs(newPage: () => Promise<Page>, troubles: string[]) {
  const opened: Page[] = [];
  return {
    async open() {
      const page = await newPage();
      listen(page, troubles);
      opened.push(page);
      return page;
    },
    all: () => opened.filter((page) => !page.isClosed()),
  };
}

async function soakIn(
  {
    seed,
    seconds,
    pause: betweenFlows = 0,
    browser,
    newPage,
    onRest,
  }: SoakOptions & { readonly newPage: () => Promise<Page> },
  steps: string[],
  troubles: readonly string[],
): Promise<SoakReport> {
  const { user, saved, ledger, count: seen, setChaos } = await newUser({ seed, newPage, steps, troubles });
  const { page, random } = user;
  const start = Date.now();
  const minutes = () => Number(((Date.now() - start) / 60_000).toFixed(1));
  const count = { walks: 0, workersEnded: 0, reloads: 0, clockJumps: 0, fullStorages: 0 };
  const walked: Record<string, number> = {};
  const heap: Reading[] = [];

  const go = async (flow: Flow) => {
    user.note(flow.name);
    await flow.go(user);
    walked[flow.name] = (walked[flow.name] ?? 0) + 1;
    count.walks += 1;
  };
  const pause = async () => {
    await setChaos(false);
    seen.foundRows += saved.size;
    seen.addedRows += await rest(user, ledger, saved);
    const mb = await browser.memory(page);
    heap.push({ minute: minutes(), mb });
    onRest?.(
      `minute ${minutes()}: ${count.walks} flows, ${seen.savedRows} writes confirmed, ` +
        `${seen.failedCalls} calls failed, ${mb} MB`,
    );
    await setChaos(true);
  };
  let bag: Flow[] = [];
  const goNext = async () => {
    // Every flow runs once before any flow repeats.
    if (bag.length === 0) bag = random.shuffled(flows);
    const flow = bag.pop();
    if (flow !== undefined) await go(flow);
  };
  const goOn = async () => {
    const chance = random.next();
    if (chance < 0.08 && browser.endWorker) {
      user.note('the browser ends the worker');
      await browser.endWorker(page);
      count.workersEnded += 1;
    } else if (chance < 0.12) {
      await lookFromSecondTab(user, newPage);
      count.reloads += 1;
    } else if (chance < 0.18) {
      await lookAround(user);
    } else if (chance < 0.21) {
      await moveClock(user);
      count.clockJumps += 1;
    } else if (chance < 0.25) {
      await whileStorageIsFull(user, goNext);
      count.fullStorages += 1;
    } else {
      await goNext();
    }
    await expectAlive(page, troubles);
  };

  await signedInAs(user, provider);
  const end = start + seconds * 1000;
  // Every flow once, so that lazily loaded code is present before the heap is measured.
  if (seconds >= secondsUntilWarm) for (const flow of flows) await go(flow);
  await pause();
  const between = Math.max(20_000, (seconds * 1000) / 24);
  let nextRest = Date.now() + between;
  while (Date.now() < end) {
    await goOn();
    await wait(betweenFlows);
    if (Date.now() < nextRest) continue;
    await pause();
    nextRest = Date.now() + between;
  }
  await pause();
  await page.close();
  return {
    seed,
    minutes: minutes(),
    steps: steps.length,
    ...count,
    ...seen,
    flows: walked,
    measures: browser.measures,
    heap,
    heapGrowth: growthOf(heap),
  };
}

async function lookAround(user: SoakUser): Promise<void> {
  const { page, random, note } = user;
  await signedInAs(user, provider);
  const { entry, heading } = random.pick([
    { entry: 'Profile', heading: 'Clinic Profile' },
    { entry: 'Kits Information', heading: 'Kit Information' },
  ]);
  note(`looks at ${entry}`);
  await chooseInAccountMenu(page, entry);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

const minute = 60_000;

/** The clock jumps, as after sleep or a correction. An hour ahead ends the session, so the next flow logs in again. */
async function moveClock(user: SoakUser): Promise<void> {
  const { page, random, note } = user;
  await signedInAs(user, provider);
  const by = random.pick([5, -5, 60, -60]);
  note(`the clock jumps by ${by} minutes`);
  await page.evaluate((milliseconds) => window.__mock?.clock.advance(milliseconds), by * minute);
  if (by < 60) return;
  await page.keyboard.press('Shift');
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
}

/** Fills the local storage up to the last kilobyte, and empties it afterwards if no login has. */
async function whileStorageIsFull(user: SoakUser, work: () => Promise<void>): Promise<void> {
  const { page, note } = user;
  await signedInAs(user, provider);
  note('the storage is full');
  await page.evaluate(() => {
    let ballast = '';
    for (let size = 4_194_304; size >= 1024; size /= 2) {
      try {
        localStorage.setItem('soak-ballast', ballast + '.'.repeat(size));
        ballast += '.'.repeat(size);
      } catch {
        // Less of it may fit.
      }
    }
  });
  await work();
  await page.evaluate(() => localStorage.removeItem('soak-ballast'));
}

/** A second tab on the same storage: loaded, reloaded in the middle, and left through the history. */
async function lookFromSecondTab({ note, page }: SoakUser, newPage: () => Promise<Page>): Promise<void> {
  note('a second tab: look, reload, back and forward');
  const tab = await newPage();
  const shown = () => tab.locator('h1').first().waitFor({ timeout: 60_000 });
  await tab.goto('/dashboard');
  await tab.reload();
  await shown();
  await tab.goto('/info');
  for (const by of [-1, 1, -1] as const) {
    await shown();
    await goInHistory(tab, by);
  }
  await shown();
  await expectAlive(tab, []);
  await tab.close();
  await page.bringToFront();
}
