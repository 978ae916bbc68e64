import { setupWorker } from 'msw/browser';
import type { DatabaseReport } from '@/mocks/db/database-types';
import { afterSeconds, withinSeconds } from '@/mocks/db/time-limit';
import { rejectForeignHosts, toHandlers } from '@/mocks/engine/handlers';
import { demoLatency, type LatencyRange } from '@/mocks/engine/latency';
import { browserData, pageUrl } from '@/mocks/hosts/browser-data';
import { createMockBackend, type MockBackend } from '@/mocks/hosts/mock-backend';
import { rememberScenario } from '@/mocks/hosts/scenario-memory';
import { storeToken } from '@/mocks/hosts/store-token';
import { type MockParameters, readMockParameters, withoutMockParameters } from '@/mocks/hosts/url-parameters';
import { createActorWatch } from '@/mocks/panel/actor-watch';
import { answerInPage } from '@/mocks/worker/answer-in-page';
import { dropKeepalive } from '@/mocks/worker/drop-keepalive';
import { takeControl } from '@/mocks/worker/take-control';
import { WORKER_FILE } from '@/mocks/worker/worker-file';
import { errorMessage } from '@/mocks/world/error-message';
import { createNotes, type Notes } from '@/mocks/world/notes';
import { createSignal } from '@/mocks/world/signal';

/** The product's live actors. They report from the start, before the panel is mounted. */
const actors = createActorWatch();
export const observeActors = actors.observe;

let running: MockBackend | undefined;
const clockMoved = createSignal();
/** The product's clock; the machine's until `startMocks` is called. */
export const productClock = {
  now: () => (running?.control.clock.sessionNow() ?? new Date()).getTime(),
  calendarNow: () => (running?.control.clock.now() ?? new Date()).getTime(),
  subscribe: clockMoved.onChange,
};

export { demoAccounts } from '@/mocks/db/seeds/demo-accounts';

interface StartOptions {
  /** Absolute, or a path on the page's origin. Defaults to `/api`, which mock builds call. */
  readonly apiUrl?: string;
  /** Defaults to `http://localhost:8000`. */
  readonly chatUrl?: string;
  /** Range of response times in milliseconds; defaults to 120 to 280. */
  readonly latency?: LatencyRange;
  /** Stores the token of `__mock.as`. By default in local storage, as the product does. */
  readonly storeToken?: (token: string, email: string) => void;
  /** The page renders only after the mock has started, so that with `mock.as` /dashboard is loaded only once. */
  readonly rendersAfter?: boolean;
}

let stopRunning: (() => void) | undefined;
import.meta.hot?.dispose(() => stopRunning?.());

/** Reads the mock's parameters and removes them from the URL. An invalid one is noted, and all are ignored. */
function takeParameters(note: (text: string) => void): MockParameters | null {
  const address = new URL(location.href);
  const rest = withoutMockParameters(address);
  if (rest.href !== address.href) history.replaceState(history.state, '', rest);
  try {
    return readMockParameters(address);
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
  { control }: MockBackend,
  parameters: MockParameters,
  staysHere: boolean,
): Promise<void> {
  if (parameters.share && parameters.reset) {
    throw new Error('A share link names its data itself: leave out mock.preset, mock.seed and the like.');
  }
  if (parameters.share) await control.restore(parameters.share);
  if (parameters.reset) await control.reset(parameters.reset);
  for (const { operation, branch } of parameters.fail) control.set(operation, branch);
  if (!parameters.as) return;
  await control.as(parameters.as);
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
 * Starts the mock backend in this page: data in IndexedDB, the service worker, `window.__mock`, the badge. A second
 * call (HMR) stops the previous instance.
 *
 * @returns resolves when calls are answered, after less than half a minute at most: without a lock, database or worker
 * in time, the page continues without it and the badge shows that
 */
export async function startMocks(options: StartOptions = {}): Promise<void> {
  stopRunning?.();
  const notes = createNotes();
  /** True if the page is the dashboard and not rendered yet, so that signing in need not navigate. */
  let staysHere =
    options.rendersAfter === true && location.pathname.replace(/\/$/, '') === pageUrl('dashboard');
  const parameters = takeParameters(notes.add);
  const mocks: MockBackend = createMockBackend({
    ...browserData((report) => noteReport(notes, report)),
    latency: options.latency ?? demoLatency,
    onDefect: 'answer',
    storeToken: options.storeToken ?? storeToken,
    openDashboard() {
      if (!staysHere) location.assign(pageUrl('dashboard'));
    },
    // The current page without its query and hash.
    sharedAddress: () => `${location.origin}${location.pathname}`,
  });
  const { engine, db } = mocks;
  running = mocks;
  // The clock is stored with the data, so that a change in another tab takes effect here.
  db.onChange(({ table }) => {
    if (table === 'settings') clockMoved.notify();
  });
  const hosts = {
    apiUrl: new URL(options.apiUrl ?? '/api', location.origin).href,
    chatUrl: options.chatUrl ?? 'http://localhost:8000',
  };
  const policy = import.meta.env.MODE === 'demo' ? [rejectForeignHosts(engine, location.origin)] : [];
  const handlers = [...toHandlers(engine, hosts), ...policy];
  const restoreFetch = dropKeepalive();
  const worker = setupWorker(...handlers);
  let stopAnswering = () => worker.stop();

  async function startWorker() {
    await takeControl(pageUrl(WORKER_FILE), pageUrl(''));
    await worker.start({
      serviceWorker: { url: pageUrl(WORKER_FILE), options: { scope: pageUrl('') } },
      // Requests without a handler are assets of the page's own origin.
      onUnhandledRequest: 'bypass',
      quiet: true,
    });
  }

  /** Some browsers reject the worker, and WebKit, with two pages at once, may never finish starting it. */
  async function startAnswering() {
    try {
      await withinSeconds(START_LIMIT, startWorker(), () => new Error('The worker did not start.'));
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
    rememberScenario(engine.scenario, mocks.control);
    await startAnswering();
    if (parameters)
      await applyParameters(mocks, parameters, staysHere).catch((error: unknown) =>
        notes.add(errorMessage(error)),
      );
    staysHere = false;
  }
  const ready = start();
  const control = { ...mocks.control, ready };
  window.__mock = control;
  const panel = import('@/mocks/panel/mount').then(({ mountPanel }) =>
    mountPanel({
      control,
      notes,
      actors,
      onDataChange: db.onChange,
      onLogChange: engine.log.onChange,
      onScenarioChange: engine.scenario.onChange,
    }),
  );
  stopRunning = () => {
    stopAnswering();
    restoreFetch();
    db.close();
    void panel.then((unmount) => unmount());
  };
  await ready;
}

/**
 * Renders one of the mock's own pages if the URL is one: the hosted checkout at `/__mock/checkout`.
 *
 * @param beside the element after which the page is placed; null for the end of the body
 * @returns true if it was rendered; the product must not render then
 */
export function renderMockPage(beside: Element | null): boolean {
  if (location.pathname.replace(/\/$/, '') !== pageUrl('__mock/checkout')) return false;
  void import('@/mocks/world/checkout-page').then(({ mountCheckout }) => mountCheckout(beside));
  return true;
}
