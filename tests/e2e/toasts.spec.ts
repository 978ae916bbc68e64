import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

/** 1280 × 1024 at 400 % zoom, phones, a tablet and a desktop. */
const sizes = [
  { width: 320, height: 256 },
  { width: 320, height: 568 },
  { width: 390, height: 667 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

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

/** Repeats an action that ends with toasts at every size, and expects that they cover nothing that is needed next. */
async function coverNothing(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await act();
    await shown(page, text);
    const name = `${size.width} × ${size.height}`;
    await expect.soft.poll(() => page.evaluate(covered), { message: name, timeout: 2000 }).toEqual([]);
    for (const toast of await toasts(page).all())
      await expect.soft(toast, name).toBeInViewport({ ratio: 0.01 });
    await closeAll(page);
  }
}

const dashboard = async (page: Page, role: 'provider' | 'patient', rest = '') => {
  await page.goto(`dashboard?mock.as=${role}${rest}`);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
};

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();

test.describe('toasts cover nothing that is needed next', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('saving patients', async ({ page, noise }) => {
    noise.allowStatus(500);
    await dashboard(page, 'provider', '&mock.fail=POST /patient/add-patients:500');
    await coverNothing(page, 'Please enter all the details of patient.', () =>
      button(page, 'Save All').click(),
    );
    await page.getByLabel('Name, row 1', { exact: true }).fill('Ada Byron');
  });

  test('ordering a kit', async ({ page, noise }) => {
    noise.allowStatus(500);
    await dashboard(
      page,
      'provider',
      '&mock.fail=POST /alert/request-address-confirmation-single-patient:500',
    );
    await job.openSection(page, 'Booking / Order Kits');
    await button(page, /^Order kit for/).click();
    const place = button(page, 'Place Order');
    await coverNothing(page, 'Please enter all the required fields.', () => place.click());
    await job.chooseKit(page);
    await coverNothing(page, 'The confirmation email could not be sent.', () => job.placeOrder(page));
  });

  test('ordering many kits', async ({ page }) => {
    await dashboard(page, 'provider');
    await job.openSection(page, 'Booking / Order Kits');
    for (const position of [1, 2])
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(position)
        .check();
    await button(page, 'Order kits').click();
    await coverNothing(page, 'Please enter all the required fields.', () =>
      button(page, 'Place Order').click(),
    );
  });

  test('updating the profile of a patient', async ({ page, noise }) => {
    noise.allowStatus(500);
    await dashboard(page, 'patient');
    await coverNothing(page, 'Profile updated successfully', async () => {
      await button(page, 'Update').click();
      await button(page.getByRole('alertdialog'), 'Update').click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });
    await page.getByLabel('City').fill('');
    await page.getByLabel('Age').fill('');
    await coverNothing(page, 'Please', () => button(page, 'Update').click());
  });

  test('saving the profile and the lab of a clinic', async ({ page, noise }) => {
    noise.allowStatus(500);
    await dashboard(page, 'provider', '&mock.fail=PUT /clinic/update-lab:500');
    await job.chooseInAccountMenu(page, 'Profile');
    const panel = page.getByRole('tabpanel', { name: 'Profile' });
    await coverNothing(page, 'Profile updated successfully', () => button(panel, 'Update').click());
    await page.getByRole('tab', { name: 'Sample Testing Lab' }).click();
    const lab = page.getByRole('tabpanel', { name: 'Sample Testing Lab' });
    await coverNothing(page, 'Error updating lab, please try again later!', () =>
      button(lab, 'Update').click(),
    );
    for (const label of ['Lab Name', 'City', 'Sample drop-off instructions'])
      await lab.getByLabel(label).fill('');
    await coverNothing(page, 'Please enter all the required fields.', () => button(lab, 'Update').click());
  });

  test('logging in with a wrong password', async ({ page, noise }) => {
    noise.allowStatus(400);
    await page.goto('login');
    await job.fillIn(page, [
      ['Email', 'provider@kitwell.test'],
      ['Password', 'Wrong1!aa'],
    ]);
    await coverNothing(page, 'Invalid email or password', () => button(page, 'Log In').click());
  });

  test('two at a time: on phones the earlier one waits behind the newest', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 667 });
    await dashboard(page, 'provider');
    await button(page, 'Save All').click();
    await shown(page, 'Please enter all the details of patient.');
    await setElapsed(page, 0);
    await button(page, 'Open navigation').click();
    await button(page.getByRole('dialog'), 'Booking / Order Kits').click();
    await button(page, /^Order kit for/).click();
    await button(page, 'Place Order').click();
    await shown(page, 'Please enter all the required fields.');
    await setElapsed(page, 0);
    await expect(toasts(page)).toHaveText([
      'Please enter all the required fields.',
      'Please enter all the details of patient.',
    ]);
    await expect.poll(() => page.evaluate(covered)).toEqual([]);
    await expect(page.getByText('Choose a kit.')).toBeInViewport({ ratio: 1 });
    const [front, behind] = await Promise.all([
      toasts(page).nth(0).boundingBox(),
      toasts(page).nth(1).boundingBox(),
    ]);
    expect((front?.y ?? 0) - (behind?.y ?? 0), 'only its edge is in view').toBeLessThan(8);
    const close = page.getByRole('button', { name: 'Close notification' });
    await expect(close).toHaveCount(1);
    await close.press('Enter');
    await expect(toasts(page)).toHaveText(['Please enter all the details of patient.']);
    await close.press('Enter');
    await expect(toasts(page)).toHaveCount(0);
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

for (const { width, height } of [sizes[3], sizes[5]]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a toast leaves by itself after 5000 ms, not before, and leaves no room behind', async ({
      page,
    }) => {
      await page.goto('login');
      await job.typeLogin(page, { email: 'patient@kitwell.test', password: 'Patient1!' });
      await shown(page, 'Login successful');
      await setElapsed(page, 4990);
      await expect(toasts(page)).toHaveText(['Login successful']);
      await resume(page);
      await expect(toasts(page)).toHaveCount(0);
      await expect(page.locator('html')).not.toHaveAttribute('style', /--toast/);
    });

    test('a toast leaves when it is dismissed with the keyboard, and the next one can come', async ({
      page,
    }) => {
      await dashboard(page, 'provider');
      for (const _ of [1, 2]) {
        await button(page, 'Save All').click();
        await shown(page, 'Please enter all the details of patient.');
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
}
