import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';

test('a lost connection is shown for as long as it lasts, and the badge of the demo does not cover it', async ({
  page,
  context,
  noise,
}) => {
  // Idle prefetches fail without a connection, too.
  noise.allow(/ERR_INTERNET_DISCONNECTED/);
  await openDashboard(page);
  const notice = page.locator('[data-banner]').filter({ hasText: 'You’re offline.' });
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  for (const size of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(notice).toBeInViewport({ ratio: 1 });
    const [covered, badge] = [
      await notice.boundingBox(),
      await page.getByRole('button', { name: 'Demo data' }).boundingBox(),
    ];
    if (!covered || !badge) throw new Error('One of them is not on the page.');
    const isApart =
      covered.y + covered.height <= badge.y ||
      badge.y + badge.height <= covered.y ||
      badge.x + badge.width <= covered.x;
    expect(isApart, `at ${size.width} px`).toBe(true);
  }
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});
