import type { HttpHandler } from 'msw';
import type { MockControl } from '../control';
import type { DatabaseReport } from '../db/database-types';
import { afterSeconds } from '../db/promises';
import type { Engine } from '../engine/engine';
import {
  type Hosts,
  hostUrls,
  mostSpecificFirst,
  rejectForeignHosts,
  toHandlers,
  type UnknownCalls,
} from '../engine/handlers';
import { demoLatency, type Latency } from '../engine/latency';
import type { Mock, MockTypes } from '../engine/mock';
import type { ReadableRequest } from '../engine/read-request';
import { errorMessage } from '../error-message';
import { dropKeepalive } from '../worker/drop-keepalive';
import { createNotes, type Notes } from '../world/notes';
import { applyParameters, type Stories } from './apply-parameters';
import { browserData, pageUrl, setBase } from './browser-data';
import type { PageState } from './capsules';
import { seedsHaveChanged } from './changed-seeds';
import { type Cookie, type CookieJar, createCookieJar } from './cookie-jar';
import { isFrame } from './frame';
import { createMockBackend, type MockBackend } from './mock-backend';
import { addToPage, START_LIMIT } from './page-answers';
import {
  type LinkParameters,
  pageState,
  rememberScenario,
  storeApplied,
  storeLinkParameters,
  takeApplied,
  takeLinkParameters,
} from './page-state';
import {
  type Ignored,
  ignoredFor,
  type MockParameters,
  readMockParameters,
  withoutMockParameters,
} from './url-parameters';

/** What a control room shows and changes. */
export interface PanelParts {
  /** The product. */
  readonly mock: Mock;
  readonly control: MockControl;
  readonly notes: Notes;
  /** Called after each change of the data, in this or another tab. Returns an unsubscribe function, as the next two do. */
  readonly onDataChange: (listener: () => void) => () => void;
  readonly onLogChange: (listener: () => void) => () => void;
  /** Called after each change of overrides, chaos and latency. */
  readonly onScenarioChange: (listener: () => void) => () => void;
}

export interface BrowserOptions<M extends MockTypes> {
  /** URLs of the contract's hosts: absolute, or paths on the page's origin. */
  readonly hosts: Hosts;
  /**
   * What becomes of a request for no call of the contract, at all hosts or by the name of each. Defaults to 501, and to
   * `passthrough` at a host whose URL is that of the page's origin, which has the page's files, too.
   */
  readonly unknown?: UnknownCalls | Readonly<Record<string, UnknownCalls>>;
  /** Path below which the page and the worker's files are served, such as `/app/`; defaults to Vite's, else to `/`. */
  readonly base?: string;
  /**
   * Starts a worker of MSW that the project has, with these handlers, instead of the mock's own:
   * `(handlers) => setupWorker(...mine, ...handlers).start()`.
   */
  readonly startWorker?: (handlers: readonly HttpHandler[]) => Promise<unknown>;
  /** Response times in milliseconds; defaults to 120 to 280. */
  readonly latency?: Latency | undefined;
  /** Stores the token of `__mock.as`; by default as the accounts of the mock say. */
  readonly storeToken?: ((token: string, email: string) => void) | undefined;
  /** The page renders only after the mock has started, so that with `mock.as` the home page is loaded only once. */
  readonly rendersAfter?: boolean | undefined;
  /** Rejects requests to any other host, so that a demo calls no real service. */
  readonly rejectsForeignHosts?: boolean;
  /** Called before the data is loaded. */
  readonly onCreated?: (mocks: MockBackend<M>) => void;
  /** The scripted demos that a URL may name. */
  readonly stories?: Stories;
  /** Shows the control room; resolves to a function that removes it. Not called in a frame (see `frame.ts`). */
  readonly mountPanel?: (parts: PanelParts) => Promise<() => void>;
}

/** Ends a mock of this page, by its name. */
const running = new Map<string, () => void>();
import.meta.hot?.dispose(() => {
  for (const stop of running.values()) stop();
});

/** Mocks of this page that are starting, and what those that have started since could not apply. */
let starting = 0;
let unapplied: { readonly notes: Notes; readonly ignored: readonly Ignored[] }[] = [];

/**
 * What the mocks that start together do once their parameters are applied: how each leaves the page, or undefined. The
 * page is left once, by the first of them, when no other has anything left to apply.
 */
const applying = new Set<Promise<(() => void) | undefined>>();

/** The URL with the parameters that were removed from it, for the mocks that start together. */
let linkParameters: LinkParameters | undefined;

/** Reads the mock's parameters, which are for all mocks that start together, and removes them from the URL. */
function takeParameters<M extends MockTypes>(mock: Mock<M>): MockParameters<M['role']> {
  const address = new URL(location.href);
  const rest = withoutMockParameters(address);
  if (rest.href !== address.href) {
    history.replaceState(history.state, '', rest);
    linkParameters = { href: address.href, readBy: [] };
  }
  linkParameters ??= takeLinkParameters();
  if (!linkParameters || linkParameters.readBy.includes(mock.name)) return readMockParameters(mock, rest);
  linkParameters.readBy.push(mock.name);
  return readMockParameters(mock, new URL(linkParameters.href));
}

/** What a toast shows of a reason, in characters, and of how many parameters. */
const LONGEST_REASON = 200;
const MOST_REASONS = 5;

/** Once all mocks of the page have started, shows what none of them could apply. */
function noteUnapplied(): void {
  if (starting > 0) return;
  // Started later, or again, as by HMR, a mock keeps what was changed since.
  linkParameters = undefined;
  applying.clear();
  const all = unapplied;
  unapplied = [];
  const [first] = all;
  const isIgnored = ({ parameter }: Ignored) =>
    all.every(({ ignored }) => ignored.some((other) => other.parameter === parameter));
  if (first) noteIgnored(first.notes, first.ignored.filter(isIgnored));
}

/** Shows in one message which parameters of the URL do not apply, and why. */
function noteIgnored(notes: Notes, ignored: readonly Ignored[]): void {
  if (ignored.length === 0) return;
  const message = (all: readonly Ignored[]) =>
    `In the address, ${all.map(({ parameter, why }) => `${parameter} is ignored: ${why}`).join(' ')}`;
  const brief = ignored.slice(0, MOST_REASONS).map(({ parameter, why }) => ({
    parameter,
    why: why.length > LONGEST_REASON ? `${why.slice(0, LONGEST_REASON)}…` : why,
  }));
  const isCut = message(brief) !== message(ignored);
  notes.add(message(ignored), { news: `${message(brief)}${isCut ? ' “Demo data” shows the rest.' : ''}` });
}

/**
 * A defect of the mock is an uncaught error of the page, which tests can fail on. In development it is shown over the page,
 * as Vite does with a file that doesn't compile.
 */
function showDefect(defect: unknown): void {
  const { stack = '' } = defect instanceof Error ? defect : {};
  reportError(defect);
  import.meta.hot?.send('mock:defect', { message: errorMessage(defect), stack });
}

/** Says that the link has replaced changed data, and offers to bring them back. */
function noteReplaced(
  notes: Notes,
  { restore }: Pick<MockControl, 'restore'>,
  replaced: string | null,
): void {
  if (replaced === null) return;
  const message = 'This link has replaced the demo data, which you had changed.';
  const undo = () =>
    restore(replaced).catch((error: unknown) =>
      notes.add(errorMessage(error), { news: errorMessage(error) }),
    );
  notes.add(message, {
    badge: 'data replaced',
    news: message,
    action: { label: 'Undo', onPress: () => void undo() },
  });
}

/** Says that the page shows a bug report; once with the first line of its note as news. */
async function noteBug(
  notes: Notes,
  { capsules }: Pick<MockControl, 'capsules'>,
  page: PageState | undefined,
): Promise<void> {
  const capsule = capsules.opened();
  if (capsule === null) return;
  const { bug } = await capsules.read(capsule);
  const [title = ''] = bug?.note.split('\n') ?? [];
  const news = title === '' ? 'This is a bug report.' : `Bug report: ${title.slice(0, LONGEST_REASON)}`;
  notes.add('The page is as it was when this bug was reported.', {
    badge: 'bug report',
    ...(page?.report.isNew() && { news }),
  });
}

/** As with `fetch`: cookies of another origin need `include`. */
const takesCookies = ({ url, credentials }: ReadableRequest) =>
  credentials === 'include' || (credentials !== 'omit' && new URL(url).origin === location.origin);

/** Adds to each request the cookies that answers have set. They go back and forth with the steps of the data. */
function withCookies<M extends MockTypes>({ engine, db, history }: MockBackend<M>, jar: CookieJar): Engine {
  /** What the jar had when a step was left. */
  const jars = new Map<number, readonly Cookie[]>();
  let position = history.position();
  history.onChange(() => {
    jars.set(position, jar.all());
    position = history.position();
  });
  history.onMove(() => jar.replace(jars.get(position) ?? []));
  db.onChange(({ table, kind }) => {
    if (table === 'settings' && kind === 'reset') jar.replace(jar.all());
  });
  return {
    ...engine,
    async answer(operation, request, parameters, cookies) {
      if (!takesCookies(request)) {
        const result = await engine.answer(operation, request, parameters, {});
        return { ...result, cookies: {} };
      }
      const { url } = request;
      // Before it is loaded, no cookie is of this data. That it can't be, the engine finds itself.
      await db.hydrate().catch(() => undefined);
      const sent = jar.sentTo(url);
      // MSW sends the page's to any host. At the page's own, an answer that sets one has replaced the page's.
      const isOwn = new URL(url).hostname === location.hostname;
      const all = isOwn ? { ...sent, ...cookies } : { ...cookies, ...sent };
      const result = await engine.answer(operation, request, parameters, all);
      if (result.kind !== 'answer') return result;
      for (const [cookie, value] of Object.entries(result.cookies ?? {})) {
        if (value === null) jar.remove(url, cookie);
        else jar.store(url, [`${cookie}=${value}`]);
      }
      // MSW would write them to the page, whatever their host.
      return { ...result, cookies: {} };
    },
  };
}

/** The current page without its query and hash. */
const sharedAddress = () => `${location.origin}${location.pathname}`;

/**
 * Loads the page again when the user opens a link to the same page, such as a capsule's: only its hash differs, so the
 * browser would not. Returns a function that ends that.
 */
function openLinksToThisPage(): () => void {
  const open = () => {
    const address = new URL(location.href);
    if (withoutMockParameters(address).href !== address.href) location.reload();
  };
  addEventListener('hashchange', open);
  return () => removeEventListener('hashchange', open);
}

const thisTabOnly = 'this tab only';

/** Shows a report of the database to the user. */
function noteReport(notes: Notes, { kind, message }: DatabaseReport): void {
  if (kind === 'memory-only') notes.add(message, { badge: thisTabOnly });
  else {
    const isNews = ['deleted', 'replaced', 'reseeded'].includes(kind);
    notes.add(message, isNews ? { news: message } : {});
  }
}

/**
 * Starts the mock backend in this page: data in IndexedDB, the service worker, `window.__mock`, the control room. A second
 * call for a mock (HMR) stops the previous instance. Of several mocks, `window.__mock` is the one that started first, and
 * `window.__mocks` has each by its name.
 *
 * @returns resolves when calls are answered, after less than half a minute at most: without a lock, database or worker
 * in time, the page continues without it and the control room shows that. Rejects if another mock answers one of the hosts.
 */
export async function startBrowserMock<M extends MockTypes>(
  mock: Mock<M>,
  options: BrowserOptions<M>,
): Promise<void> {
  running.get(mock.name)?.();
  if (options.base !== undefined) setBase(options.base);
  const notes = createNotes();
  const home = mock.accounts.home ?? '';
  let isRendered = options.rendersAfter !== true;
  let hasApplied = false;
  let leave: (() => void) | undefined;
  /**
   * Opens a page of the app. One that is not rendered yet need not be loaded again. Leaves the page in a task of its own,
   * so a caller in another process, such as a test, gets its answer first.
   */
  function go(url: URL, { withQuery = true } = {}) {
    const isHere =
      url.pathname.replace(/\/$/, '') === location.pathname.replace(/\/$/, '') &&
      (!withQuery || url.search === location.search);
    if (isHere && !isRendered) return;
    // The query may say what the page shows, which another account has not asked for.
    leave = () => (isHere && url.search === location.search ? location.reload() : location.assign(url));
    if (hasApplied) setTimeout(leave);
  }
  const store = options.storeToken ?? mock.accounts.storeToken;
  const storeToken = (token: string, email: string) => {
    store?.(token, email);
    jar.yieldToPage();
  };
  const parameters = takeParameters(mock);
  const page = pageState(mock, { base: pageUrl(''), storeToken, go });
  const data = browserData(mock, (report) => noteReport(notes, report));
  const mocks = createMockBackend(mock, {
    ...data,
    latency: options.latency ?? demoLatency,
    onDefect: 'answer',
    reportDefect: showDefect,
    storeToken,
    page,
    openHome: () => go(new URL(pageUrl(home), location.origin), { withQuery: false }),
    sharedAddress,
  });
  const { engine, db } = mocks;
  const jar = createCookieJar(`${mock.name}-mock-cookies:${pageUrl('')}`, db.epoch);
  // From here on nothing depends on the product's own types.
  const anyControl = mocks.control as unknown as Omit<MockControl, 'ready'>;
  options.onCreated?.(mocks);
  const hosts = hostUrls(mock.operations, options.hosts, location.origin);
  const policy = options.rejectsForeignHosts ? [rejectForeignHosts(engine, location.origin)] : [];
  const ownHosts = Object.keys(hosts).filter((name) => hosts[name] === location.origin);
  const unknown =
    options.unknown ?? Object.fromEntries(ownHosts.map((name) => [name, 'passthrough' as const]));
  const handlers = toHandlers(withCookies(mocks, jar), hosts, unknown);
  const restoreFetch = dropKeepalive();
  const ignoreLinks = openLinksToThisPage();
  const { startWorker } = options;
  const startsWorker = startWorker !== undefined;
  const inPage = addToPage({ name: mock.name, hosts, handlers, policy, startsWorker });

  async function startAnswering() {
    if (startWorker) await startWorker([...mostSpecificFirst(handlers), ...policy]);
    else if ((await inPage.answer()) === 'page') {
      notes.add(
        'The browser did not start the service worker, so this page answers its calls itself. Everything works as usual; the calls are missing in the browser’s network panel.',
        { badge: 'no service worker' },
      );
    }
  }

  async function noteEdits() {
    if (!mock.noticesEdits || !data.storage) return;
    if (!(await seedsHaveChanged(mock, db, anyControl.choice(), data.storage))) return;
    const message = `The seeds of "${mock.name}" have changed since this data was stored: reset it to see them.`;
    notes.add(message, { news: message });
  }

  async function prepare() {
    // A failure here is not final: every call hydrates again.
    await db.hydrate().catch((error: unknown) => notes.add(errorMessage(error), { badge: 'no data yet' }));
    rememberScenario(engine.scenario, mock.name);
    await startAnswering();
    const before = takeApplied(mock.name);
    const applied = await applyParameters(anyControl, parameters, options.stories);
    const ignored = [...(before?.ignored ?? []), ...applied.ignored];
    // The oldest are the visitor's own.
    const replaced = before?.replaced ?? applied.replaced;
    hasApplied = true;
    return { ignored, replaced };
  }

  async function start() {
    const prepared = prepare();
    applying.add(
      prepared.then(
        () => leave,
        () => undefined,
      ),
    );
    const { ignored, replaced } = await prepared;
    const first = (await Promise.all(applying)).find((each) => each !== undefined);
    if (first) {
      // The next page shows them, and has the mocks that would have started after this one.
      storeApplied(mock.name, { ignored, replaced });
      if (linkParameters) storeLinkParameters(linkParameters);
      if (first === leave) setTimeout(first);
      await new Promise<void>((resolve) => afterSeconds(START_LIMIT, resolve));
    } else {
      unapplied.push({ notes, ignored });
      noteReplaced(notes, anyControl, replaced);
      await noteBug(notes, anyControl, page);
      noteEdits().catch(() => undefined);
    }
    isRendered = true;
    // What the page began with is no step.
    mocks.history.clear();
  }
  starting += 1;
  const ready = start().finally(() => {
    starting -= 1;
    // A mock that waits for this one starts first.
    setTimeout(noteUnapplied);
  });
  const control: MockControl = { ...anyControl, ready };
  const all: Record<string, MockControl> = { ...Reflect.get(window, '__mocks'), [mock.name]: control };
  Object.assign(window, { __mocks: all, __mock: Object.values(all)[0] });
  const mountPanel = isFrame() ? undefined : options.mountPanel;
  const panel = mountPanel?.({
    mock: mock as unknown as Mock,
    control,
    notes,
    onDataChange: db.onChange,
    onLogChange: engine.log.onChange,
    onScenarioChange: engine.scenario.onChange,
  });
  running.set(mock.name, () => {
    inPage.remove();
    restoreFetch();
    ignoreLinks();
    db.close();
    void panel?.then((unmount) => unmount());
  });
  await ready;
}

/**
 * Opens the data for a page around frames (see `frame.ts`), as the parameters of its URL say. This page answers no calls:
 * each frame answers its own, and takes over the scenario.
 *
 * @returns resolves when the data is loaded, or could not be; the notes then have the reason
 */
export async function openAroundFrames<M extends MockTypes>(
  mock: Mock<M>,
): Promise<{ readonly mocks: MockBackend<M>; readonly notes: Notes }> {
  const notes = createNotes();
  const parameters = takeParameters(mock);
  const mocks = createMockBackend(mock, {
    ...browserData(mock, (report) => noteReport(notes, report)),
    latency: demoLatency,
    onDefect: 'answer',
    sharedAddress,
  });
  const { scenario } = mocks.engine;
  await mocks.db.hydrate().catch((error: unknown) => notes.add(errorMessage(error)));
  rememberScenario(scenario, mock.name);
  const control = mocks.control as unknown as Omit<MockControl, 'ready'>;
  const { as, ignored } = parameters;
  const ofFrames = as.map((parameter) => ignoredFor(parameter, 'each frame signs in by itself.'));
  const applied = await applyParameters(control, {
    ...parameters,
    as: [],
    ignored: [...ignored, ...ofFrames],
  });
  noteIgnored(notes, applied.ignored);
  noteReplaced(notes, control, applied.replaced);
  return { mocks, notes };
}
