import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, inWebKitGtk, narrowestPage, test } from '@tests/support/e2e';
import { tokenOf } from '@tests/support/kept';
import * as job from '@tests/support/main-job';
import { mockReady, openRoom } from '@tests/support/mock-control';
import axe from 'axe-core';

const tooNarrow = 'WebKitGTK’s browser has no window this narrow.';

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
  test.skip(inWebKitGtk, 'In WebKitGTK a body that breaks off in a service worker never ends in the page.');
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

test('an answer is written by hand on a phone, in turn and for one account', async ({ page, noise }) => {
  test.skip(narrowestPage > 390, tooNarrow);
  noise.allowStatus(418);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Scenarios');
  await room.getByText('Answer by hand').click();
  await room.getByLabel('Call', { exact: true }).selectOption('POST /auth/login');
  await room.getByLabel('Branch or status').fill('418');
  await room.getByLabel('Headers').fill('Retry-After: 30');
  await room.getByRole('button', { name: 'Then another' }).click();
  await room.getByLabel('Branch or status').fill('ok');
  await room.getByLabel('The call is by').fill('provider@kitwell.test');
  await room.getByRole('button', { name: 'Set answer' }).click();
  await expect(room.getByText('POST /auth/login answers so now.')).toBeVisible();
  expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await logIn(page);
  await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();
  await logIn(page);
  await expect(page.getByText(/^Hey, /)).toBeVisible();
});

test('moving the clock moves the kits', async ({ page }) => {
  await page.goto('login?mock.as=patient');
  const tracking = page.getByRole('region', { name: 'Kit Tracking Status' });
  await expect(tracking).toContainText('Kit shipped');
  const room = await openRoom(page, 'Clock');
  await room.getByRole('button', { name: /^\+ 3 days/ }).click();
  await room.getByRole('button', { name: 'Close' }).click();
  await tracking.getByRole('button', { name: 'Refresh' }).click();
  await expect(tracking.getByRole('status').filter({ hasText: 'Kit delivered' })).toBeVisible();
});

test('an edited row is shown by the page at once, and the keyboard goes on from the row', async ({
  page,
}) => {
  await page.goto('dashboard?mock.as=provider');
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
});

test('undo and redo: the list of patients follows, and what is typed stays', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  const name = page.getByLabel('Name, row 1', { exact: true });
  await job.importFile(page);
  await job.saveAll(page);
  await expect(name).toHaveValue('');
  await name.fill('Half a row');
  await job.openUpdatePatients(page);
  await page.getByRole('searchbox').fill(job.patient.name);
  const added = job.patientTable(page).getByText(job.patient.name);
  await expect(added).toBeVisible();

  const opened = await openRoom(page, 'History');
  await opened.getByRole('button', { name: 'Undo' }).click();
  await expect(added).toHaveCount(0);
  await expect(opened.getByText('1 step, 1 undone')).toBeVisible();
  await opened.getByRole('button', { name: 'Redo' }).click();
  await expect(added).toBeVisible();
  await opened.getByRole('button', { name: 'Go to here: before the first step' }).click();
  await expect(added).toHaveCount(0);
  await opened.getByRole('button', { name: /^Go to here: POST \/patient\/add-patients/ }).click();
  await expect(added).toBeVisible();
  await opened.getByText('25 rows changed').click();
  await expect(opened.getByRole('list', { name: 'Changed rows' })).toContainText(job.patient.name);
  await page.getByRole('tab', { name: 'Add Patients' }).click();
  await expect(name).toHaveValue('Half a row');
  for (const size of [
    { width: 1200, height: 900 },
    { width: 390, height: 844 },
  ].filter(({ width }) => width >= narrowestPage)) {
    await page.setViewportSize(size);
    const tooWide = await opened.evaluate(
      (element) =>
        [element, ...element.querySelectorAll('[role=tablist], [role=tabpanel]')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ).length,
    );
    expect(tooWide, `at ${size.width} px`).toBe(0);
  }
});

test('the chart of a live machine lights up where the product is', async ({ page }) => {
  await page.goto('login');
  await mockReady(page);
  const room = await openRoom(page, 'Machines');
  const system = room.getByRole('navigation', { name: 'Actor system' });
  await system.getByRole('button', { name: 'session signedOut' }).click();
  await expect(room.getByRole('img', { name: 'session is in signedOut' })).toBeVisible();
  await logIn(page);
  await expect(room.getByRole('img', { name: 'session is in signedIn' })).toBeVisible();
  const session = system.getByRole('listitem').filter({ hasText: /^session/ });
  await expect(session.getByRole('button', { name: /^(account|dashboard|idle) / })).toHaveCount(3);
});

test('a press on a transition in the chart sends its event, and the screen follows', async ({ page }) => {
  await openDashboard(page);
  const room = await openRoom(page, 'Machines');
  const system = room.getByRole('navigation', { name: 'Actor system' });
  await system.getByRole('button', { name: /^session / }).click();
  const chart = room.getByRole('img', { name: 'session is in signedIn' });
  await expect(chart).toBeVisible();

  await test.step('every label fits its box in this font', async () => {
    const wide = await chart.evaluate((svg) =>
      [...svg.querySelectorAll('g')].flatMap((group) => {
        const [box, ...texts] = [...group.querySelectorAll<SVGGraphicsElement>('rect, text')];
        return texts
          .filter((text) => text.getBBox().width > (box?.getBBox().width ?? 0))
          .map((text) => text.textContent);
      }),
    );
    expect(wide).toEqual([]);
  });

  const logout = chart.locator('.inspector-ready', { hasText: /^LOGOUT/ }).first();
  await logout.locator('rect').click();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(room.getByRole('img', { name: 'session is in signedOut' })).toBeVisible();
  await expect(room.getByRole('status').filter({ hasText: 'Sent LOGOUT.' })).toBeVisible();
  const taken = room.getByRole('list', { name: 'Transitions' }).getByRole('button', { name: /LOGOUT/ });
  await expect(taken.first()).toContainText('taken once');
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
  { name: 'beside the page', size: { width: 1200, height: 800 }, edge: 'Width of the control room' },
  { name: 'below the page', size: { width: 768, height: 1024 }, edge: 'Height of the control room' },
  { name: 'below the page', size: { width: 390, height: 844 }, edge: 'Height of the control room' },
]) {
  test.describe(`at ${size.width} px`, () => {
    test.skip(size.width < narrowestPage, tooNarrow);
    test.use({ viewport: size });

    test(`the control room is ${name}, and covers no dialog, button of a page or toast`, async ({
      page,
      noise,
    }) => {
      noise.allowStatus(500);
      await page.goto('dashboard?mock.as=provider&mock.fail=POST /patient/authenticate:500');
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

    test('its edge moves with the arrow keys and by dragging, and the page follows', async ({ page }) => {
      await page.goto('login');
      await openRoom(page, 'Scenarios');
      const handle = page.getByRole('separator', { name: edge });
      const isBeside = size.width >= 1200;
      const length = async () => {
        const box = await room(page).boundingBox();
        return Math.round((isBeside ? box?.width : box?.height) ?? 0);
      };
      await handle.focus();
      await page.keyboard.press('Home');
      const least = await length();
      await page.keyboard.press(isBeside ? 'ArrowLeft' : 'ArrowUp');
      await expect.poll(length).toBeGreaterThan(least);
      const box = await handle.boundingBox();
      if (!box) throw new Error('The handle is not on the page.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      // Below the page, to its lowest pixel: Firefox moves no pointer out of the window.
      await page.mouse.move(isBeside ? x + 300 : x, isBeside ? y : size.height - 1, { steps: 4 });
      await page.mouse.up();
      await expect.poll(length).toBe(least);
      await page.reload();
      await expect.poll(length, 'remembered in this tab').toBe(least);
    });
  });
}

test('one press shows the product as the other role, with a token of its own', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  await expect(page.getByText('Hey, Harbor Street Clinic')).toBeVisible();
  const before = await tokenOf(page);
  const opened = await openRoom(page, 'Scenarios');
  await opened.getByRole('button', { name: 'View as patient' }).click();
  await expect(page.getByText('Hey, Robin Ellis')).toBeVisible();
  await expect(page.getByText('Hey, Harbor Street Clinic')).toHaveCount(0);
  expect(await tokenOf(page)).not.toBe(before);
  await expect(room(page), 'open as before').toBeVisible();
});

test('Control and the full stop open and close it', async ({ page }) => {
  await page.goto('login');
  await expect(page.getByRole('button', { name: 'Demo data' })).toBeVisible();
  await page.keyboard.press('Control+.');
  await expect(room(page)).toBeVisible();
  await page.keyboard.press('Control+.');
  await expect(room(page)).toHaveCount(0);
});

test('it does not open by itself in a new tab', async ({ page, context }) => {
  await page.goto('login');
  await openRoom(page, 'Clock');
  const other = await context.newPage();
  await other.goto('login');
  await expect(other.getByRole('button', { name: 'Demo data' })).toBeVisible();
  await expect(room(other)).toHaveCount(0);
});

const allTabs = ['Scenarios', 'Stories', 'Data', 'Mail', 'Requests', 'History', 'Machines', 'Clock'];

test.describe('every tab', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ]) {
    test(`can be used by everybody, with forms open, at ${size.width} px`, async ({ page }) => {
      test.skip(size.width < narrowestPage, tooNarrow);
      await page.setViewportSize(size);
      await openDashboard(page);
      const opened = await openRoom(page, 'Data');
      await page.evaluate(() => window.__mock?.db.patch('patients', 'P-1002', { patient_age: 61 }));
      await page.evaluate(axe.source);
      const check = async (shown: string) => {
        for (const theme of ['light', 'dark'] as const) {
          // As the theme switch does: the drivers of Firefox and WebKit can't set the system's theme.
          await page.evaluate((chosen) => {
            document.documentElement.dataset.theme = chosen;
          }, theme);
          // Colors fade where a driver can't reduce motion, and an inherited one fades after its parent's.
          const endFading = () => {
            const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
            for (const each of fading) each.finish();
            return fading.length;
          };
          await expect.poll(() => page.evaluate(endFading)).toBe(0);
          const violations = await opened.evaluate(async (element) => {
            const found = await window.axe.run(element, { resultTypes: ['violations'] });
            return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
          });
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
  }
});
