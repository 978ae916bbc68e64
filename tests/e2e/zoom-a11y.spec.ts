import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import { screens } from '@tests/support/screens';

/** A screen of 1280 by 1024 at 400 % zoom. */
const zoomed = { width: 320, height: 256 };

/** Not those that end in a toast: one that stands there would count as covering what is behind it. */
const looked = new Set([
  'the landing page',
  'the page for providers',
  'Log In',
  'Update Patients',
  'Order Kit',
  'the preview of a file',
  'the patient profile',
]);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What has the focus, unless some of it can be seen (WCAG 2.4.11). */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    // Nobody gets to stay on a focus guard: it only sends the focus round a dialog.
    if (focused === null || focused.matches('body, [data-base-ui-focus-guard]')) return null;
    const box = focused.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const seen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return at !== null && (focused.contains(at) || at.contains(focused));
      }),
    );
    return seen ? null : focused.outerHTML.slice(0, 160);
  });

/** Buttons and fields smaller than 24 px either way; links within a line of text are free of it (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, [role=tab], [role=menuitem]')]
      .filter(
        (target) =>
          target.checkVisibility({ visibilityProperty: true }) && !target.closest('[aria-hidden=true]'),
      )
      .filter((target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
        return width > 1 && (width < 24 || height < 24);
      })
      .map((target) => target.outerHTML.slice(0, 160)),
  );

for (const { name, open } of screens.filter((screen) => looked.has(screen.name))) {
  test(`at 400 % zoom everything is reached and nothing is covered: ${name}`, async ({ page, noise }) => {
    noise.allowStatus(400);
    await open(page);
    await page.setViewportSize(zoomed);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(zoomed.width);
    expect.soft(await smallTargets(page), 'targets under 24 px').toEqual([]);
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press('Tab');
      // Scrolling there is part of the next frame.
      await expect.poll(() => coveredFocus(page), `stop ${stop + 1} can be seen`).toBeNull();
    }
  });
}
