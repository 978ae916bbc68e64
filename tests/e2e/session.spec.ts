import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

const minute = 60_000;

test('a user who is idle for 15 minutes is warned over an open dialog, can stay, and is logged out with the reason', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.clock.install();
  await openDashboard(page);
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('button', { name: 'Book appointment for Robin Ellis' }).click();
  const link = page.getByLabel('Meet Link');
  await link.fill('https://meet.example.com/room');
  await page.clock.fastForward(14 * minute);
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward(minute);
  await expect(warning).toContainText(/we’ll log you out when this time is up:\s*(5\d|60) seconds/);
  await expect(warning.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(warning).toHaveCount(0);
  await expect(link).toHaveValue('https://meet.example.com/room');
  await page.clock.fastForward(15 * minute);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(minute);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(page.getByText('We logged you out after 15 minutes of inactivity.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

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
