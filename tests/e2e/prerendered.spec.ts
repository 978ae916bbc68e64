import type { Page } from '@playwright/test';
import { expect, holdCode, notRun, test } from '@tests/support/e2e';
import { openRoutes } from '@tests/support/routes';
import { prerenderedPages } from '@/pages/strings';

const pages = openRoutes.filter(([path]) => prerenderedPages.some((page) => page.path === path));

test.describe('without a line of code', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read', async ({ page, noise }) => {
    noise.allow(notRun);
    for (const [path, heading, title] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(title);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w/);
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
      expect((await page.request.get(picture ?? '')).headers()['content-type'], path).toBe('image/jpeg');
      await expect(page.locator('#root [style]')).toHaveCount(0);
      const sends = await page.getByRole('button', { name: /^(Log In|Sign Up|Send)/ }).count();
      await expect(page.locator('noscript p'), path).toHaveCount(sends);
    }
  });
});

/**
 * The position of every prerendered element relative to its heading: the demo's badge adds padding at the bottom, which
 * moves a centred page as a whole.
 */
const places = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('h1')?.getBoundingClientRect().y ?? 0;
    return [...document.querySelectorAll('header *, main *')]
      .filter((element) => !element.closest('svg') && element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const down = element.closest('header') ? y : y - top;
        return `${element.tagName} ${[x, down, width, height].map(Math.round).join(' ')}`;
      });
  });

const settled = async (page: Page) => {
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered');
  await page.evaluate(
    () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
  );
};

// In the theme that is not the prerendered one.
test('pages hydrate without moving', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'kitwell-theme', value: 'dark', url: baseURL ?? '' }]);
  await page.goto('/info');
  await settled(page);
  for (const [path] of pages) {
    const release = await holdCode(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    release();
    await settled(page);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await places(page), path).toEqual(before);
  }
});

test('the scroll position from before the code has loaded is kept', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/info', { waitUntil: 'commit' });
  const services = page.getByRole('heading', { level: 2 }).first();
  await services.evaluate((heading) => heading.scrollIntoView());
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  release();
  await settled(page);
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('a link’s page is fetched when the pointer is over it', async ({ page }) => {
  await page.goto('/');
  await settled(page);
  const fetched = page.waitForRequest(/careers\.page-.*\.js$/);
  await page.getByRole('link', { name: 'Careers' }).first().hover();
  await fetched;
});
