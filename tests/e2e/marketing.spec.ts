import type { Locator, Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';

test.describe('the service carousel on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const open = async (page: Page): Promise<Locator> => {
    await page.goto('/');
    await page
      .getByRole('heading', { name: 'Providers Can Work With Us to Deliver Care' })
      .scrollIntoViewIfNeeded();
    const carousel = page.getByRole('region', { name: 'Services', exact: true });
    await carousel.scrollIntoViewIfNeeded();
    return carousel;
  };
  const expectSlide = (carousel: Locator, title: string) =>
    expect(carousel.getByRole('group').getByRole('heading')).toHaveText([title]);

  test('moves by itself, and stops where it is paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const carousel = await open(page);
    for (const title of ['Sexual Health', 'Cosmetics']) await expectSlide(carousel, title);
    await carousel.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(5, 5);
    await carousel.getByRole('button', { name: 'Play' }).blur();
    await expect(carousel.locator('.swiper')).toHaveAttribute('aria-live', 'polite');
    await expectSlide(carousel, 'Cosmetics');
    await carousel.getByRole('button', { name: 'Play' }).click();
    await expectSlide(carousel, 'IV Therapy');
  });

  test('goes by arrows and dots, and for users who prefer reduced motion nothing moves by itself or for longer than a blink', async ({
    page,
  }) => {
    const carousel = await open(page);
    await expect(carousel.getByRole('button').first()).toHaveAccessibleName('Play');
    await expect(carousel.locator('.swiper')).toHaveAttribute('aria-live', 'polite');
    await carousel.getByRole('button', { name: 'Previous' }).press('Enter');
    await expectSlide(carousel, 'IV Therapy');
    await carousel.getByRole('button', { name: 'Next' }).press('Enter');
    await expectSlide(carousel, 'Sexual Health');
    const dot = carousel.getByRole('button', { name: 'Show Cosmetics' });
    await dot.press('Enter');
    await expectSlide(carousel, 'Cosmetics');
    await expect(dot).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Menu' }).click();
    const slow = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect, transitionProperty }: Animation & { transitionProperty?: string }) => {
            const end = effect?.getComputedTiming().endTime;
            return transitionProperty !== 'opacity' && Number(end) > 100;
          }).length,
    );
    expect(slow, 'animations longer than a blink').toBe(0);
  });

  test('replaces the cards without moving the content below', async ({ page }) => {
    await page.goto('/');
    // The demo's badge adds padding at the bottom.
    await page.locator('[data-badge]').waitFor();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await page.getByRole('heading', { name: 'Providers Can Work With Us' }).scrollIntoViewIfNeeded();
    await page.getByRole('region', { name: 'Services', exact: true }).waitFor();
    expect(await height()).toBe(before);
  });

  test('takes no focus from the cards, and moves nothing from view', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/service-carousel[^/]*\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/');
    const cards = page.getByRole('group', { name: 'Providers Can Work With Us to Deliver Care' });
    const request = page.waitForRequest(/service-carousel[^/]*\.js$/);
    await page.getByRole('button', { name: 'Menu' }).focus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(cards).toBeFocused({ timeout: 1 });
    }).toPass();
    const url = (await request).url();
    arrive();
    await page.evaluate(async (code) => {
      await import(code);
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    }, url);
    await expect(cards).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: 'Services', exact: true })).toBeAttached();
    await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  });
});

test('wide screens show the three cards, and never fetch the carousel', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Providers Can Work With Us to Deliver Care' });
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('article')).toHaveCount(3);
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => url.includes('carousel'))).toEqual([]);
});

test('only the screens of the theme and of the width are fetched', async ({ page }) => {
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  for (const image of await page
    .getByRole('region', { name: /^One list/ })
    .getByRole('img')
    .all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  }
  expect([...requested].filter((path) => path.startsWith('/pictures/')).sort()).toEqual([
    '/pictures/journey-wide-dark.webp',
    '/pictures/order-wide-dark.webp',
    '/pictures/patients-wide-dark.webp',
  ]);
});

test.describe('the chat', () => {
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error('It is not on the screen.');
    return box;
  };
  const open = async (page: Page): Promise<Locator> => {
    await page.goto('/');
    // Clicks anywhere in the hero, such as on its heading.
    const { x, y } = await boxOf(page.getByRole('heading', { level: 1 }));
    await page.mouse.click(x + 5, y + 5);
    const chat = page.getByRole('dialog', { name: /^Chat with/ });
    await expect(chat.getByRole('button', { name: 'PROVIDER' })).toBeVisible();
    // Wait for the opening animation.
    await chat.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    return chat;
  };
  const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };

  test('opens from anywhere in the hero, and is resized by dragging, within its limits', async ({ page }) => {
    const chat = await open(page);
    const first = await boxOf(chat);
    expect(first).toMatchObject({ width: 320, height: 480 });
    const corner = { x: first.x + 1, y: first.y + 1 };
    await drag(page, corner, { x: corner.x - 120, y: corner.y - 90 });
    expect(await boxOf(chat)).toMatchObject({ width: 440, height: 570, x: first.x - 120, y: first.y - 90 });
    const grown = await boxOf(chat);
    await drag(page, { x: grown.x + 1, y: grown.y + 1 }, { x: 1430, y: 890 });
    expect(await boxOf(chat)).toMatchObject({ width: 200, height: 300 });
    const small = await boxOf(chat);
    await drag(page, { x: small.x + 1, y: small.y + 1 }, { x: 0, y: 0 });
    const { x, y, width, height } = await boxOf(chat);
    expect(Math.min(x, y, 1440 - x - width, 900 - y - height)).toBeGreaterThanOrEqual(0);
  });

  test('keeps its newest line in view while it shrinks, and the earlier lines that are read', async ({
    page,
  }) => {
    const chat = await open(page);
    const log = chat.getByRole('log');
    for (const question of ['What does a kit cost?', 'How do I sign up?', 'What does a kit cost again?']) {
      const lines = await log.locator('p').count();
      await chat.getByLabel('Message').fill(question);
      await chat.getByLabel('Message').press('Enter');
      await expect(log.locator('p')).toHaveCount(lines + 2);
    }
    const height = chat.getByRole('separator', { name: 'Chat height' });
    const belowView = () =>
      log.evaluate(({ parentElement: box }) =>
        box === null ? Number.NaN : Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
      );
    await expect.poll(belowView).toBe(0);
    await height.press('Home');
    await expect(height).toHaveAttribute('aria-valuenow', '300');
    await expect.poll(belowView).toBe(0);
    await chat.getByRole('separator', { name: 'Chat width' }).press('Home');
    await expect.poll(belowView).toBe(0);
    const first = log.locator('p').first();
    await first.scrollIntoViewIfNeeded();
    await expect(first).toBeInViewport({ ratio: 1 });
    await height.press('ArrowUp');
    await expect(height).toHaveAttribute('aria-valuenow', '316');
    await expect(first).toBeInViewport({ ratio: 1 });
    expect(await belowView()).toBeGreaterThan(0);
  });
});
