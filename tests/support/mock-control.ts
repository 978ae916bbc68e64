import type { Locator, Page } from '@playwright/test';
import type { TableName } from '@/mocks/kitwell/kitwell';

/** Waits until the page's mock backend is ready: it loads separately, so the page may be ready first. */
export async function mockReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__mock !== undefined);
  await page.evaluate(() => window.__mock?.ready);
}

/** Sets the branch of an operation's next response, such as `500` or `network`. */
export const failNext = (page: Page, operation: string, branch: string): Promise<void> =>
  page.evaluate(([name, how]) => window.__mock?.set(name, how, { times: 1 }), [operation, branch] as const);

/** The rows of one of the mock backend's tables. */
export const rowsOf = (page: Page, table: TableName): Promise<Record<string, unknown>[]> =>
  page.evaluate((name) => (window.__mock?.db.list(name) ?? []) as Record<string, unknown>[], table);

/** The newest mail of a kind, to an address or to anyone, once it is there. */
export const newestMail = (page: Page, kind: 'otp' | 'confirm-address', to?: string) =>
  page.evaluate((query) => window.__mock?.mail.waitFor(query), { kind, ...(to === undefined ? {} : { to }) });

/** The name of an authorized patient of the demo clinic without an order. */
export async function someoneToOrderFor(page: Page): Promise<string> {
  const [patients, placed] = [await rowsOf(page, 'patients'), await rowsOf(page, 'orders')];
  const ordered = new Set(placed.map(({ patient_id }) => patient_id));
  const patient = patients.find(({ authorized, patient_id }) => authorized === 1 && !ordered.has(patient_id));
  if (patient === undefined) throw new Error('The demo data has no patient to order for.');
  return String(patient.patient_name);
}

/** How many calls of an operation were handled since the page was loaded, including those without a response. */
export const timesAnswered = (page: Page, operation: string): Promise<number> =>
  page.evaluate(
    (name) => (window.__mock?.log.list() ?? []).filter((entry) => entry.operation === name).length,
    operation,
  );

/** Opens the control room at one of its tabs. */
export async function openRoom(page: Page, tab: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Demo data' }).click();
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await room.getByRole('tab', { name: tab }).click();
  return room;
}
