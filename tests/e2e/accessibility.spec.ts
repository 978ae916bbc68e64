import type { Page } from '@playwright/test';
import { expect, test as testInOwnContext, testInSharedContext } from '@tests/support/e2e';
import { screens } from '@tests/support/screens';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // It fetches every stylesheet and sound again: for rules that are not among these, and for pages with sound.
  preload: false,
};

/** Base UI's focus guards receive focus only for an instant to wrap it around the dialog, so they have no name. */
const exclude = ['[data-base-ui-focus-guard]'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Width-dependent content is rendered two frames later, and colours must not be measured during a transition. */
const atRest = async (page: Page) => {
  await page.evaluate(
    () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
};

/** The violations, one line each. */
async function violations(page: Page): Promise<string[]> {
  await atRest(page);
  const axeViolations: AxeResults['violations'] = await page.evaluate(
    async ([excluded, wanted]) => {
      const first = await window.axe.run({ exclude: [...excluded] }, wanted);
      const covered = document.querySelector<HTMLElement>(
        String(first.violations.find(({ id }) => id === 'target-size')?.nodes[0]?.target[0] ?? ':not(*)'),
      );
      if (covered === null) return first.violations;
      // A target that a sticky bar covers in part is measured where it is whole.
      const { scrollX, scrollY } = window;
      covered.scrollIntoView({ block: 'center' });
      const { violations } = await window.axe.run({ exclude: [...excluded] }, wanted);
      scrollTo(scrollX, scrollY);
      return violations;
    },
    [exclude, rules] as const,
  );
  return axeViolations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target} ${html}`),
  );
}

/** Horizontal overflow of the page and its dialogs, in px. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );

/**
 * The focused element if no part of it is visible. Content that the user opened and can close with Escape does not
 * count as covering it (WCAG 2.4.11, note 3).
 */
const coveredFocus = (page: Page) =>
  page.evaluate(async () => {
    // Scrolling to the focused element happens in the next frame.
    await new Promise(requestAnimationFrame);
    const focused = document.activeElement;
    // Focus guards only pass the focus on.
    if (focused === null || focused.matches('body, [data-base-ui-focus-guard]')) return null;
    const box = focused.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const seen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        const opened = at?.closest('[role=dialog]:not(.dialog-popup)');
        return (
          at !== null && (focused.contains(at) || at.contains(focused) || opened?.contains(focused) === false)
        );
      }),
    );
    return seen ? null : focused.outerHTML.slice(0, 160);
  });

/** Buttons and fields smaller than 24 px in either direction; inline links are exempt (WCAG 2.5.8). */
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

/** Pauses the toasts' timers, so that every check includes them regardless of the machine's speed. */
const holdToasts = (page: Page) =>
  page.evaluate(() => {
    for (const timer of document.querySelectorAll('.Toastify__progress-bar'))
      for (const animation of timer.getAnimations()) animation.pause();
  });

/** A toast covers the content behind it. */
const closeToasts = async (page: Page) => {
  const close = page.getByRole('button', { name: 'Close notification', includeHidden: true });
  await close.evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await expect(close).toHaveCount(0);
};

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** The width of the smallest phones, and 1280 × 1024 at 400 % zoom. */
const smallest = { width: 320, height: 256 };
/** Enough Tab stops to pass the navigation and reach the form, or to cycle through a dialog. */
const STOPS = 20;

async function looksRight(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  await holdToasts(page);
  for (const [size, colorScheme] of [
    [wide, 'light'],
    [phone, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect.soft(await violations(page), `${colorScheme} at ${size.width} px`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function holdsTogetherAtItsSmallest(page: Page): Promise<void> {
  await closeToasts(page);
  await page.setViewportSize(smallest);
  // An open menu is repositioned only after the resize.
  await expect
    .poll(async () => Math.max(...(await sideways(page))), { message: 'scrolls one way only' })
    .toBeLessThanOrEqual(0);
  expect.soft(await smallTargets(page), 'targets under 24 px').toEqual([]);
  for (let stop = 1; stop <= STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => coveredFocus(page), `stop ${stop} can be seen`).toBeNull();
  }
}

/** With twice the text size, on narrow screens, no text is cut off and nothing scrolls sideways (WCAG 1.4.4, 1.4.10). */
async function growsWithItsText(page: Page): Promise<void> {
  const setTextSize = (size: string) =>
    page.evaluate((wanted) => document.documentElement.style.setProperty('font-size', wanted), size);
  await setTextSize('200%');
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 640 });
    await expect
      .poll(async () => [await page.evaluate(textCutOff), await sideways(page)].flat().filter(isFault), {
        message: `twice the text size at ${width} px`,
      })
      .toEqual([]);
  }
  await setTextSize('100%');
}

const isFault = (found: string | number) => typeof found === 'string' || found > 0;

/** The visible texts that reach beyond the page or beyond a box that hides its overflow. Runs in the page. */
function textCutOff(): string[] {
  /** Between which two x a text is seen; null if it is for screen readers only. */
  const seenWithin = (parent: Element): [start: number, end: number] | null => {
    let [start, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(box);
      if (clipPath !== 'none') return null;
      // What reaches beyond such a box can be scrolled to.
      if (overflowX === 'auto' || overflowX === 'scroll') return [start, end];
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      const { left, right } = box.getBoundingClientRect();
      [start, end] = [Math.max(start, left), Math.min(end, right)];
    }
    return [Math.max(start, 0), Math.min(end, innerWidth)];
  };
  const cutOff: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement;
    if (!parent?.checkVisibility() || text.data.trim() === '') continue;
    if (parent.closest('[aria-hidden="true"], [data-badge], script, style')) continue;
    const seen = seenWithin(parent);
    if (seen === null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const isCut = ({ left, right, width }: DOMRect) =>
      width > 0 && (left < seen[0] - 1 || right > seen[1] + 1);
    if ([...range.getClientRects()].some(isCut)) cutOff.push(text.data);
  }
  return cutOff;
}

testInOwnContext('everybody can use the start page before its code has arrived', async ({ page, noise }) => {
  noise.allowNetworkFailure();
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('', { waitUntil: 'commit' });
  await page.waitForLoadState('load');
  await looksRight(page);
});

async function canBeUsed(page: Page, { open, isTool }: (typeof screens)[number]): Promise<void> {
  await page.setViewportSize(wide);
  await open(page);
  await looksRight(page);
  if (!isTool) await growsWithItsText(page);
  await holdsTogetherAtItsSmallest(page);
}

/** The screens of each test: few of a visit, because a test is slow beside other processes. */
const tests: (typeof screens)[number][][] = [];
for (const screen of screens) {
  const { visit, isSmoke } = screen;
  const begun = tests.find(
    ([first, ...more]) =>
      visit !== undefined && first?.visit === visit && first.isSmoke === isSmoke && more.length < 3,
  );
  if (begun) begun.push(screen);
  else tests.push([screen]);
}
for (const some of tests) {
  // A fixed clock applies to the whole context.
  const test = some.some(({ holdsClock }) => holdsClock) ? testInOwnContext : testInSharedContext;
  const tag = some.some(({ isSmoke }) => isSmoke) ? '@smoke' : [];
  test(`everybody can use ${some.map(({ name }) => name).join('; ')}`, { tag }, async ({ page, noise }) => {
    noise.allowStatus(400);
    for (const screen of some) await test.step(screen.name, () => canBeUsed(page, screen));
  });
}
