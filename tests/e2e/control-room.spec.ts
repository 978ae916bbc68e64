import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { mockReady, openRoom } from '@tests/support/mock-control';
import axe from 'axe-core';

const logIn = (page: Page) => page.getByRole('button', { name: 'Log in as provider' }).click();

test('an answer chosen in the control room is what the product gets, here and behind a shared link', async ({
  page,
  browser,
  baseURL,
  noise,
}) => {
  noise.allowStatus(500);
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Scenarios');
  await room.getByLabel('Answer of POST /auth/login').selectOption('500');
  const link = await page.evaluate(() => window.__mock?.share() ?? '');
  await logIn(page);
  await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();

  await test.step('on another machine the link rebuilds it and leaves the address', async () => {
    const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const guest = await elsewhere.newPage();
    await guest.goto(link);
    await expect.poll(() => guest.evaluate(() => location.href)).not.toContain('mock=');
    await mockReady(guest);
    await logIn(guest);
    await expect(guest.getByText('Server error. Please try again later').first()).toBeVisible();
    await elsewhere.close();
  });

  await test.step('taken back, the next try goes through', async () => {
    await room.getByLabel('Answer of POST /auth/login').selectOption('');
    await logIn(page);
    await expect(page.getByText(/^Hey, /)).toBeVisible();
  });
});

test('bodies that arrive badly, named in the address, reach the page through the worker', async ({
  page,
  noise,
}) => {
  noise.allowNetworkFailure();
  noise.allowStatus(503);
  const login = { operation: 'POST /auth/login', times: 1 };
  const parameters = [
    { ...login, branch: ['503', { branch: 'ok', resetAfter: 5 }, { branch: 'ok', drip: 600 }] },
    { operation: 'GET /clinic/fetch-clinics', branch: 'ok', truncateAfter: 9 },
  ].map((override) => `mock.set=${encodeURIComponent(JSON.stringify(override))}`);
  await page.goto(`login?${parameters.join('&')}`);
  await mockReady(page);
  expect(await page.evaluate(() => location.href)).not.toContain('mock.set');
  expect(await page.evaluate(async () => (await fetch('/api/clinic/fetch-clinics')).text())).toHaveLength(9);
  const error = page.getByText('Server error. Please try again later').first();
  for (const times of [1, 2]) {
    await logIn(page);
    const query = { operation: login.operation, times };
    await page.evaluate((wanted) => window.__mock?.log.waitFor(wanted), query);
    await expect(error).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in as provider' })).toBeEnabled();
  }
  await logIn(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  const answers = await page.evaluate(() => window.__mock?.log.find({ operation: 'POST /auth/login' }));
  expect(answers?.map(({ branch, arrival }) => [branch, arrival?.resetAfter, arrival?.drip])).toEqual([
    ['503', undefined, undefined],
    ['ok', 5, undefined],
    ['ok', undefined, 600],
  ]);
});

test('an edited row is shown by the page at once, as is its undo, and what is typed stays', async ({
  page,
}) => {
  await page.goto('dashboard?mock.as=provider');
  const name = page.getByLabel('Name, row 1', { exact: true });
  await name.fill('Half a row');
  await job.openUpdatePatients(page);
  const list = job.patientTable(page);
  await expect(list.getByText('Robin Ellis')).toBeVisible();
  const opened = await openRoom(page, 'Data');
  await opened.getByRole('cell', { name: 'Robin Ellis' }).click();
  const editor = opened.getByRole('form', { name: 'Row P-1001' });
  await editor.getByLabel('patient_name').fill('Ada Lovelace');
  await page.keyboard.press('Escape');
  await expect(editor.getByRole('alert')).toContainText('Not saved yet');
  await editor.getByLabel('patient_name').press('Enter');
  await expect(opened.getByText('P-1001 saved.')).toBeVisible();
  await expect(opened.getByRole('button', { name: 'P-1001' })).toBeFocused();
  await expect(list.getByText('Ada Lovelace')).toBeVisible();
  await expect(list.getByText('Robin Ellis')).toHaveCount(0);
  await opened.getByRole('tab', { name: 'History' }).click();
  await opened.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('Robin Ellis')).toBeVisible();
  await opened.getByRole('button', { name: 'Redo' }).click();
  await expect(list.getByText('Ada Lovelace')).toBeVisible();
  await page.getByRole('tab', { name: 'Add Patients' }).click();
  await expect(name).toHaveValue('Half a row');
});

/** Whether two parts of the page share any point. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of them is not on the page.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const room = (page: Page) => page.getByRole('dialog', { name: 'Demo data', includeHidden: true });

for (const { name, size, edge } of [
  { name: 'beside the page', size: { width: 1440, height: 900 }, edge: 'Width of the control room' },
  { name: 'below the page', size: { width: 390, height: 844 }, edge: 'Height of the control room' },
]) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test(`the control room is ${name}, and covers no dialog, button of a page or toast`, async ({ page }) => {
      await page.goto('dashboard?mock.as=provider');
      await openRoom(page, 'Scenarios');
      await expect(page.getByRole('separator', { name: edge })).toBeVisible();
      expect(await overlap(room(page), page.getByRole('button', { name: 'Save All' }))).toBe(false);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWide, 'the page scrolls sideways').toBe(false);
      const drawer = page.getByRole('button', { name: 'Open navigation' });
      if (size.width < 768) await drawer.click();
      await page.getByRole('button', { name: 'Booking / Order Kits' }).click();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Authenticate', exact: true }).click();
      const toast = page.locator('.Toastify__toast').first();
      await expect(toast).toBeVisible();
      // It slides in from the edge of the window.
      await expect.poll(() => overlap(room(page), toast)).toBe(false);

      await page
        .getByRole('button', { name: /^Order kit for / })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Order Kit' });
      await expect(dialog.getByRole('button', { name: 'Place Order' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => overlap(room(page), dialog)).toBe(false);
      if (edge === 'Height of the control room') {
        await expect(dialog.getByLabel('Kit Type'), 'the dialog can be used').toBeInViewport({ ratio: 1 });
        const height = async () => (await room(page).boundingBox())?.height ?? 0;
        const beside = await height();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect.poll(height, 'as high as before the dialog').toBeGreaterThan(beside);
      }
    });
  });
}

const allTabs = ['Scenarios', 'Stories', 'Data', 'Mail', 'Requests', 'History', 'Machines', 'Clock'];

test.describe('every tab', () => {
  test('can be used by everybody, with forms open, on the smallest phones', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await openDashboard(page);
    const opened = await openRoom(page, 'Data');
    await page.evaluate(() => window.__mock?.db.patch('patients', 'P-1002', { patient_age: 61 }));
    await page.evaluate(axe.source);
    const check = async (shown: string) => {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        // An inherited colour fades after its parent's.
        const endFading = () => {
          const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
          for (const each of fading) each.finish();
          return fading.length;
        };
        await expect.poll(() => page.evaluate(endFading)).toBe(0);
        const violations = await opened.evaluate(async (element, isDark) => {
          // Only colours differ in the dark theme.
          const runOnly = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
          const results = await window.axe.run(element, {
            resultTypes: ['violations'],
            preload: false,
            ...(isDark ? { runOnly } : {}),
          });
          return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        }, theme === 'dark');
        expect.soft(violations, `${shown}, ${theme}`).toEqual([]);
      }
      const small = await opened.evaluate((element) =>
        [...element.querySelectorAll('a, button, select, input, summary, [role=tab]')]
          .map((target) => target.closest('label') ?? target)
          .filter((target) => target.checkVisibility() && !target.closest('svg'))
          .filter((target) => {
            const { width, height } = target.getBoundingClientRect();
            return width > 1 && (width < 24 || height < 24);
          })
          .map((target) => target.outerHTML.slice(0, 160)),
      );
      expect.soft(small, `${shown}: targets under 24 px`).toEqual([]);
      const tooWide = await opened.evaluate(
        (element) =>
          [element, ...element.querySelectorAll('[role=tablist], [role=tabpanel]')].filter(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ).length,
      );
      expect.soft(tooWide, `${shown} scrolls sideways`).toBe(0);
    };
    await opened.getByRole('tab', { name: 'Scenarios' }).click();
    for (const name of allTabs) {
      await expect(opened.getByRole('tab', { name, selected: true })).toBeFocused();
      await expect(opened.getByRole('tabpanel', { name })).not.toContainText('Loading');
      await check(name);
      await page.keyboard.press('ArrowRight');
    }
    await opened.getByRole('tab', { name: 'Data' }).click();
    await opened.getByRole('button', { name: 'P-1001' }).press('Enter');
    await check('an open row');
    await opened.getByRole('button', { name: 'Report a bug' }).click();
    await opened.getByText('Show all of it').click();
    await check('a bug report');
  });
});
