import type { Page } from '@playwright/test';
import type { Random } from './random';

/** A row that the screen has confirmed as saved. */
export interface SavedRow {
  readonly table: string;
  /** Finds the row. */
  readonly where: Readonly<Record<string, unknown>>;
  /** What it must hold. */
  readonly holds: Readonly<Record<string, unknown>>;
}

/** How somebody signs in, and by which name the product greets them. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Somebody who uses the product at random, and remembers what it promised to have saved. */
export interface SoakUser {
  /** The tab that stays open all the time: its heap is looked at. */
  readonly page: Page;
  readonly draw: Random;
  /** Notes a step, for whoever has to replay it. */
  note(step: string): void;
  /** Counts a call that failed on screen. */
  sawFailure(): void;
  /** Notes what a screen has confirmed as saved; the same row replaces what was noted of it before. */
  confirmSaved(row: SavedRow): void;
  /** A write got no answer: what the screen confirmed of the rows before may have been replaced. */
  outcomeUnknown(operation: string): void;
  /** A text that nobody has typed before. */
  fresh(word: string): string;
  /** Works in a further tab of the same browser, whose calls fail as often, and closes it. */
  inOtherTab<T>(path: string, work: (tab: Page) => Promise<T>): Promise<T>;
}

/** Something that a user does with the product, from finding the screen to leaving it. */
export interface Flow {
  readonly name: string;
  go(user: SoakUser): Promise<void>;
}

/** The rows of a table of the mock backend that hold these values. */
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

/** Throws unless the row is there, once, and holds what was promised. */
export async function expectSaved(page: Page, { table, where, holds }: SavedRow): Promise<void> {
  let found = await rows(page, table, where);
  const isRight = () =>
    found.length === 1 && Object.entries(holds).every(([field, value]) => found[0]?.[field] === value);
  // What another tab wrote arrives a moment later.
  for (let waited = 0; waited < 5000 && !isRight(); waited += 100) {
    await page.waitForTimeout(100);
    found = await rows(page, table, where);
  }
  if (!isRight())
    throw new Error(`lost write: ${table} ${JSON.stringify({ where, holds })} is ${JSON.stringify(found)}`);
}
