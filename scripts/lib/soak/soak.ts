import type { CDPSession, Page } from '@playwright/test';
import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate';
import { endWorker } from '../end-worker';
import { liveHeap } from './live-heap';
import { type Act, type Flow, flows, rows, type Walk } from './soak-flows';
import { answerOf, drawFrom, type SavedRow, type SoakUser } from './soak-user';

export interface SoakOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Opens a page of the demo build. */
  readonly newPage: () => Promise<Page>;
  /** Hears the heap in MB at every rest. */
  readonly onRest?: (heap: readonly number[]) => void;
}

export interface SoakReport {
  readonly seed: number;
  readonly walks: number;
  readonly steps: number;
  readonly failedCalls: number;
  readonly workersEnded: number;
  readonly reloads: number;
  readonly savedRows: number;
  /** The data that the page holds on to, in MB, over time. */
  readonly heap: readonly number[];
  /** Last third over first third. */
  readonly heapGrowth: number;
}

const stepsShown = 30;
const chaosRate = 0.2;
/** The heap may grow by this much from the first third to the last. */
const heapLimit = 1.1;
/** In a shorter soak caches still fill up, and growth says nothing. */
const secondsUntilHeapCounts = 600;

/** Ends with whatever went wrong, and with what is needed to see it again. */
export async function soak({ seed, seconds, newPage, onRest }: SoakOptions): Promise<SoakReport> {
  const steps: string[] = [];
  const troubles: string[] = [];
  const page = await newPage();
  listen(page, troubles);
  const saved = new Map<string, SavedRow>();
  let known = 0;
  let savedRows = 0;
  const draw = drawFrom(seed);
  const user: SoakUser = {
    page,
    draw,
    note: (step) => steps.push(step),
    fresh(word) {
      known += 1;
      return `${word}${seed}-${known}`;
    },
    confirmSaved(row) {
      const key = JSON.stringify([row.table, row.where]);
      saved.set(key, { ...row, holds: { ...saved.get(key)?.holds, ...row.holds } });
      savedRows += 1;
    },
  };
  const count = { walks: 0, failedCalls: 0, workersEnded: 0, reloads: 0 };
  const heap: number[] = [];
  try {
    await start(page);
    await visitAll(user);
    const devtools = await page.context().newCDPSession(page);
    const end = Date.now() + seconds * 1000;
    const between = Math.max(12_000, (seconds * 1000) / 24);
    heap.push(await rest(user, devtools, saved));
    let nextRest = Date.now() + between;
    while (Date.now() < end) {
      const chance = draw.next();
      if (chance < 0.08) {
        user.note('the browser ends the worker');
        await endWorker(page);
        count.workersEnded += 1;
      } else if (chance < 0.12) {
        user.note('a second tab: look, reload, back and forward');
        await secondTab(newPage, troubles);
        count.reloads += 1;
      } else if (chance < 0.2) {
        await lookAround(user);
      } else {
        count.failedCalls += await walk(user, draw.pick(flows));
        count.walks += 1;
      }
      await expectAlive(page, troubles);
      if (Date.now() >= nextRest) {
        heap.push(await rest(user, devtools, saved));
        onRest?.(heap);
        nextRest = Date.now() + between;
      }
    }
    heap.push(await rest(user, devtools, saved));
  } catch (error) {
    const last = steps.slice(-stepsShown).join('\n  ');
    const screen = await page
      .locator('body')
      .innerText()
      .catch(() => '(no page)');
    throw new Error(
      `The soak with seed ${seed} failed after ${steps.length} steps: ${error instanceof Error ? error.message : error}\n` +
        `Behind the page: ${troubles.join('; ') || 'nothing'}\nThe last steps:\n  ${last}\nOn the screen:\n${screen.slice(0, 1500)}`,
      { cause: error },
    );
  }
  await page.close();
  const heapGrowth = growthOf(heap);
  if (seconds >= secondsUntilHeapCounts && heapGrowth > heapLimit)
    throw new Error(
      `The soak with seed ${seed}: the heap grew by ${heapGrowth.toFixed(2)}: ${heap.join(', ')} MB`,
    );
  return { seed, steps: steps.length, savedRows, heap, heapGrowth, ...count };
}

/** Signs in with everything quick and whole; chaos comes with the first rest. */
async function start(page: Page): Promise<void> {
  await page.goto('/dashboard?mock.as=provider');
  await page.getByText(/^Hey, /).waitFor({ timeout: 60_000 });
}

/** Whoever was sent to the login page, by chaos at the check of who is signed in, signs in again. */
async function ensureSignedIn({ page, note }: SoakUser): Promise<void> {
  const greeting = page.getByText(/^Hey, /);
  const login = page.getByRole('button', { name: 'Log in as provider' });
  for (let tries = 0; tries < 20; tries += 1) {
    await greeting.or(login).first().waitFor({ timeout: 60_000 });
    if (await greeting.isVisible()) return;
    note('logs in again');
    await login.click();
    await page.waitForTimeout(500);
  }
  throw new Error('twenty logins failed');
}

/** Goes along a random path of a machine: the chart says what is possible, the screen has to follow. */
async function walk(user: SoakUser, flow: Flow): Promise<number> {
  user.note(flow.name);
  const way = await flow.open(user);
  let state: AnyMachineSnapshot = initialTransition(flow.machine, flow.input)[0];
  let failed = 0;
  for (let at = 0; at < 6; at += 1) {
    const possible = way.acts.filter(({ event }) => state.can(event));
    const [first, ...others] = possible;
    if (first === undefined) break;
    const act = user.draw.pick([first, ...others]);
    user.note(`  ${act.event.type}`);
    const after: AnyMachineSnapshot = transition(flow.machine, state, act.event)[0];
    const [call]: string[] = Object.keys(after.children);
    state = call === undefined ? await plainly(act, after) : await calling(user, flow, way, act, after, call);
    if (state.context.failure !== null && call !== undefined) failed += 1;
  }
  await way.leave();
  return failed;
}

async function plainly(act: Act, after: AnyMachineSnapshot): Promise<AnyMachineSnapshot> {
  await act.perform();
  return after;
}

async function calling(
  { page, note }: SoakUser,
  flow: Flow,
  way: Walk,
  act: Act,
  busy: AnyMachineSnapshot,
  call: string,
): Promise<AnyMachineSnapshot> {
  const branch = await answerOf(page, flow.operation, act.perform);
  note(`    ${flow.operation} answers ${branch}`);
  const good = branch === 'ok' || branch.startsWith('ok.');
  await (good ? way.confirmed() : way.kept());
  const event = good
    ? { type: `xstate.done.actor.${call}`, output: flow.answer }
    : {
        type: `xstate.error.actor.${call}`,
        error: { operation: flow.operation, kind: 'status', message: null },
      };
  return transition(flow.machine, busy, event)[0];
}

/** Every place once, so that what is loaded lazily is there before the heap is looked at. */
async function visitAll(user: SoakUser): Promise<void> {
  for (const flow of flows) await (await flow.open(user)).leave();
  for (let times = 0; times < 4; times += 1) await lookAround(user);
}

async function lookAround({ page, draw, note }: SoakUser): Promise<void> {
  const entry = draw.pick(['Profile', 'Kits Information']);
  note(`looks at ${entry}, goes back and forward`);
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.locator('h1').first().waitFor();
}

/** A second tab on the same storage: it is loaded, loaded anew in the middle, and left by the history. */
async function secondTab(newPage: () => Promise<Page>, troubles: string[]): Promise<void> {
  const page = await newPage();
  listen(page, troubles);
  await page.goto('/dashboard');
  await page.reload();
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  await page.goto('/info');
  for (const go of [() => page.goBack(), () => page.goForward(), () => page.goBack()]) {
    await page.locator('h1').first().waitFor({ timeout: 60_000 });
    await go();
  }
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  await expectAlive(page, troubles);
  await page.close();
}

/** Something stands on the page, it is not the page for what broke, and nothing went wrong behind it. */
async function expectAlive(page: Page, troubles: readonly string[]): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 30_000 });
  for (const words of ['Something went wrong on this page.', 'This page could not be loaded.'])
    if (await page.getByText(words).isVisible()) throw new Error(`the page broke: ${words}`);
  if (troubles.length > 0) throw new Error('something went wrong behind the page');
}

function listen(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own line about a refused or broken call.
    if (/^Failed to load resource/.test(text) || !['error', 'warning'].includes(message.type())) return;
    troubles.push(`console.${message.type()}: ${text}`);
  });
  page.on('crash', () => troubles.push('the page crashed'));
}

/**
 * Without chaos: everything that was confirmed is there, and once; then the data is as at the start, somebody else signs
 * in, and what the page still holds is measured, in MB.
 */
async function rest(user: SoakUser, devtools: CDPSession, saved: Map<string, SavedRow>): Promise<number> {
  const { page, draw } = user;
  user.note('rests: are the saved rows there?');
  await page.evaluate(() => window.__mock?.chaos(null));
  await ensureSignedIn(user);
  for (const row of saved.values()) await expectSaved(page, row);
  saved.clear();
  // Not by a reload: what the page holds on to is the question.
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log in as provider' }).waitFor();
  await page.evaluate(() => window.__mock?.reset());
  await ensureSignedIn(user);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Patients' }).click();
  await page.getByRole('tab', { name: 'Add Patients' }).click();
  await page.evaluate(() => {
    window.__mock?.log.clear();
  });
  const live = await liveHeap(devtools);
  const chaos = { rate: chaosRate, seed: draw.below(1_000_000) };
  await page.evaluate((options) => window.__mock?.chaos(options), chaos);
  return live;
}

async function expectSaved(page: Page, { table, where, holds }: SavedRow): Promise<void> {
  const found = await rows(page, table, where);
  const [row] = found;
  const wrong = Object.entries(holds).some(([field, value]) => row?.[field] !== value);
  if (found.length !== 1 || wrong)
    throw new Error(`lost write: ${table} ${JSON.stringify({ where, holds })} is ${JSON.stringify(found)}`);
}

/** The mean of the last third over that of the first third. */
function growthOf(heap: readonly number[]): number {
  const third = Math.max(1, Math.floor(heap.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(heap.slice(-third)) / mean(heap.slice(0, third));
}
