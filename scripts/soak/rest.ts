import type { Ledger } from './ledger';
import { logOut, openSection, openTab } from './on-screen';
import { provider, signedInAs } from './signed-in';
import { expectSaved, type SavedRow, type SoakUser } from './soak-user';

/**
 * Without chaos: checks that everything confirmed is stored, everything once, and nothing else; then resets the data
 * and signs the provider in again, so that the retained memory can be measured.
 *
 * @returns the number of rows that the user added since the last rest
 */
export async function rest(user: SoakUser, ledger: Ledger, saved: Map<string, SavedRow>): Promise<number> {
  const { page } = user;
  user.note('rests: are the saved rows there, and only once?');
  await signedInAs(user, provider);
  for (const row of saved.values()) await expectSaved(page, row);
  const added = await ledger.check(page);
  saved.clear();
  // Without a reload, because the retained memory of the page is what is measured.
  await logOut(page);
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  await page.evaluate(() => window.__mock?.reset());
  await ledger.begin(page);
  await signedInAs(user, provider);
  await openSection(page, 'Patients');
  await openTab(page, 'Add Patients');
  await page.evaluate(() => {
    window.__mock?.log.clear();
  });
  return added;
}

/** A measurement of the memory. */
export interface Reading {
  /** Since the start. */
  readonly minute: number;
  readonly mb: number;
}

/** Until then caches still fill up and code is still compiled, so growth is not meaningful. */
const minutesUntilHeapCounts = 10;
const fewestReadings = 6;

/** The ratio of the last third's mean to the first third's, from minute ten on; null after too few readings. */
export function growthOf(readings: readonly Reading[]): number | null {
  const heap = readings.filter(({ minute }) => minute >= minutesUntilHeapCounts).map(({ mb }) => mb);
  if (heap.length < fewestReadings) return null;
  const third = Math.floor(heap.length / 3);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(heap.slice(-third)) / mean(heap.slice(0, third));
}
