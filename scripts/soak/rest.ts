import type { CDPSession } from '@playwright/test';
import { liveHeap } from './live-heap';
import { chooseInAccountMenu, logoutEnded, openSection, openTab } from './on-screen';
import { provider, signedInAs } from './signed-in';
import { expectSaved, type SavedRow, type SoakUser } from './soak-user';

/**
 * Without chaos: checks that everything confirmed is stored exactly once, resets the data, signs another account in,
 * and measures the retained heap in MB.
 */
export async function rest(
  user: SoakUser,
  devtools: CDPSession,
  saved: Map<string, SavedRow>,
): Promise<number> {
  const { page } = user;
  user.note('rests: are the saved rows there?');
  await signedInAs(user, provider);
  for (const row of saved.values()) await expectSaved(page, row);
  saved.clear();
  // Without a reload, because the retained memory of the page is what is measured.
  await Promise.all([logoutEnded(page), chooseInAccountMenu(page, 'Logout')]);
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  await page.evaluate(() => window.__mock?.reset());
  await signedInAs(user, provider);
  await openSection(page, 'Patients');
  await openTab(page, 'Add Patients');
  await page.evaluate(() => {
    window.__mock?.log.clear();
  });
  return liveHeap(devtools);
}

/** The ratio of the last third's mean to the first third's. */
export function growthOf(heap: readonly number[]): number {
  const third = Math.max(1, Math.floor(heap.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(heap.slice(-third)) / mean(heap.slice(0, third));
}
