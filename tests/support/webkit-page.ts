import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { errors, type Page } from '@playwright/test';
import { WebDriverError, type WebDriverSession } from './webdriver';
import { type Found, installFinder, type Step, type TextPattern } from './webkit-find';

/** The key under which WebDriver sends a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Readonly<Record<typeof ELEMENT, string>>;

/** What a click may meet while the page changes; it is then tried again, as Playwright does. */
const passing = [
  'element click intercepted',
  'element not interactable',
  'stale element reference',
  'no such element',
];

const roleQueries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Outside of Playwright's test runner, tsx names functions with a helper that the page does not have. */
const helpers = 'const __name = (target) => target;';

const POLL_MS = 50;
const ACTION_MS = 15_000;

/** WebDriver's code points of the keys that type no character. */
const keys: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Tab: '\uE004',
  Control: '\uE009',
  Shift: '\uE008',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
};
const keyValue = (name: string) => keys[name] ?? name;

/** Repeats until `attempt` returns something else than undefined. */
async function poll<Value>(
  what: string | (() => string),
  timeout: number,
  attempt: () => Promise<Value | undefined>,
): Promise<Value> {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await attempt();
    if (value !== undefined) return value;
    if (Date.now() > end)
      throw new errors.TimeoutError(`${typeof what === 'string' ? what : what()}: ${timeout} ms exceeded.`);
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
}

const patternOf = (text: string | RegExp, exact = false): TextPattern =>
  typeof text === 'string' ? { text, exact } : { source: text.source, flags: text.flags };

interface RoleOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly includeHidden?: boolean;
  readonly selected?: boolean;
}
interface TextOptions {
  readonly exact?: boolean;
}
/** In milliseconds. */
interface Timeout {
  readonly timeout?: number;
}

/** An expected text, as Playwright's matchers pass it. */
interface ExpectedText {
  readonly string?: string;
  readonly regexSource?: string;
  readonly regexFlags?: string;
  readonly matchSubstring?: boolean;
  readonly normalizeWhiteSpace?: boolean;
}
interface Expectation {
  readonly isNot: boolean;
  readonly timeout: number;
  readonly expectedText?: readonly ExpectedText[];
  readonly expectedNumber?: number;
}

function hasText(found: string | null, expected: ExpectedText | undefined): boolean {
  if (found === null || expected === undefined) return false;
  const tidy = (text: string) => (expected.normalizeWhiteSpace ? text.replace(/\s+/g, ' ').trim() : text);
  if (expected.regexSource !== undefined)
    return new RegExp(expected.regexSource, expected.regexFlags).test(tidy(found));
  const wanted = tidy(expected.string ?? '');
  return expected.matchSubstring ? tidy(found).includes(wanted) : tidy(found) === wanted;
}

/** Whether a matcher of Playwright's `expect` is satisfied, and what it compares. */
function judge(matcher: string, found: Found, expected: Expectation): { matches: boolean; value: unknown } {
  const is = (matches: boolean, value: unknown = matches) => ({ matches, value });
  const [text] = expected.expectedText ?? [];
  switch (matcher) {
    case 'to.be.visible':
      return is(found.visible, found.visible ? 'visible' : 'hidden');
    case 'to.be.hidden':
      return is(!found.visible, found.visible ? 'visible' : 'hidden');
    case 'to.be.disabled':
      return is(found.disabled);
    case 'to.be.enabled':
      return is(found.count > 0 && !found.disabled);
    case 'to.be.checked':
      return is(found.checked);
    case 'to.be.focused':
      return is(found.focused);
    case 'to.have.count':
      return is(found.count === expected.expectedNumber, found.count);
    case 'to.have.value':
      return is(hasText(found.value, text), found.value);
    case 'to.have.text':
      return is(found.count > 0 && hasText(found.text, text), found.text);
    case 'to.be.in.viewport':
      return is(found.inViewport >= (expected.expectedNumber ?? Number.MIN_VALUE), found.inViewport);
    default:
      throw new Error(`The WebKit driver does not know the matcher ${matcher}.`);
  }
}

/** What the tests use of Playwright's Locator, over WebDriver. `expect` accepts it for its `_apiName`. */
class WebKitLocator {
  readonly _apiName = 'Locator';

  constructor(
    private readonly tab: WebKitPage,
    private readonly steps: readonly Step[],
  ) {}

  #and(step: Step): WebKitLocator {
    return new WebKitLocator(this.tab, [...this.steps, step]);
  }
  getByRole(role: string, { name, exact, includeHidden = false, selected }: RoleOptions = {}): WebKitLocator {
    const pattern = name === undefined ? undefined : patternOf(name, exact);
    return this.#and({ by: 'role', role, name: pattern, hidden: includeHidden, selected });
  }
  getByLabel(text: string | RegExp, { exact }: TextOptions = {}): WebKitLocator {
    return this.#and({ by: 'label', pattern: patternOf(text, exact) });
  }
  getByText(text: string | RegExp, { exact }: TextOptions = {}): WebKitLocator {
    return this.#and({ by: 'text', pattern: patternOf(text, exact) });
  }
  locator(selector: string, { hasText }: { hasText?: string | RegExp } = {}): WebKitLocator {
    const found = this.#and({ by: 'css', selector });
    return hasText === undefined ? found : found.filter({ hasText });
  }
  filter({ hasText: text }: { hasText: string | RegExp }): WebKitLocator {
    return this.#and({ by: 'hasText', pattern: patternOf(text) });
  }
  or(other: WebKitLocator): WebKitLocator {
    return this.#and({ by: 'or', other: other.steps });
  }
  and(other: WebKitLocator): WebKitLocator {
    return this.#and({ by: 'and', other: other.steps });
  }
  nth(index: number): WebKitLocator {
    return this.#and({ by: 'nth', index });
  }
  first(): WebKitLocator {
    return this.nth(0);
  }
  page(): WebKitPage {
    return this.tab;
  }
  toString(): string {
    return this.steps.map((step) => JSON.stringify(step)).join(' ');
  }

  #found(): Promise<Found> {
    return this.tab.call(
      (steps: readonly Step[]) => window.describeSteps?.(steps),
      this.steps,
    ) as Promise<Found>;
  }

  /** The element, once it is the only one, visible and, if wanted, enabled. */
  #ready(timeout: number): Promise<ElementReference> {
    return poll(`waiting for ${this}`, timeout, async () => {
      const { count, visible, disabled } = await this.#found();
      if (count > 1) throw new Error(`${this} resolved to ${count} elements.`);
      if (!visible || disabled) return undefined;
      const element = await this.tab.call(
        (steps: readonly Step[]) => window.findSteps?.(steps)[0],
        this.steps,
      );
      return (element as ElementReference | null) ?? undefined;
    });
  }

  /** Repeats an action as long as the page's changes prevent it, or it resolves with false. */
  #act(
    action: (element: ElementReference) => Promise<unknown>,
    { timeout = ACTION_MS }: Timeout = {},
  ): Promise<void> {
    let obstacle = '';
    return poll(
      () => `acting on ${this}${obstacle}`,
      timeout,
      async () => {
        try {
          return (await action(await this.#ready(timeout))) === false ? undefined : true;
        } catch (error) {
          if (!(error instanceof WebDriverError) || !passing.includes(error.code)) throw error;
          obstacle = `, ${error.message}`;
          return undefined;
        }
      },
    ).then(() => undefined);
  }

  /** The element's middle. Throws if something covers it. */
  async #middleOf(element: ElementReference): Promise<{ x: number; y: number }> {
    const point = (await this.tab.call((target: unknown) => {
      const wanted = target as HTMLElement;
      const { left, top, width, height } = wanted.getBoundingClientRect();
      const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (wanted.contains(hit) || hit?.closest('label')?.contains(wanted)) return { x, y };
      return { coveredBy: hit?.outerHTML.slice(0, 200) };
    }, element)) as { x: number; y: number } | { coveredBy?: string };
    if ('x' in point) return point;
    throw new WebDriverError('element click intercepted', `covered by ${point.coveredBy}`);
  }

  /**
   * Presses the middle of the element, once nothing covers it and it has stopped moving. The driver's own click fails on
   * elements that it has to scroll to.
   */
  #press(times: number, options?: Timeout): Promise<void> {
    return this.#act(async (element) => {
      await this.tab.call((target: unknown) => {
        (target as HTMLElement).scrollIntoView({ block: 'center', behavior: 'instant' });
      }, element);
      const before = await this.#middleOf(element);
      await new Promise((resume) => setTimeout(resume, POLL_MS));
      const point = await this.#middleOf(element);
      if (point.x !== before.x || point.y !== before.y)
        throw new WebDriverError('element click intercepted', 'it is moving');
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await this.tab.call((target: unknown) => window.watchPress?.(target as HTMLElement), element);
      await this.tab.perform('pointer', [
        { type: 'pointerMove', ...point },
        ...Array.from({ length: times }, () => press).flat(),
      ]);
      // A press that opened another document has hit.
      if ((await this.tab.call(() => window.endPress?.() ?? true)) !== true)
        throw new WebDriverError('element click intercepted', 'the press missed it');
    }, options);
  }
  click(options?: Timeout): Promise<void> {
    return this.#press(1, options);
  }
  dblclick(): Promise<void> {
    return this.#press(2);
  }
  async check(): Promise<void> {
    if (!(await this.#found()).checked) await this.click();
  }
  /** Replaces the field's text by typing. */
  fill(text: string, options?: Timeout): Promise<void> {
    return this.#act(async (element) => {
      await this.tab.call((field: unknown) => {
        const input = field as HTMLInputElement;
        input.focus();
        input.select();
      }, element);
      const typed = text === '' ? keyValue('Backspace') : text;
      await this.tab.send('POST', `/element/${element[ELEMENT]}/value`, { text: typed });
    }, options);
  }
  async press(key: string): Promise<void> {
    await this.focus();
    await this.tab.keyboard.press(key);
  }
  /** Sends a script's events, as Playwright does: native lists can't be operated from outside. */
  selectOption(wanted: string | { label: string } | { index: number }): Promise<void> {
    const choice = typeof wanted === 'string' ? { value: wanted } : wanted;
    return this.#act((element) =>
      this.tab.call(
        (list: unknown, { value, label, index }: { value?: string; label?: string; index?: number }) => {
          const select = list as HTMLSelectElement;
          const option = [...select.options].find(
            (each, at) => at === index || (value ?? label) === each.label || (value ?? null) === each.value,
          );
          if (option === undefined) return false;
          option.selected = true;
          for (const name of ['input', 'change']) select.dispatchEvent(new Event(name, { bubbles: true }));
          return true;
        },
        element,
        choice,
      ),
    );
  }
  /** Focuses it by script, without a press. */
  focus(): Promise<void> {
    return this.#act((element) =>
      this.tab.call((field: unknown) => {
        (field as HTMLElement).focus();
      }, element),
    );
  }
  /** Null for an element that is not rendered. */
  async boundingBox(): Promise<Found['box']> {
    await this.#present();
    return (await this.#found()).box;
  }
  async #present(): Promise<void> {
    await poll(`waiting for ${this}`, ACTION_MS, async () =>
      (await this.#found()).count > 0 ? true : undefined,
    );
  }
  async textContent(): Promise<string> {
    await this.#present();
    return (await this.#found()).text;
  }
  /** Hidden text counts as well. */
  innerText(): Promise<string> {
    return this.textContent();
  }
  async inputValue(): Promise<string> {
    await this.#present();
    return (await this.#found()).value ?? '';
  }
  async getAttribute(name: string): Promise<string | null> {
    await this.#present();
    const value = await this.tab.call(
      (steps: readonly Step[], wanted: string) => window.findSteps?.(steps)[0]?.getAttribute(wanted) ?? null,
      this.steps,
      name,
    );
    return value as string | null;
  }
  async evaluate<Value>(work: PageFunction<Element, Value>): Promise<Value> {
    await this.#present();
    const element = await this.tab.call((steps: readonly Step[]) => window.findSteps?.(steps)[0], this.steps);
    // The driver turns the reference into the element.
    return this.tab.evaluate(work as PageFunction<unknown, Value>, element);
  }
  async count(): Promise<number> {
    return (await this.#found()).count;
  }
  async isVisible(): Promise<boolean> {
    return (await this.#found()).visible;
  }
  async isEnabled(): Promise<boolean> {
    await this.#present();
    return !(await this.#found()).disabled;
  }
  async waitFor({
    state = 'visible',
    timeout = ACTION_MS,
  }: { state?: 'visible' | 'hidden' | 'detached' } & Timeout = {}): Promise<void> {
    await poll(`waiting for ${this} to be ${state}`, timeout, async () => {
      const { count, visible } = await this.#found();
      const reached = state === 'visible' ? visible : state === 'hidden' ? !visible : count === 0;
      return reached ? true : undefined;
    });
  }
  ariaSnapshot(): Promise<unknown> {
    return this.tab.call(() => document.body.innerText);
  }

  /** Called by Playwright's matchers. */
  async _expect(matcher: string, expected: Expectation) {
    let last: unknown;
    try {
      await poll('expecting', expected.timeout, async () => {
        const { matches, value } = judge(matcher, await this.#found(), expected);
        last = value;
        return matches === expected.isNot ? undefined : true;
      });
      return { matches: !expected.isNot };
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      return { matches: expected.isNot, received: { value: last }, timedOut: true, log: [] };
    }
  }
}

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

type PageFunction<Argument, Value> = (argument: Argument) => Value | Promise<Value>;

/** What the tests use of Playwright's Page, over WebDriver. */
class WebKitPage {
  constructor(
    private readonly session: WebDriverSession,
    private readonly baseURL: string,
    private readonly tabs: WebKitContext,
    readonly handle: string,
  ) {}

  readonly keyboard = {
    down: (key: string) => this.perform('key', [{ type: 'keyDown', value: keyValue(key) }]),
    up: (key: string) => this.perform('key', [{ type: 'keyUp', value: keyValue(key) }]),
    press: (chord: string) => {
      const names = chord.split('+').map(keyValue);
      return this.perform('key', [
        ...names.map((value) => ({ type: 'keyDown', value })),
        ...names.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
  };

  /** The pointer stays where it was moved to. */
  readonly mouse = {
    move: (x: number, y: number) =>
      this.perform('pointer', [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 100 }]),
    down: () => this.perform('pointer', [{ type: 'pointerDown', button: 0 }]),
    up: () => this.perform('pointer', [{ type: 'pointerUp', button: 0 }]),
  };

  send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    return this.session.send<Value>(method, path, body, this.handle);
  }
  perform(type: 'key' | 'pointer', actions: readonly object[]): Promise<unknown> {
    return this.send('POST', '/actions', { actions: [{ type, id: type, actions }] });
  }

  /** Calls a function in the page, which has the finder of `webkit-find` there. */
  async call<Arguments extends readonly unknown[]>(
    work: (...args: Arguments) => unknown,
    ...args: NoInfer<Arguments>
  ): Promise<unknown> {
    const script = `${helpers} return window.findSteps ? { value: (${work}).apply(null, arguments) } : null`;
    for (;;) {
      const outcome = await this.send<{ value?: unknown } | null>('POST', '/execute/sync', { script, args });
      if (outcome !== null) return outcome.value ?? null;
      // A new document has loaded.
      await this.send('POST', '/execute/sync', {
        script: `${helpers}\n${roleQueries}\n(${installFinder})()`,
        args: [],
      });
    }
  }

  /** Calls a function in the page, or runs a script there without a result. */
  async evaluate<Argument, Value>(
    work: PageFunction<Argument, Value> | string,
    argument?: Argument,
  ): Promise<Value> {
    if (typeof work === 'string') return this.send('POST', '/execute/sync', { script: work, args: [] });
    const outcome = await this.send<{ value?: Value; error?: string }>('POST', '/execute/async', {
      script: `${helpers} const done = arguments[1];
        Promise.resolve(arguments[0]).then(${work}).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args: [argument ?? null],
    });
    if (outcome.error !== undefined) throw new Error(`page.evaluate: ${outcome.error}`);
    return outcome.value as Value;
  }
  waitForFunction<Argument>(work: PageFunction<Argument, unknown>, argument?: Argument): Promise<boolean> {
    return poll(`waiting for ${work}`, ACTION_MS, async () =>
      (await this.evaluate(work, argument)) ? true : undefined,
    );
  }

  async goto(path: string): Promise<null> {
    await this.send('POST', '/url', { url: new URL(path, this.baseURL).href });
    return null;
  }
  async reload(): Promise<null> {
    await this.send('POST', '/refresh', {});
    return null;
  }
  async goBack(): Promise<null> {
    await this.send('POST', '/back', {});
    return null;
  }
  async goForward(): Promise<null> {
    await this.send('POST', '/forward', {});
    return null;
  }
  waitForURL(wanted: RegExp): Promise<boolean> {
    return poll(`waiting for ${wanted}`, ACTION_MS, async () =>
      wanted.test(await this.send<string>('GET', '/url')) ? true : undefined,
    );
  }
  waitForTimeout(duration: number): Promise<void> {
    return new Promise((resume) => setTimeout(resume, duration));
  }
  /** The virtual display has no window manager that would move the focus, so the page gets its event by script. */
  bringToFront(): Promise<unknown> {
    return this.evaluate(() => window.dispatchEvent(new Event('focus')));
  }
  async close(): Promise<void> {
    await this.send('DELETE', '/window');
    this.tabs.forget(this);
  }
  isClosed(): boolean {
    return !this.tabs.pages().includes(this);
  }
  context(): WebKitContext {
    return this.tabs;
  }
  /** Sizes the window so that the page has this size: the browser's bars come on top. */
  async setViewportSize({ width, height }: Size): Promise<void> {
    const bars = { width: 0, height: 0 };
    await poll(`waiting for a page of ${width} × ${height}`, ACTION_MS, async () => {
      const wanted = { width: width + bars.width, height: height + bars.height };
      await this.send('POST', '/window/rect', wanted);
      const inner = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      if (inner.width === width && inner.height === height) return true;
      bars.width = Math.max(0, wanted.width - inner.width);
      bars.height = Math.max(0, wanted.height - inner.height);
      return undefined;
    });
  }
  /** Not known without asking the browser, which Playwright's is never awaited for. */
  url(): string {
    return '';
  }
  /** The driver reports no events of a page. */
  on(): this {
    return this;
  }

  getByRole(role: string, options?: RoleOptions): WebKitLocator {
    return this.#all.getByRole(role, options);
  }
  getByLabel(text: string | RegExp, options?: TextOptions): WebKitLocator {
    return this.#all.getByLabel(text, options);
  }
  getByText(text: string | RegExp, options?: TextOptions): WebKitLocator {
    return this.#all.getByText(text, options);
  }
  locator(selector: string): WebKitLocator {
    return this.#all.locator(selector);
  }
  readonly #all = new WebKitLocator(this, []);

  async waitForEvent(name: string, wanted?: (request: { url(): string }) => boolean): Promise<unknown> {
    switch (name) {
      case 'popup':
        return this.tabs.nextPopup();
      case 'filechooser':
        return this.#fileChooser();
      case 'requestfinished':
        return this.#call(wanted);
      default:
        // The driver does not report it.
        return new Promise(() => undefined);
    }
  }

  /** Resolves when a file input is pressed. The browser's own dialog does not open under automation. */
  async #fileChooser() {
    await this.call(() => {
      // The one of an earlier wait may have left the page since.
      Reflect.deleteProperty(window, 'pressedFileInput');
      const choose = (event: Event) => {
        if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return;
        event.preventDefault();
        Reflect.set(window, 'pressedFileInput', event.target);
        removeEventListener('click', choose, { capture: true });
      };
      addEventListener('click', choose, { capture: true });
    });
    const element = await poll('waiting for a file input', ACTION_MS, async () => {
      const pressed = await this.call(() => Reflect.get(window, 'pressedFileInput') ?? null);
      return (pressed as ElementReference | null) ?? undefined;
    });
    return {
      setFiles: (path: string) =>
        this.send('POST', `/element/${element[ELEMENT]}/value`, { text: resolve(path) }),
    };
  }

  /** Resolves with the mock's next answered call that is wanted. */
  async #call(wanted: (request: { url(): string }) => boolean = () => true) {
    const answered = () =>
      this.evaluate(() => (window.__mock?.log.list() ?? []).map(({ operation }) => operation ?? ''));
    const before = (await answered()).length;
    return poll('waiting for a call', ACTION_MS, async () =>
      (await answered())
        .slice(before)
        .map((operation) => ({ url: () => operation }))
        .find(wanted),
    );
  }
}

/** What the tests use of Playwright's BrowserContext: one WebDriver session. */
export class WebKitContext {
  readonly #pages: WebKitPage[] = [];

  constructor(
    private readonly session: WebDriverSession,
    private readonly baseURL: string,
    private readonly viewport: Size,
    /** Ends the session. */
    readonly close: () => Promise<void>,
  ) {}

  /** The session's first window. */
  async open(): Promise<WebKitPage> {
    return this.#sized(this.#add(await this.session.send<string>('GET', '/window')));
  }
  async newPage(): Promise<WebKitPage> {
    // A tab in the background would be hidden, and hidden pages render nothing.
    const { handle } = await this.session.send<{ handle: string }>('POST', '/window/new', { type: 'window' });
    return this.#sized(this.#add(handle));
  }
  /** Resolves with the next window that the page opens, once it has loaded. */
  async nextPopup(): Promise<WebKitPage> {
    const page = await poll('waiting for a popup', ACTION_MS, async () => {
      const known = this.#pages.map(({ handle }) => handle);
      const handles = await this.session.send<string[]>('GET', '/window/handles');
      const handle = handles.find((each) => !known.includes(each));
      return handle === undefined ? undefined : this.#add(handle);
    });
    await page.waitForFunction(() => location.protocol !== 'about:' && document.readyState === 'complete');
    return this.#sized(page);
  }
  async #sized(page: WebKitPage): Promise<WebKitPage> {
    await page.setViewportSize(this.viewport);
    return page;
  }
  #add(handle: string): WebKitPage {
    const page = new WebKitPage(this.session, this.baseURL, this, handle);
    this.#pages.push(page);
    for (const listener of this.#listeners) listener(page as unknown as Page);
    return page;
  }
  readonly #listeners = new Set<(page: Page) => void>();
  on(name: string, listener: (page: Page) => void): void {
    if (name === 'page') this.#listeners.add(listener);
  }
  off(_name: string, listener: (page: Page) => void): void {
    this.#listeners.delete(listener);
  }
  forget(page: WebKitPage): void {
    this.#pages.splice(this.#pages.indexOf(page), 1);
  }
  pages(): readonly WebKitPage[] {
    return this.#pages;
  }
}
