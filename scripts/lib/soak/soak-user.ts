import type { Page } from '@playwright/test';

/** Numbers that look random and are the same for the same seed. */
export interface Draw {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below `count`. */
  below(count: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** The generator mulberry32: small, and good enough to wander about with. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { next, below, pick: (choices) => choices[below(choices.length)] ?? choices[0] };
}

/** A row that the screen has confirmed as saved. */
export interface SavedRow {
  readonly table: string;
  /** Finds the row. */
  readonly where: Readonly<Record<string, unknown>>;
  /** What it must hold. */
  readonly holds: Readonly<Record<string, unknown>>;
}

/** Somebody who uses the product at random, and remembers what it promised to have saved. */
export interface SoakUser {
  readonly page: Page;
  readonly draw: Draw;
  /** Notes a step, for whoever has to replay it. */
  note(step: string): void;
  /** Notes what a screen has confirmed as saved; the same row replaces what was noted of it before. */
  confirmSaved(row: SavedRow): void;
  /** A text that nobody has typed before. */
  fresh(word: string): string;
}

/** The answers of an operation since the page was loaded, oldest first: `ok`, `500`, `network` … */
const branchesServed = (page: Page, operation: string): Promise<string[]> =>
  page.evaluate(
    (name) =>
      (window.__mock?.log.list() ?? [])
        .filter((entry) => entry.operation === name)
        .map((entry) => `${entry.id} ${entry.branch}`),
    operation,
  );

/** Does what makes a call, and waits for how it was answered: `ok`, `500`, `network` … Throws where it was made twice. */
export async function answerOf(page: Page, operation: string, act: () => Promise<void>): Promise<string> {
  const before = new Set(await branchesServed(page, operation));
  await act();
  const since = async () => (await branchesServed(page, operation)).filter((entry) => !before.has(entry));
  for (let waited = 0; waited < 30_000; waited += 50) {
    const answers = await since();
    if (answers.length > 1) throw new Error(`${operation} was sent ${answers.length} times: ${answers}`);
    const [answer] = answers;
    if (answer !== undefined) return answer.split(' ')[1] ?? '';
    await page.waitForTimeout(50);
  }
  throw new Error(`${operation} was not answered within 30 s`);
}
