import type { Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady } from '@tests/support/mock-control';

/** What TypeScript's DOM library lacks of a layout shift. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * Collects in `window.shifts` what moves on the page, also after an input: a response may come within half a second of
 * it. The demo's badge and its room are no part of the product.
 */
function collectShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      // A short text at the end of its line, replaced by one of another length.
      if (value < 0.0005) continue;
      const moved = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : 'text',
      );
      shifts.push(`${value.toFixed(4)}: ${moved.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    // Shifts are reported after the frame that they are in.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
    return (window as unknown as { shifts: readonly string[] }).shifts;
  });

/**
 * Makes the reads of the dashboard arrive one after the other, and loads the page again.
 *
 * @param apart milliseconds between two responses
 */
async function reloadSlowly(page: Page, apart = 150): Promise<void> {
  await mockReady(page);
  await page.evaluate((pause) => {
    for (const [index, operation] of [
      'GET /payment/check-payment-details',
      'GET /clinic/fetch-labs',
      'GET /patient/fetch-patients',
      'GET /booking/fetch-appointments',
    ].entries())
      window.__mock?.set(operation, 'ok', { delay: pause * (index + 1) });
  }, apart);
  await page.addInitScript(collectShifts);
  await page.reload();
}

const grid = (page: Page) => page.getByRole('table', { name: 'New patients' });
const figures = (page: Page) => page.getByRole('list', { name: 'At a glance' });

test('steps that come late are below the grid and move nothing', async ({ page }) => {
  await page.goto('dashboard?mock.preset=new-clinic&mock.as=provider');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await reloadSlowly(page, 600);
    await expect(grid(page)).toBeVisible();
    const steps = page.getByRole('region', { name: 'Set up your clinic' });
    await expect(steps).toHaveCount(0);
    await expect(steps).toBeVisible();
    await expect(figures(page).getByRole('listitem')).toHaveCount(2);
    expect(await shiftsOn(page)).toEqual([]);
    const [table, list] = await Promise.all([grid(page).boundingBox(), steps.boundingBox()]);
    expect(list?.y ?? 0).toBeGreaterThan((table?.y ?? 0) + (table?.height ?? 0));
  }
});

test('a figure that comes after an error moves no others', async ({ page, noise }) => {
  noise.allowStatus(500);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('dashboard?mock.preset=demo&mock.as=provider');
  await job.openUpdatePatients(page);
  await mockReady(page);
  await page.evaluate(() => window.__mock?.set('GET /booking/fetch-appointments', '500'));
  await page.addInitScript(collectShifts);
  await page.reload();
  await expect(figures(page).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => {
    window.__mock?.set('GET /booking/fetch-appointments', 'ok');
    window.dispatchEvent(new Event('online'));
  });
  await expect(figures(page).getByRole('listitem')).toHaveCount(2);
  expect(await shiftsOn(page)).toEqual([]);
});

test('a clinic that is set up sees no gap and no figure that moves others', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('dashboard?mock.preset=demo&mock.as=provider');
  await job.openUpdatePatients(page);
  await reloadSlowly(page);
  await expect(job.patientTable(page)).toContainText('Robin Ellis');
  await expect(figures(page).getByRole('listitem')).toHaveCount(2);
  expect(await shiftsOn(page)).toEqual([]);
  const [title, tabs] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    page.getByRole('tablist').boundingBox(),
  ]);
  expect((tabs?.y ?? 0) - (title?.y ?? 0) - (title?.height ?? 0)).toBeLessThanOrEqual(16);
});
