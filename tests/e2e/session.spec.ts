import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, holdCode, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoPatient } from '@/mocks/kitwell/seeds/demo-accounts';

const minute = 60_000;

test.describe('a user who is idle for 15 minutes', () => {
  const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await openDashboard(page);
  });

  test('is warned, and can stay logged in, also over an open dialog', async ({ page }) => {
    await job.openSection(page, 'Booking / Order Kits');
    await page.getByRole('button', { name: 'Book appointment for Robin Ellis' }).click();
    await page.getByLabel('Meet Link').fill('https://meet.example.com/room');
    await page.clock.fastForward(14 * minute);
    await expect(warning(page)).toHaveCount(0);
    await page.clock.fastForward(minute);
    await expect(warning(page)).toContainText(/we’ll log you out when this time is up:\s*(5\d|60) seconds/);
    await page.clock.fastForward(minute / 2);
    await page.keyboard.press('Escape');
    await expect(warning(page)).toHaveCount(0);
    await expect(page.getByLabel('Meet Link')).toHaveValue('https://meet.example.com/room');
    await page.clock.fastForward(14 * minute);
    await expect(warning(page)).toHaveCount(0);
    await page.clock.fastForward(minute);
    await expect(warning(page).getByRole('button', { name: 'Stay logged in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(warning(page)).toHaveCount(0);
  });

  test('is logged out after 60 more seconds, with the reason shown', async ({ page }) => {
    await page.clock.fastForward(15 * minute);
    await expect(warning(page)).toBeVisible();
    await page.clock.fastForward(minute);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expect(page.getByText('We logged you out after 15 minutes of inactivity.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

test('a computer that slept while the code of a section was loading shows the section afterwards', async ({
  page,
}) => {
  const arrive = await holdCode(page, 'clinic-*');
  await page.clock.install();
  await openDashboard(page);
  await job.chooseInAccountMenu(page, 'Profile');
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await page.clock.fastForward(10 * minute);
  arrive();
  await expect(page.getByLabel('Provider Name')).toBeVisible();
});

test('a login moves the focus to the heading of the section', async ({ page }) => {
  await page.goto('login');
  await page.getByLabel('Email').fill('provider@kitwell.test');
  await page.getByLabel('Password', { exact: true }).fill('Provider1!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeFocused();
});

test('Back after a login leads to the page before it', async ({ page }) => {
  await page.goto('about-us');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Log in as provider' }).click();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await page.goForward();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
});

test('logging out in one tab logs out the others', async ({ page, context }) => {
  await openDashboard(page);
  const other = await context.newPage();
  await other.goto('dashboard');
  await expect(other.getByText(/^Hey, /)).toBeVisible();
  await job.logOut(other);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
});

test('a lost connection is shown for as long as it lasts', async ({ page, context, noise }) => {
  // Idle prefetches fail without a connection, too.
  noise.allow(/ERR_INTERNET_DISCONNECTED/);
  await openDashboard(page);
  await expect(page.getByLabel('Name, row 1', { exact: true })).toBeVisible();
  const notice = page.getByText(/^You’re offline\./);
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test('every section can be opened without a connection, once the page had time to fetch them', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/ERR_INTERNET_DISCONNECTED/);
  await openDashboard(page);
  // The tabs around the orders are fetched last.
  const lastFile = () =>
    performance.getEntriesByType('resource').some(({ name }) => /\/booking-tabs-[^/]*\.js$/.test(name));
  await expect.poll(() => page.evaluate(lastFile)).toBe(true);
  await context.setOffline(true);
  const title = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await job.openSection(page, 'Booking / Order Kits');
  await title('Booking / Order Kits');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Booked Appointments' })).toBeVisible();
  await job.chooseInAccountMenu(page, 'Profile');
  await title('Clinic Profile');
  await job.chooseInAccountMenu(page, 'Kits Information');
  await title('Kit Information');
  await job.openSection(page, 'Patients');
  await title('Patients');
  await context.setOffline(false);
});

test.describe('at the edges of a phone', () => {
  const phone = { width: 390, height: 844 };

  test('the badge of the demo does not cover the notice of a lost connection', async ({
    page,
    context,
    noise,
  }) => {
    noise.allow(/ERR_INTERNET_DISCONNECTED/);
    await openDashboard(page);
    await expect(page.getByLabel('Name, row 1', { exact: true })).toBeVisible();
    await context.setOffline(true);
    for (const size of [phone, { width: 320, height: 568 }, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size);
      const notice = page.locator('[data-banner]');
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
  });

  test('a toast is at the bottom, above the buttons of a page or dialog; on wider screens it is at the top', async ({
    page,
  }) => {
    await openDashboard(page);
    await page.setViewportSize(phone);
    const toast = page.locator('.Toastify__toast');
    await job.saveAll(page);
    await expect(toast).toContainText('Please enter all the details of patient.');
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(phone.height / 2);
    const isAbove = async (button: Locator) => {
      const [shown, pressed] = [await toast.boundingBox(), await button.boundingBox()];
      return (shown?.y ?? 0) + (shown?.height ?? 0) <= (pressed?.y ?? 0);
    };
    for (const name of ['Add row', 'Save All'])
      await expect.poll(() => isAbove(page.getByRole('button', { name })), name).toBe(true);
    await toast.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast).toHaveCount(0);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Booking / Order Kits' }).click();
    await page
      .getByRole('button', { name: /^Order kit for/ })
      .first()
      .click();
    const place = page.getByRole('button', { name: 'Place Order' });
    await place.click();
    await expect(toast).toContainText('Please enter all the required fields.');
    await expect.poll(() => isAbove(place)).toBe(true);
    await toast.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast).toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 1024 });
    await place.click();
    await expect.poll(async () => (await toast.boundingBox())?.y ?? 1024).toBeLessThan(1024 / 4);
  });

  test('on a tablet, the toast after the login covers no title', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await job.logIn(page, demoPatient);
    const title = page.getByRole('heading', { level: 1, name: 'Profile & Kit Setup' });
    await expect(title).toBeVisible();
    const toast = page.locator('.Toastify__toast');
    await expect(toast).toContainText('Login successful');
    const endOfText = await title.evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().right;
    });
    await expect.poll(async () => (await toast.boundingBox())?.x).toBeGreaterThan(endOfText);
  });
});
