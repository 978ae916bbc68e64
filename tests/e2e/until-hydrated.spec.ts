import type { Page } from '@playwright/test';
import {
  expect,
  holdCode,
  notRun,
  testInSharedContext as test,
  test as testInOwnContext,
} from '@tests/support/e2e';
import { insertBesideFields, translatePage } from '@tests/support/foreign-changes';

/** Opens a page and returns before its app runs. */
const openEarly = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });
const hydrated = (page: Page) => expect(page.locator('#root:not([data-prerendered])')).toBeAttached();

/** The priority that the browser gave each file of code that the page asked for, by path. */
async function watchCode(page: Page): Promise<ReadonlyMap<string, string>> {
  const priorities = new Map<string, string>();
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('.js')) priorities.set(pathname, initialPriority);
  });
  await devtools.send('Network.enable');
  return priorities;
}

test('an idle marketing page loads the app, at low priority', async ({ page }) => {
  const priorities = await watchCode(page);
  const html = await (await page.request.get('/about-us')).text();
  const app = [...html.matchAll(/\/assets\/[^"]+\.js/g)].map(([path]) => path);
  await openEarly(page, '/about-us');
  await hydrated(page);
  expect(app.length).toBeGreaterThan(2);
  expect(app.map((path) => priorities.get(path))).toEqual(app.map(() => 'Low'));
});

test('for a user who saves data, a marketing page loads the app on the first press or key', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const priorities = await watchCode(page);
  await openEarly(page, '/info');
  await page.waitForLoadState('networkidle');
  // Later than the page itself waits for an idle moment, and on a busy machine no moment may be idle.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 3000 })));
  expect([...priorities.keys()]).toEqual([]);
  await page.keyboard.press('PageDown');
  await hydrated(page);
});

test('what is typed before hydration stays, with the caret, and the app has it', async ({ page }) => {
  const release = await holdCode(page);
  await openEarly(page, '/provider-signup');
  const typed = [
    ['Email', 'desk@early.example.com'],
    ['Phone Number', '+12125550123'],
    ['Provider Name', 'Early Clinic'],
    ['Street', '1 Main Street'],
    ['Confirm Password', 'Early!1passwodr'],
    ['Password', 'Early!1passwor'],
  ] as const;
  for (const [label, text] of typed) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Password', { exact: true }).press('ArrowLeft');
  release();
  await hydrated(page);
  for (const [label, text] of typed) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByRole('list', { name: 'Your password needs' })).not.toContainText('Not met yet');
  await page.keyboard.type('d');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Early!1passwodr');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const missing = page.getByRole('main').getByRole('alert').getByRole('link');
  await expect(missing.filter({ hasText: /city/i })).toBeVisible();
  await expect(missing.filter({ hasText: /email|phone|name|street|must contain/i })).toHaveCount(0);
});

test('what is typed stays where a translation and an extension change the page before hydration', async ({
  page,
  noise,
}) => {
  noise.allowStatus(400);
  const release = await holdCode(page);
  await openEarly(page, '/login');
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.getByLabel('Email').fill('desk@early.example.com');
  await page.evaluate(translatePage);
  await page.evaluate(insertBesideFields);
  await page.getByLabel('Password', { exact: true }).pressSequentially('Early!1pass');
  release();
  await hydrated(page);
  await expect(page.locator('h1 > font > font')).toHaveText('Log In');
  await expect(page.getByLabel('Email')).toHaveValue('desk@early.example.com');
  await page.keyboard.type('word');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Early!1password');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password');
});

test('a form that is sent before hydration is sent once, afterwards', async ({ page, noise }) => {
  noise.allowStatus(400);
  const logins: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) logins.push(request.postData() ?? '');
  });
  const release = await holdCode(page);
  await openEarly(page, '/login');
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-1-password');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password');
  await expect(page).toHaveURL(/\/login$/);
  expect(logins).toHaveLength(1);
  expect(logins[0]).toContain('Wrong-1-password');
});

test('the last press before hydration is done afterwards', async ({ page }) => {
  const release = await holdCode(page);
  await openEarly(page, '/patient-signup');
  const terms = page.getByRole('checkbox', { name: /terms/i });
  await page.getByRole('button', { name: 'Theme: follows your system' }).click();
  await terms.click();
  await expect(terms).not.toBeChecked();
  await expect(terms).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog', { name: 'Terms and Conditions' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('a sign-up that was started in this tab is shown as it was left', async ({ page }) => {
  await page.goto('/provider-signup');
  await page.getByLabel('Email').fill('desk@early.example.com');
  await page.getByLabel('Street', { exact: true }).fill('1 Main Street');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('providerSignUp')))
    .toContain('1 Main Street');
  const release = await holdCode(page);
  await openEarly(page, '/provider-signup');
  await expect(page.locator('#root')).toBeHidden();
  release();
  await expect(page.getByLabel('Email')).toHaveValue('desk@early.example.com');
  await expect(page.getByLabel('Street', { exact: true })).toHaveValue('1 Main Street');
});

test('a page that is served for another path is not shown there', async ({ page }) => {
  const start = await (await page.request.get('/')).body();
  await page.route('**/no-such-page', (route) => route.fulfill({ body: start, contentType: 'text/html' }));
  await openEarly(page, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find that page');
});

test('Back after a reload shows the page before, while the app is on its way', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/signup');
  const release = await holdCode(page);
  const loaded = page.waitForEvent('domcontentloaded');
  await page.evaluate(() => location.reload());
  await loaded;
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/login');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
});

test('a page whose app can’t be loaded says so, and can be loaded again', async ({ page, noise }) => {
  noise.allowNetworkFailure();
  await page.route('**/assets/*.js', (route) => route.abort());
  await openEarly(page, '/login');
  const missing = page.getByRole('alert').filter({ hasText: 'didn’t load' });
  await expect(missing).toBeVisible();
  await page.unrouteAll();
  await missing.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(missing).toHaveCount(0);
});

test('a file that is not the build’s is not run', async ({ page, noise }) => {
  noise.allow(/valid digest in the 'integrity' attribute/);
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nwindow.changed = true;` });
  });
  await openEarly(page, '/login');
  await expect(page.getByRole('alert').filter({ hasText: 'didn’t load' })).toBeVisible();
  expect(await page.evaluate(() => 'changed' in window)).toBe(false);
});

const menus = [
  { name: 'For Providers', width: 1440, link: 'Cosmetics', leadsTo: /\/info$/ },
  { name: 'Account', width: 390, link: 'Login', leadsTo: /\/login$/ },
  { name: 'Menu', width: 390, link: 'Careers', leadsTo: /\/careers$/ },
] as const;

testInOwnContext.describe('without a script', () => {
  testInOwnContext.use({ javaScriptEnabled: false });

  testInOwnContext(
    'every menu opens below its button, closes, and its links lead on',
    async ({ page, noise }) => {
      noise.allow(notRun);
      for (const { name, width, link, leadsTo } of menus) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/info');
        const button = page.getByRole('button', { name, exact: true });
        const entry = page.getByRole('banner').getByRole('link', { name: link });
        await expect(entry).toBeHidden();
        await button.click();
        await expect(entry).toBeVisible();
        const [above, below] = await Promise.all([button.boundingBox(), entry.boundingBox()]);
        expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? Infinity);
        expect(below?.x ?? -1, 'it can be seen whole').toBeGreaterThanOrEqual(0);
        expect((below?.x ?? 0) + (below?.width ?? Infinity)).toBeLessThanOrEqual(width);
        await button.press('Enter');
        await expect(entry).toBeHidden();
        await button.press('Enter');
        await page.keyboard.press('Escape');
        await expect(entry).toBeHidden();
        await button.click();
        await entry.click();
        await expect(page).toHaveURL(leadsTo);
      }
    },
  );
});

test('with the app, a menu closes on its links, outside presses, and when the focus leaves it on either side', async ({
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
  await button.click();
  await page.mouse.click(10, 700);
  await expect(last).toBeHidden();
  await button.press('Enter');
  await last.focus();
  await button.click();
  await expect(last).toBeHidden();
  await button.click();
  await last.click();
  await expect(last).toBeHidden();
});
