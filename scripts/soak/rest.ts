import type { CDPSession } from '@playwright/test';
import { liveHeap } from './live-heap';
import { chooseInAccountMenu, logoutEnded, openSection, openTab } from './on-screen';
import { provider, signedInAs } from './signed-in';
import { expectSaved, type SavedRow, type SoakUser } from './soak-user';

/**
 * Without chaos: everything that was confirmed is there, and once; then the data is as at the start, somebody else signs
 * in, and what the page still holds is measured, in MB.
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
  // Not by a reload: what the page holds on to is the question.
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

/** The mean of the last third over that of the first third. */
export function growthOf(heap: readonly number[]): number {
  const third = Math.max(1, Math.floor(heap.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(heap.slice(-third)) / mean(heap.slice(0, third));
}
