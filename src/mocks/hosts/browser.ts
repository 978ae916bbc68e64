import { setupWorker } from 'msw/browser';
import type { MockControl } from '../control';
import type { DatabaseReport } from '../db/database-types';
import { afterSeconds, withinSeconds } from '../db/time-limit';
import { type Hosts, rejectForeignHosts, toHandlers } from '../engine/handlers';
import { demoLatency, type Latency } from '../engine/latency';
import type { Mock, MockTypes } from '../engine/mock';
import type { Scenario } from '../scenarios/scenario';
import { answerInPage } from '../worker/answer-in-page';
import { dropKeepalive } from '../worker/drop-keepalive';
import { takeControl } from '../worker/take-control';
import { WORKER_FILE } from '../worker/worker-file';
import { errorMessage } from '../world/error-message';
import { createNotes, type Notes } from '../world/notes';
import { browserData, pageUrl } from './browser-data';
import { createMockBackend, type MockBackend } from './mock-backend';
import { rememberScenario } from './scenario-memory';
import { type MockParameters, readMockParameters, withoutMockParameters } from './url-parameters';

/** What a control room shows and changes. */
interface PanelParts {
  readonly control: MockControl;
  readonly notes: Notes;
  /** The URLs at which calls are answered. */
  readonly hosts: Hosts;
  /** Called after each change of the data, in this or another tab. Returns an unsubscribe function, as the next two do. */
  readonly onDataChange: (listener: () => void) => () => void;
  readonly onLogChange: (listener: () => void) => () => void;
  /** Called after each change of overrides, chaos and latency. */
  readonly onScenarioChange: (listener: () => void) => () => void;
}

interface BrowserOptions<M extends MockTypes> {
  /** URLs of the contract's hosts: absolute, or paths on the page's origin. */
  readonly hosts: Hosts;
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
  /** Prepares the scripted demo of the URL and signs in. Rejects for an unknown one. */
  readonly openStory?:
    | ((
        control: Omit<MockControl, 'ready'>,
        story: { readonly id: string; readonly step: number },
      ) => Promise<void>)
    | undefined;
  /** Shows the control room; resolves to a function that removes it. */
  readonly mountPanel?: (parts: PanelParts) => Promise<() => void>;
}

let stopRunning: (() => void) | undefined;
import.meta.hot?.dispose(() => stopRunning?.());

/** Reads the mock's parameters and removes them from the URL. An invalid one is noted, and all are ignored. */
function takeParameters<M extends MockTypes>(
  mock: Mock<M>,
  note: (text: string) => void,
): MockParameters<M['role']> | null {
  const address = new URL(location.href);
  const rest = withoutMockParameters(address);
  if (rest.href !== address.href) history.replaceState(history.state, '', rest);
  try {
    return readMockParameters(mock, address);
  } catch (error) {
    note(errorMessage(error));
    return null;
  }
}

/**
 * Applies the parameters of the URL. If signing in navigates to another page, waits for that, up to a limit.
 *
 * @param staysHere whether the page stays where it is after signing in
 */
async function applyParameters(
  control: Omit<MockControl, 'ready'>,
  { latency }: Scenario,
  parameters: MockParameters,
  { staysHere, openStory }: { readonly staysHere: boolean } & Pick<BrowserOptions<MockTypes>, 'openStory'>,
): Promise<void> {
  if (parameters.story && (parameters.share || parameters.reset || parameters.as)) {
    throw new Error('A story names its data itself: leave out mock, mock.preset, mock.as and the like.');
  }
  if (parameters.share && parameters.reset) {
    throw new Error('A share link names its data itself: leave out mock.preset, mock.seed and the like.');
  }
  if (parameters.share) await control.restore(parameters.share);
  if (parameters.reset) await control.reset(parameters.reset);
  for (const { operation, branch } of parameters.fail) control.set(operation, branch);
  for (const { operation, branch, ...options } of parameters.set) control.set(operation, branch, options);
  if (parameters.latency) latency.set(parameters.latency);
  if (!parameters.as && !parameters.story) return;
  if (parameters.as) await control.as(parameters.as);
  if (parameters.story) await openStory?.(control, parameters.story);
  if (staysHere) return;
  await new Promise<void>((resolve) => afterSeconds(START_LIMIT, resolve));
}

/** Seconds to wait for the browser or for a navigation. */
const START_LIMIT = 5;

/** Shows a report of the database to the user. */
function noteReport(notes: Notes, { kind, message }: DatabaseReport): void {
  if (kind === 'memory-only') notes.add(message, { badge: 'this tab only' });
  else notes.add(message, { isNews: ['deleted', 'replaced', 'undone'].includes(kind) });
}

/**
 * Starts the mock backend in this page: data in IndexedDB, the service worker, `window.__mock`, the control room. A second
 * call (HMR) stops the previous instance.
 *
 * @returns resolves when calls are answered, after less than half a minute at most: without a lock, database or worker
 * in time, the page continues without it and the control room shows that
 */
export async function startBrowserMock<M extends MockTypes>(
  mock: Mock<M>,
  options: BrowserOptions<M>,
): Promise<void> {
  stopRunning?.();
  const notes = createNotes();
  const home = mock.accounts.home ?? '';
  /** True if the page is the home page and not rendered yet, so that signing in need not navigate. */
  let staysHere =
    options.rendersAfter === true &&
    location.pathname.replace(/\/$/, '') === pageUrl(home).replace(/\/$/, '');
  const parameters = takeParameters(mock, notes.add);
  const mocks = createMockBackend(mock, {
    ...browserData(mock, (report) => noteReport(notes, report)),
    latency: options.latency ?? demoLatency,
    onDefect: 'answer',
    storeToken: options.storeToken ?? mock.accounts.storeToken,
    openHome() {
      if (!staysHere) location.assign(pageUrl(home));
    },
    // The current page without its query and hash.
    sharedAddress: () => `${location.origin}${location.pathname}`,
  });
  const { engine, db } = mocks;
  // From here on nothing depends on the product's own types.
  const anyControl = mocks.control as unknown as Omit<MockControl, 'ready'>;
  options.onCreated?.(mocks);
  const hosts = Object.fromEntries(
    Object.entries(options.hosts).map(([host, url]) => [host, new URL(url, location.origin).href]),
  );
  const policy = options.rejectsForeignHosts ? [rejectForeignHosts(engine, location.origin)] : [];
  const handlers = [...toHandlers(engine, hosts), ...policy];
  const restoreFetch = dropKeepalive();
  const worker = setupWorker(...handlers);
  let stopAnswering = () => worker.stop();

  async function startWorker(signal: AbortSignal) {
    await takeControl(pageUrl(WORKER_FILE), pageUrl(''), signal);
    await worker.start({
      serviceWorker: { url: pageUrl(WORKER_FILE), options: { scope: pageUrl('') } },
      // Requests without a handler are assets of the page's own origin.
      onUnhandledRequest: 'bypass',
      quiet: true,
    });
    if (signal.aborted) worker.stop();
  }

  /**
   * Some browsers reject the worker or have none (plain http, private windows), and WebKit, with two pages at once, may
   * never finish starting it.
   */
  async function startAnswering() {
    const tooLate = new AbortController();
    try {
      await withinSeconds(START_LIMIT, startWorker(tooLate.signal), () => {
        tooLate.abort();
        return new Error('The worker did not start.');
      });
    } catch {
      stopAnswering = answerInPage(handlers);
      notes.add(
        'The browser did not start the service worker, so this page answers its calls itself. Everything works as usual; the calls are missing in the browser’s network panel.',
        { badge: 'no service worker' },
      );
    }
  }

  async function start() {
    // A failure here is not final: every call hydrates again.
    await db.hydrate().catch((error: unknown) => notes.add(errorMessage(error), { badge: 'no data yet' }));
    rememberScenario(engine.scenario, mock.name);
    await startAnswering();
    if (parameters)
      await applyParameters(anyControl, engine.scenario, parameters, {
        staysHere,
        openStory: options.openStory,
      }).catch((error: unknown) => notes.add(errorMessage(error)));
    staysHere = false;
  }
  const ready = start();
  const control = { ...anyControl, ready };
  Object.assign(window, { __mock: control });
  const panel = options.mountPanel?.({
    control,
    notes,
    hosts,
    onDataChange: db.onChange,
    onLogChange: engine.log.onChange,
    onScenarioChange: engine.scenario.onChange,
  });
  stopRunning = () => {
    stopAnswering();
    restoreFetch();
    db.close();
    void panel?.then((unmount) => unmount());
  };
  await ready;
}
