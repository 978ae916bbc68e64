import type { Page, Request } from '@playwright/test';
import { holdCode } from '@tests/support/e2e';
import { expect, test } from '@tests/support/live-app';

/** Whether the app has taken over the page. */
const isAlive = (page: Page) => page.evaluate(() => !document.querySelector('#root[data-prerendered]'));
const alive = (page: Page) => expect.poll(() => isAlive(page), 'the app has taken over').toBe(true);

/** Opens a page and waits until it is idle. */
async function openQuietly(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle');
}

const isCode = (request: Request) => new URL(request.url()).pathname.endsWith('.js');
/** Prefetched into the cache, not executed. */
const isPrefetch = async (request: Request) => (await request.allHeaders())['sec-purpose'] === 'prefetch';

/** All scripts that a page requests, and whether each is only a prefetch. */
function listenToCode(page: Page) {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (isCode(request)) asked.push(request);
  });
  return async () => {
    const purposes = await Promise.all(asked.map(isPrefetch));
    return {
      run: purposes.filter((prefetch) => !prefetch).length,
      prefetched: purposes.filter(Boolean).length,
    };
  };
}

test.describe('until the user acts', () => {
  for (const path of [
    '/',
    '/info',
    '/signup',
    '/provider-signup',
    '/patient-signup',
    '/login',
    '/forgot-password',
  ])
    test(`${path} runs no code of the app, and has it in the cache`, async ({ page }) => {
      const codeOf = listenToCode(page);
      await openQuietly(page, path);
      await page.mouse.wheel(0, 400);
      await expect.poll(async () => (await codeOf()).prefetched).toBeGreaterThan(2);
      expect((await codeOf()).run).toBe(0);
      expect(await isAlive(page)).toBe(false);
    });

  test('the copyright names the year of the visit, whenever the build was made', async ({ page }) => {
    await page.clock.setFixedTime('2031-06-15T12:00:00Z');
    await openQuietly(page, '/info');
    await expect(page.getByText(/^© 2031 /)).toBeVisible();
    expect(await isAlive(page)).toBe(false);
  });

  test('nothing is prefetched for a user who saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const codeOf = listenToCode(page);
    await openQuietly(page, '/');
    await expect(page.locator('head link[rel=stylesheet]'), 'the idle page got its style sheet').toHaveCount(
      1,
    );
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2500 })));
    expect(await codeOf()).toEqual({ run: 0, prefetched: 0 });
    await page.getByRole('link', { name: 'About Us' }).first().hover();
    await alive(page);
  });

  test('the log-in page of a browser that is signed in loads the app, which knows more', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('token', 'somebody.elses.token'));
    await page.goto('/login', { waitUntil: 'commit' });
    await alive(page);
  });
});

const signs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'points at a link': (page) => page.getByRole('link', { name: 'Log In' }).hover(),
  'presses a key': (page) => page.keyboard.press('PageDown'),
  'presses anywhere': (page) => page.mouse.click(700, 800),
};

for (const [what, act] of Object.entries(signs))
  test(`after a user ${what}, the app runs a moment later`, async ({ page }) => {
    await openQuietly(page, '/info');
    expect(await isAlive(page)).toBe(false);
    await act(page);
    await alive(page);
  });

test.describe('what is pressed before the app runs', () => {
  test('is done in its order, each once', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('Wrong-1-password');
    const show = page.getByRole('button', { name: 'Show', exact: true });
    for (let times = 0; times < 4; times += 1) await show.click();
    await expect(show).toHaveAttribute('aria-busy', 'true');
    release();
    await alive(page);
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('Wrong-1-password');
    await show.click();
    await expect(password).toHaveAttribute('type', 'text');
  });

  test('changes the theme at once, and not again when the app takes over', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/info', { waitUntil: 'commit' });
    const html = page.locator('html');
    await page.getByRole('button', { name: 'Theme: follows your system' }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    release();
    await alive(page);
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Theme: dark' }).click();
    await expect(html).not.toHaveAttribute('data-theme');
  });

  test('is kept where it was typed or ticked, also in the long forms', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/patient-signup', { waitUntil: 'commit' });
    const name = page.getByLabel('First Name');
    const unlisted = page.getByLabel(/My clinic isn’t in the list/);
    await name.fill('Ada');
    await unlisted.check();
    release();
    await alive(page);
    await expect(name).toHaveValue('Ada');
    await expect(page.getByRole('dialog')).toBeVisible();
    // The app has the value, too: it has stored the input.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('patientSignUp'))).toContain('Ada');
  });

  test('does not interfere with a sign-up that was started before', async ({ page }) => {
    await page.goto('/provider-signup');
    await page.getByLabel('Email').fill('desk@early.example.com');
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('providerSignUp')))
      .toContain('desk@early');
    await page.goto('/provider-signup', { waitUntil: 'commit' });
    await expect(page.getByLabel('Email')).toHaveValue('desk@early.example.com');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/provider-signup', { waitUntil: 'commit' });
    await expect(page.getByRole('alert').filter({ hasText: 'didn’t load' })).toBeVisible();
  });

  test('leaves the caret where the user is typing', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/patient-signup', { waitUntil: 'commit' });
    const name = page.getByLabel('First Name');
    await name.fill('Aa');
    await name.press('ArrowLeft');
    release();
    await alive(page);
    await page.keyboard.type('d');
    await expect(name).toHaveValue('Ada');
  });

  for (const type of ['input', 'click'] as const)
    test(`is kept where React itself is asked to take over by the same ${type}`, async ({ page }) => {
      await page.addInitScript((event) => {
        // After React has attached to the root and before it renders.
        new MutationObserver((_, observer) => {
          const root = document.querySelector<HTMLElement>('#root');
          if (root?.dataset.prerendered !== 'taken-over') return;
          observer.disconnect();
          const field = document.querySelector<HTMLInputElement>(
            event === 'input' ? 'input[autocomplete="given-name"]' : 'input[type="checkbox"]',
          );
          if (event === 'click') field?.click();
          else if (field) {
            field.value = 'Ada';
            field.dispatchEvent(new Event('input', { bubbles: true }));
          }
        }).observe(document, { subtree: true, attributeFilter: ['data-prerendered'] });
      }, type);
      await page.goto('/patient-signup');
      if (type === 'click') await expect(page.getByRole('dialog')).toBeVisible();
      else
        await expect
          .poll(() => page.evaluate(() => sessionStorage.getItem('patientSignUp')))
          .toContain('Ada');
    });

  test('opens the chat once the app runs', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^For Patients/ }).click();
    release();
    await expect(page.getByRole('dialog', { name: /^Chat with/ })).toHaveCount(1);
  });

  test('sends a form once, with what was typed', async ({ page, live }) => {
    const release = await holdCode(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('nobody@example.test');
    await page.getByLabel('Password', { exact: true }).fill('Wrong-1-password');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter');
    release();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.test');
    expect(live.proxy.calls('POST /auth/login')).toHaveLength(1);
  });

  test('shows an error if the app can’t be loaded, and offers to load the page again', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'commit' });
    const missing = page.getByRole('alert').filter({ hasText: 'didn’t load' });
    await page.getByRole('link', { name: 'About Us' }).first().hover();
    await expect(missing).toBeHidden();
    await page.getByRole('button', { name: /^For Patients/ }).click();
    await expect(missing).toBeVisible();
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('desk@early.example.com');
    await expect(missing).toBeVisible();
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^For Patients/ }).click();
    await expect(missing).toBeVisible();
    await page.unrouteAll();
    await missing.getByRole('link', { name: 'Reload' }).click();
    await page.getByRole('button', { name: /^For Patients/ }).click();
    await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeVisible();
  });

  test('runs no file that is another than that of the build, and shows an error', async ({ page, noise }) => {
    noise.allow(/valid digest in the 'integrity' attribute/);
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nwindow.changed = true;` });
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^For Patients/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'didn’t load' })).toBeVisible();
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
  });
});

const menus = [
  { name: 'For Providers', width: 1440, link: 'Cosmetics', leadsTo: /\/info$/ },
  { name: 'Account', width: 390, link: 'Login', leadsTo: /\/login$/ },
  { name: 'Menu', width: 390, link: 'Careers', leadsTo: /\/careers$/ },
] as const;

for (const javaScriptEnabled of [false, true])
  test.describe(javaScriptEnabled ? 'with the app' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    for (const { name, width, link, leadsTo } of menus)
      test(`the menu ${name} opens, closes again, and closes on Escape and on an outside press`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/info');
        const button = page.getByRole('button', { name, exact: true });
        const entry = page.getByRole('banner').getByRole('link', { name: link });
        await expect(entry).toBeHidden();
        await button.click();
        await expect(entry).toBeVisible();
        const [above, below] = await Promise.all([button.boundingBox(), entry.boundingBox()]);
        expect(below?.y ?? 0, 'it hangs below its button').toBeGreaterThan(above?.y ?? Infinity);
        expect(below?.x ?? -1, 'it can be seen whole').toBeGreaterThanOrEqual(0);
        expect((below?.x ?? 0) + (below?.width ?? Infinity)).toBeLessThanOrEqual(width);
        await button.click();
        await expect(entry).toBeHidden();
        await button.press('Enter');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Escape');
        await expect(entry).toBeHidden();
        await expect(button).toBeFocused();
        await button.click();
        await page.mouse.click(10, 700);
        await expect(entry).toBeHidden();
        await button.click();
        await entry.click();
        await expect(page).toHaveURL(leadsTo);
        await expect(entry).toBeHidden();
      });
  });

test('a menu closes when the focus leaves it on either side, and on a press of its button from inside', async ({
  page,
}) => {
  await page.goto('/info');
  const button = page.getByRole('button', { name: 'For Providers' });
  const links = page.getByRole('banner').getByRole('link');
  const last = links.filter({ hasText: 'IV Therapy' });
  await button.press('Enter');
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(last).toBeHidden();
  await button.press('Enter');
  await expect(last).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(last).toBeHidden();
  await button.press('Enter');
  await last.focus();
  await button.click();
  await expect(last).toBeHidden();
});

test('a page that was served for another path leaves the rendering to the app', async ({ page }) => {
  const start = await (await page.request.get('/')).body();
  await page.route('**/no-such-page', (route) => route.fulfill({ body: start, contentType: 'text/html' }));
  await page.goto('/no-such-page', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find that page');
});

for (const [when, isHeld] of [
  ['while the app is not loaded', false],
  ['while the app is on its way', true],
] as const)
  test(`Back after a reload shows the page before, ${when}`, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup');
    await alive(page);
    const release = isHeld ? await holdCode(page) : () => undefined;
    const loaded = page.waitForEvent('domcontentloaded');
    await page.evaluate(() => location.reload());
    await loaded;
    if (isHeld) await page.keyboard.press('Shift');
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/login');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
    await alive(page);
  });
