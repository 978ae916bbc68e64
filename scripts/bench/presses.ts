import type { Browser } from '@playwright/test';
import type { Figure } from './support/bench';
import { freshBuild, inBuilds, slowPhone } from './support/bench-browser';

/** Presses controls of prerendered pages at random times from navigation start: 4× CPU throttling, 1.6 Mbps, 150 ms. */

const PATHS = ['/', '/info', '/login', '/provider-signup'];
const VISITS = 3;
const PRESSES = 90;
/** Milliseconds; at this speed the app runs after about four seconds. */
const WITHIN = 7000;

interface Pressed {
  /** The number of presses by control. */
  readonly times: Record<string, number>;
  readonly planned: number;
  done: number;
}

declare global {
  interface Window {
    pressed: Pressed;
  }
}

/** Controls whose state shows how often they were pressed; after `steps` presses they are back in the first state. */
const CONTROLS = {
  'the theme switch': { find: '[data-theme-switch]', steps: 3 },
  'a menu': { find: 'header nav button[popovertarget]', steps: 2 },
  'a password’s Show': { find: 'button[aria-pressed]', steps: 2 },
} as const;

interface Plan {
  readonly finds: readonly (readonly [what: string, find: string])[];
  /** Milliseconds from navigation start, and a number that selects the control. */
  readonly presses: readonly (readonly [at: number, choice: number])[];
}

/** Runs in the page before its own scripts. */
function press({ finds, presses }: Plan): void {
  const pressed: Pressed = { times: {}, planned: presses.length, done: 0 };
  window.pressed = pressed;
  for (const [at, choice] of presses)
    setTimeout(() => {
      pressed.done += 1;
      const there = finds.filter(([, find]) => document.querySelector(find));
      const [what, find] = there[choice % there.length] ?? [];
      if (!what || !find) return;
      document.querySelector<HTMLElement>(find)?.click();
      pressed.times[what] = (pressed.times[what] ?? 0) + 1;
    }, at);
}

/** The current step of each control. Runs in the page, so it must not refer to anything outside this function. */
const steps = (finds: Plan['finds']): Record<string, number> =>
  Object.fromEntries(
    finds.flatMap(([what, find]) => {
      const control = document.querySelector(find);
      if (!control) return [];
      if (control.matches('[data-theme-switch]'))
        return [[what, ['light', 'dark'].indexOf(document.documentElement.dataset.theme ?? '') + 1]];
      if (control instanceof HTMLButtonElement && control.popoverTargetElement)
        return [[what, Number(control.popoverTargetElement.matches(':popover-open'))]];
      return [[what, Number(control.getAttribute('aria-pressed') === 'true')]];
    }),
  );

/** Pseudo-random, so that a failure can be reproduced. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

async function visit(
  browser: Browser,
  url: string,
  seed: number,
): Promise<{ presses: number; wrong: number }> {
  const random = numbers(seed);
  const next = () => random.next().value as number;
  const finds = Object.entries(CONTROLS).map(([what, { find }]) => [what, find] as const);
  const plan: Plan = {
    finds,
    presses: Array.from({ length: PRESSES }, () => [next() % WITHIN, next()] as const),
  };
  const { context, page } = await slowPhone(browser);
  await page.addInitScript(press, plan);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    () =>
      window.pressed.done === window.pressed.planned &&
      !document.querySelector('#root[data-prerendered]') &&
      document.querySelector('h1'),
    undefined,
    { timeout: 120_000 },
  );
  await page.waitForLoadState('networkidle');
  const { times } = await page.evaluate(() => window.pressed);
  const reached = await page.evaluate(steps, finds);
  await context.close();
  const wrong = Object.entries(CONTROLS).filter(([what, { steps: round }]) => {
    const expected = (times[what] ?? 0) % round;
    return what in reached && reached[what] !== expected;
  });
  for (const [what] of wrong)
    console.error(
      `${url}, seed ${seed}: ${what} was pressed ${times[what]} times and is at ${reached[what]}`,
    );
  return { presses: Object.values(times).reduce((total, each) => total + each, 0), wrong: wrong.length };
}

/** Counts the controls whose state does not match the number of presses. */
export async function run(): Promise<Figure[]> {
  let presses = 0;
  let wrong = 0;
  await inBuilds([await freshBuild('production')], async (browser, url = '') => {
    for (let turn = 1; turn <= VISITS; turn += 1)
      for (const [at, path] of PATHS.entries()) {
        const found = await visit(browser, url + path.slice(1), turn * 1000 + at + 1);
        presses += found.presses;
        wrong += found.wrong;
      }
  });
  return [
    {
      what: `controls that lost or doubled one of ${presses} presses while the app was on its way`,
      value: wrong,
      unit: 'controls',
      budget: 0,
    },
  ];
}
