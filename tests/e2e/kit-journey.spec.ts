import type { Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';

const phone = { width: 390, height: 844 };

const tracking = (page: Page) => page.getByRole('region', { name: 'Kit Tracking Status' });

async function openProfile(page: Page, size: typeof phone): Promise<void> {
  await page.setViewportSize(size);
  await page.goto('dashboard?mock.as=patient');
  await expect(tracking(page).getByRole('listitem')).toHaveCount(5);
}

/** The station whose marker the box covers; null between two stations. */
const stationOfBox = (page: Page) =>
  tracking(page).evaluate((region) => {
    const box = region.querySelector('[data-kit-box]')?.getBoundingClientRect();
    if (box === undefined) return null;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const station = [...region.querySelectorAll('li')].find((item) => {
      const marker = item.firstElementChild?.getBoundingClientRect();
      return marker && Math.hypot(marker.x + marker.width / 2 - x, marker.y + marker.height / 2 - y) < 2;
    });
    return station?.textContent ?? null;
  });

test('the tracking is above the form, and the box gets to its station', async ({ page }) => {
  await openProfile(page, phone);
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    const journey = await tracking(page).boundingBox();
    const name = await page.getByLabel('Name', { exact: true }).boundingBox();
    expect((journey?.y ?? Infinity) + (journey?.height ?? 0)).toBeLessThan(name?.y ?? 0);
    await expect.poll(() => stationOfBox(page)).toBe('Kit shipped (reached)');
  }
});
