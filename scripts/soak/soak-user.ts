import type { Page } from '@playwright/test';
import type { Ledger } from './ledger';
import type { Random } from './random';

/** A row that the screen has confirmed as saved. */
export interface SavedRow {
  readonly table: string;
  /** Finds the row. */
  readonly where: Readonly<Record<string, unknown>>;
  /** The values it must have. */
  readonly holds: Readonly<Record<string, unknown>>;
}

/** An account's credentials, and the name that the product shows for it. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A simulated user who acts at random and remembers what the product confirmed as saved. */
export interface SoakUser {
  /** The tab that stays open all the time; its heap is measured. */
  readonly page: Page;
  readonly random: Random;
  /** Records a step for replaying a failure. */
  note(step: string): void;
  /** Counts a call whose failure was shown on screen. */
  sawFailure(): void;
  /** Records a row that a screen confirmed as saved; it replaces the earlier record of the same row. */
  confirmSaved(row: SavedRow): void;
  /** Records a row that the user is about to add: it may exist once, and no other. */
  readonly attempt: Ledger['attempt'];
  /** A write got no response: rows confirmed before it may have been replaced. */
  outcomeUnknown(operation: string): void;
  /** A text that was not used before. */
  fresh(word: string): string;
  /** Runs `work` in another tab of the same browser with the same failure rate, and closes the tab. */
  inOtherTab<T>(path: string, work: (tab: Page) => Promise<T>): Promise<T>;
}

/** A user flow, from finding the screen to leaving it. */
export interface Flow {
  readonly name: string;
  go(user: SoakUser): Promise<void>;
}

/** The rows of a table of the mock backend with these values. */
export async function rows(
  page: Page,
  table: string,
  where: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const all = await page.evaluate(
    (name) => (window.__mock?.db.list(name) ?? []) as Record<string, unknown>[],
    table,
  );
  return all.filter((row) => Object.entries(where).every(([field, value]) => row[field] === value));
}

/** @throws Error unless the row exists exactly once with the confirmed values */
export async function expectSaved(page: Page, { table, where, holds }: SavedRow): Promise<void> {
  let found = await rows(page, table, where);
  const isRight = () =>
    found.length === 1 && Object.entries(holds).every(([field, value]) => found[0]?.[field] === value);
  // Writes of another tab arrive a moment later.
  for (let waited = 0; waited < 5000 && !isRight(); waited += 100) {
    await page.waitForTimeout(100);
    found = await rows(page, table, where);
  }
  if (!isRight())
    throw new Error(`lost write: ${table} ${JSON.stringify({ where, holds })} is ${JSON.stringify(found)}`);
}
