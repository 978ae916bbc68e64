import { expect, type Locator, type Page, test } from '@playwright/test';
import { mockReady, rowsOf, timesAnswered } from './mock-control';

/** An action that keeps the user waiting. */
export interface BusyState {
  /** The text shown meanwhile. */
  readonly label: string;
  readonly operation: string;
  /** Checks what the reload kept, if `prepare` does not show it. */
  kept?(page: Page): Promise<void>;
  /** Fills in the form, from whichever page a reload opens. */
  prepare(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  /** Checks that it was done exactly once. */
  done(page: Page): Promise<void>;
  /** The action leaves the page, so the log of its calls is lost. */
  readonly leaves?: boolean;
}

export const isShown = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

/** Delays the next response beyond the test's reload. */
export const slowly = (page: Page, operation: string) =>
  page.evaluate((name) => window.__mock?.set(name, 'ok', { delay: 60_000, times: 1 }), operation);

/** Waits until the call has taken the delayed response: otherwise the reloaded page would get it for its own call. */
export const isUnderWay = (page: Page, operation: string) =>
  page.waitForFunction(
    (name) => window.__mock?.scenario().overrides.every((armed) => armed.operation !== name),
    operation,
  );

/** Reloads during the action, expects the page to be idle, and repeats the action. */
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

/** Runs the actions in turn, each as a test step. */
export const interruptEach = async (page: Page, states: readonly BusyState[]) => {
  for (const state of states)
    await test.step(`“${state.label}” of ${state.operation}`, () => interrupt(page, state));
};

/** Presses twice, as an impatient user does. */
export const press = (around: Page | Locator, name: string) =>
  around.getByRole('button', { name, exact: true }).dblclick();

/** Expects the mock backend to have exactly one such row. */
export const expectOne = async (
  page: Page,
  table: string,
  where: (row: Record<string, unknown>) => boolean,
) => expect((await rowsOf(page, table)).filter(where)).toHaveLength(1);
