import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { failNext } from '@tests/support/mock-control';

/** 1280 × 1024 at 400 % zoom, which is harder than a phone, and a desktop. */
const sizes = [
  { width: 320, height: 256, tag: '@smoke' },
  { width: 1440, height: 900 },
];

const toasts = (page: Page) => page.locator('.Toastify__toast');

/** Waits for a toast at its place: it slides in, and what is behind it makes room. */
async function shown(page: Page, text: string): Promise<void> {
  await expect(toasts(page).filter({ hasText: text })).toBeVisible();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.Toastify__toast, .dialog-popup')].every((each) =>
      each.getAnimations().every(({ playState }) => playState !== 'running'),
    ),
  );
}

async function closeAll(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close notification', includeHidden: true });
  await close.evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await expect(toasts(page)).toHaveCount(0);
}

/**
 * What a user needs after an action and a toast covers: what has the focus, every message about a field or a failure, the
 * buttons that stay in view, and what closes the dialog. Runs in the page.
 */
function covered(): string[] {
  const dialog = [...document.querySelectorAll('.dialog-popup')].at(-1);
  const scope = dialog ?? document.getElementById('root');
  const needed = scope?.querySelectorAll(
    ':focus, [data-field-error], [role="alert"], footer button, [data-action-bar] button, [aria-label="Close"]',
  );
  const header = dialog ? undefined : document.querySelector('header')?.getBoundingClientRect();
  const stack = document.querySelector('.Toastify__toast-container')?.getBoundingClientRect();
  const room = innerHeight - (header?.height ?? 0) - (stack?.height ?? 0);
  /** What is outside a box that scrolls, or below the top bar, is not in view anyway. */
  const inView = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const view = { left, top: Math.max(top, header?.bottom ?? 0), right, bottom };
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue;
      const clip = box.getBoundingClientRect();
      view.top = Math.max(view.top, clip.top);
      view.bottom = Math.min(view.bottom, clip.bottom);
    }
    return view;
  };
  return [...(needed ?? [])]
    .filter((element) => {
      const { left, top, right, bottom } = inView(element);
      // What is higher than the screen has room for is read from its beginning.
      const heights = element.getBoundingClientRect().height > room ? [0.02] : [0.05, 0.5, 0.95];
      if (right <= left || bottom <= top) return false;
      return [0.05, 0.5, 0.95].some((x) =>
        heights.some((y) => {
          const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
          return at !== null && at.closest('.Toastify__toast') !== null;
        }),
      );
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Expects a toast that covers nothing that is needed next, and closes it. */
async function coversNothing(page: Page, text: string): Promise<void> {
  await shown(page, text);
  await expect.soft.poll(() => page.evaluate(covered), { message: text, timeout: 2000 }).toEqual([]);
  for (const toast of await toasts(page).all())
    await expect.soft(toast, text).toBeInViewport({ ratio: 0.01 });
  await closeAll(page);
}

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();

async function openOrders(page: Page): Promise<void> {
  const drawer = button(page, 'Open navigation');
  if (await drawer.isVisible()) await drawer.click();
  await button(page, 'Booking / Order Kits').click();
}

const tabPanel = (page: Page, name: string) => page.getByRole('tabpanel', { name });

/** Saves the clinic's profile as it is. */
async function updateProfile(page: Page): Promise<void> {
  await button(tabPanel(page, 'Profile'), 'Update').click();
  await shown(page, 'Profile updated successfully');
}

/** Expects an error in place, in view although the pressed button may be far from it, and in no toast. */
async function isInPlace(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeInViewport({ ratio: 0.5 });
  await expect(toasts(page)).toHaveCount(0);
}

test.describe('toasts', () => {
  for (const { width, height, tag = [] } of sizes)
    test(`cover nothing that is needed next, and errors are in view without one, at ${width} × ${height}`, {
      tag,
    }, async ({ page, noise }) => {
      noise.allowStatus(500);
      await page.setViewportSize({ width, height });
      await openDashboard(page);

      await test.step('saving patients', async () => {
        await button(page, 'Save All').click();
        await isInPlace(page, 'Please enter all the details of patient.');
      });

      await test.step('ordering a kit', async () => {
        await openOrders(page);
        await button(page, /^Order kit for/).click();
        await button(page, 'Place Order').click();
        await isInPlace(page, 'Please enter all the required fields.');
        await job.chooseKit(page);
        await failNext(page, 'POST /alert/request-address-confirmation-single-patient', '500');
        await job.placeOrder(page);
        await isInPlace(page, 'The confirmation email could not be sent.');
        // A click would count as the second one of a double click, where the terms had their button.
        await button(page.getByRole('dialog'), 'Cancel').press('Enter');
      });

      await test.step('saving the profile and the lab of the clinic', async () => {
        await job.chooseInAccountMenu(page, 'Profile');
        await updateProfile(page);
        await coversNothing(page, 'Profile updated successfully');
        await page.getByRole('tab', { name: 'Sample Testing Lab' }).click();
        const lab = tabPanel(page, 'Sample Testing Lab');
        await failNext(page, 'PUT /clinic/update-lab', '500');
        await button(lab, 'Update').click();
        await isInPlace(page, 'Error updating lab, please try again later!');
        for (const label of ['Lab Name', 'City', 'Sample drop-off instructions'])
          await lab.getByLabel(label).fill('');
        await button(lab, 'Update').click();
        await isInPlace(page, 'Please enter all the required fields.');
      });
    });

  test('are two at a time: on phones the earlier one waits behind the newest', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 667 });
    await openDashboard(page);
    await job.chooseInAccountMenu(page, 'Profile');
    await updateProfile(page);
    await setElapsed(page, 0);
    await page.getByRole('tab', { name: 'Sample Testing Lab' }).click();
    await button(tabPanel(page, 'Sample Testing Lab'), 'Update').click();
    await shown(page, 'Lab updated successfully');
    await setElapsed(page, 0);
    await expect(toasts(page)).toHaveText(['Lab updated successfully', 'Profile updated successfully']);
    await expect.poll(() => page.evaluate(covered)).toEqual([]);
    const [front, behind] = await Promise.all([
      toasts(page).nth(0).boundingBox(),
      toasts(page).nth(1).boundingBox(),
    ]);
    expect((front?.y ?? 0) - (behind?.y ?? 0), 'only its edge is in view').toBeLessThan(8);
    const close = page.getByRole('button', { name: 'Close notification' });
    await expect(close).toHaveCount(1);
    await close.press('Enter');
    await expect(toasts(page)).toHaveText(['Profile updated successfully']);
    await close.press('Enter');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('leave by themselves after 5000 ms, not before, or when they are dismissed with the keyboard', async ({
    page,
  }) => {
    await openDashboard(page);
    await job.chooseInAccountMenu(page, 'Profile');
    await updateProfile(page);
    await setElapsed(page, 4990);
    await expect(toasts(page)).toHaveText(['Profile updated successfully']);
    await resume(page);
    await expect(toasts(page)).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('style', /--toast/);
    for (const _ of [1, 2]) {
      await updateProfile(page);
      await setElapsed(page, 0);
      // react-toastify's key for going to the newest toast.
      await page.keyboard.press('Alt+t');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Close notification' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toHaveCount(0);
    }
  });
});

/** Stops the toasts' timers at a time: they are animations, which Playwright's clock does not control. */
const setElapsed = (page: Page, milliseconds: number) =>
  page.evaluate((elapsed) => {
    for (const timer of document.querySelectorAll('.Toastify__progress-bar'))
      for (const animation of timer.getAnimations()) {
        animation.pause();
        animation.currentTime = elapsed;
      }
  }, milliseconds);

const resume = (page: Page) =>
  page.evaluate(() => {
    for (const timer of document.querySelectorAll('.Toastify__progress-bar'))
      for (const animation of timer.getAnimations()) animation.play();
  });
