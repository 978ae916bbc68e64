import { expect, type Locator, type Page, test } from '@playwright/test';
import { mockReady, rowsOf, timesAnswered } from './mock-control';

/** What keeps somebody waiting. */
export interface BusyState {
  /** What stands there while it lasts. */
  readonly label: string;
  readonly operation: string;
  /** What the reload has left there, where `prepare` does not show it. */
  kept?(page: Page): Promise<void>;
  /** Fills in, from wherever a reload has left the page. */
  prepare(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  /** It has worked, and once. */
  done(page: Page): Promise<void>;
  /** A page that leaves takes the log of its calls along. */
  readonly leaves?: boolean;
}

/** These words stand on the page. */
export const isShown = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

/** The answer to the next call takes so long that the user has left before. */
export const slowly = (page: Page, operation: string) =>
  page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 60_000, times: 1 }), operation);

/** The slow answer of `slowly` is taken: a page that is reloaded before inherits it, and waits for its own call. */
export const isUnderWay = (page: Page, operation: string) =>
  page.waitForFunction(
    (name) => window.__mock?.scenario().overrides.every((armed) => armed.operation !== name),
    operation,
  );

/** Reloads in the middle, finds the page ready, and does it again. */
async function interrupt(page: Page, state: BusyState): Promise<void> {
  const busy = page.locator('[aria-busy="true"], [role="menuitem"][aria-disabled="true"]').filter({
    hasText: state.label,
  });
  await state.prepare(page);
  await slowly(page, state.operation);
  await state.send(page);
  await expect(busy.first()).toBeVisible();
  await isUnderWay(page, state.operation);
  await page.reload();
  await mockReady(page);
  await state.kept?.(page);
  await state.prepare(page);
  await expect(busy).toHaveCount(0);
  await state.send(page);
  await state.done(page);
  if (!state.leaves) expect(await timesAnswered(page, state.operation)).toBe(1);
}

/** One after the other, each as a step of the test. */
export const interruptEach = async (page: Page, states: readonly BusyState[]) => {
  for (const state of states)
    await test.step(`“${state.label}” of ${state.operation}`, () => interrupt(page, state));
};

/** Presses twice, as an impatient person does. */
export const press = (around: Page | Locator, name: string) =>
  around.getByRole('button', { name, exact: true }).dblclick();

/** The mock backend holds one such row, and not two. */
export const expectOne = async (
  page: Page,
  table: string,
  where: (row: Record<string, unknown>) => boolean,
) => expect((await rowsOf(page, table)).filter(where)).toHaveLength(1);
