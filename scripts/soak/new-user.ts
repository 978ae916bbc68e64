import type { Page } from '@playwright/test';
import { expectAlive } from './health';
import { newLedger } from './ledger';
import { randomFrom } from './random';
import type { SavedRow, SoakUser } from './soak-user';

const chaosRate = 0.2;

/** The tables in which a write replaces earlier values; the other writes only add rows. */
const replacedBy: Readonly<Record<string, string>> = {
  'POST /clinic/update-clinic-profile': 'clinics',
  'PUT /clinic/update-lab': 'labs',
  'PUT /patient/update-patient/{id}': 'patients',
  'POST /patient/update-patient-profile': 'patients',
};

interface Surroundings {
  readonly seed: number;
  readonly newPage: () => Promise<Page>;
  readonly steps: string[];
  readonly troubles: readonly string[];
}

/** Opens the main tab at the login page; returns the simulated user, what was confirmed to them, and what they saw. */
export async function newUser({ seed, newPage, steps, troubles }: Surroundings) {
  const random = randomFrom(seed);
  const saved = new Map<string, SavedRow>();
  const ledger = newLedger();
  const count = { failedCalls: 0, savedRows: 0, foundRows: 0, addedRows: 0 };
  let known = 0;
  let chaotic = false;

  const stir = (tab: Page) =>
    tab.evaluate(
      (options) => window.__mock?.chaos(options),
      chaotic ? { rate: chaosRate, seed: random.below(1_000_000) } : null,
    );

  async function open(path: string): Promise<Page> {
    const tab = await newPage();
    await tab.goto(path);
    await tab.waitForFunction(() => {
      // A prerendered page starts the app on the first input.
      if (window.__mock === undefined)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
      return window.__mock !== undefined;
    });
    await tab.evaluate(() => window.__mock?.ready);
    await stir(tab);
    return tab;
  }

  const page = await open('/login');
  await ledger.begin(page);
  const user: SoakUser = {
    page,
    random,
    note: (step) => steps.push(step),
    sawFailure: () => {
      count.failedCalls += 1;
    },
    fresh(word) {
      known += 1;
      return `${word}${seed}-${known}`;
    },
    confirmSaved(row) {
      const key = JSON.stringify([row.table, row.where]);
      saved.set(key, { ...row, holds: { ...saved.get(key)?.holds, ...row.holds } });
      count.savedRows += 1;
    },
    attempt: ledger.attempt,
    outcomeUnknown(operation) {
      for (const [key, { table }] of saved) if (table === replacedBy[operation]) saved.delete(key);
    },
    async inOtherTab(path, work) {
      const tab = await open(path);
      const result = await work(tab);
      await expectAlive(tab, troubles);
      await tab.close();
      await page.bringToFront();
      return result;
    },
  };
  return {
    user,
    saved,
    ledger,
    count,
    /** Makes a fifth of the calls fail from now on, in this and later tabs; or none. */
    async setChaos(on: boolean) {
      chaotic = on;
      await stir(page);
    },
  };
}
