import type { Page } from '@playwright/test';

/** Waits until the page's mock backend answers: it is loaded beside the product, and the page may be there first. */
export async function mockReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__mock !== undefined);
  await page.evaluate(() => window.__mock?.ready);
}

/** Lets the next answer of an operation be one of its branches, such as `500` or `network`. */
export const failNext = (page: Page, operation: string, branch: string): Promise<void> =>
  page.evaluate(([name, how]) => window.__mock?.set(name, how, { times: 1 }), [operation, branch] as const);

/** The rows of one of the mock backend's tables. */
export const rowsOf = (page: Page, table: string): Promise<Record<string, unknown>[]> =>
  page.evaluate((name) => (window.__mock?.db.list(name) ?? []) as Record<string, unknown>[], table);

/** How often an operation was answered, or left unanswered, since the page was loaded. */
export const timesAnswered = (page: Page, operation: string): Promise<number> =>
  page.evaluate(
    (name) => (window.__mock?.log.list() ?? []).filter((entry) => entry.operation === name).length,
    operation,
  );
