import type { Page } from '@playwright/test';
import { expect, test } from '@tests/support/e2e';
import { screens } from '@tests/support/screens';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** In the dark only colours differ: the other rules are asked in the light alone, as asking takes its time. */
const rules: Readonly<Record<'light' | 'dark', RunOptions>> = {
  light: {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  },
  dark: {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    resultTypes: ['violations'],
  },
};

/**
 * Base UI's focus guards catch the focus for an instant, to send it round the dialog: nobody gets to stay on them, so
 * they have no name.
 */
const exclude = ['[data-base-ui-focus-guard]'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What hangs on the width is drawn two frames after it, and colours on their way to others would be measured halfway. */
const atRest = async (page: Page) => {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
};

/** What is wrong, in one line each. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  await atRest(page);
  const found: AxeResults['violations'] = await page.evaluate(
    async ([excluded, wanted]) => (await window.axe.run({ exclude: [...excluded] }, wanted)).violations,
    [exclude, options] as const,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
}

/** How far the page, or a dialog on it, can be scrolled sideways. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );

const wide = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };
const smallest = { width: 320, height: 640 };

// Less motion, so that nothing has to be waited for; the transitions are looked at elsewhere.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, open } of screens) {
  test(`everybody can use it: ${name}`, async ({ page, noise }) => {
    noise.allowStatus(400);
    await page.addInitScript(axe.source);
    await page.setViewportSize(wide);
    await open(page);
    await expect(page.locator('h1')).toHaveCount(1);
    for (const size of [wide, tablet, phone]) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect
          .soft(await violations(page, rules[colorScheme]), `${colorScheme} at ${size.width} px`)
          .toEqual([]);
      }
    }
    await page.setViewportSize(smallest);
    // A menu that hangs on a button is put in its new place only after the resize.
    await expect
      .poll(async () => Math.max(...(await sideways(page))), { message: 'scrolls one way only at 320 px' })
      .toBeLessThanOrEqual(0);
  });
}
