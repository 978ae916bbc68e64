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
import { takeControl } from '@/mocks/worker/take-control';
import { WORKER_FILE } from '@/mocks/worker/worker-file';
import { errorMessage } from '@/mocks/world/error-message';
import { createNotes, type Notes } from '@/mocks/world/notes';
import { createSignal } from '@/mocks/world/signal';

/** The product's live actors; it reports them from the first one on, long before anybody looks. */
const actors = createActorWatch();
export const observeActors = actors.observe;

let running: MockBackend | undefined;
const clockMoved = createSignal();
/** The clock by which the product's session goes idle; the machine's until `startMocks` is called. */
export const sessionClock = {
  now: () => (running?.control.clock.sessionNow() ?? new Date()).getTime(),
  subscribe: clockMoved.onChange,
};

export { demoAccounts } from '@/mocks/db/seeds/demo-accounts';

interface StartOptions {
  /** Absolute, or a path on the page's own origin; `/api` where absent, as mock builds call it. */
  readonly apiUrl?: string;
  /** `http://localhost:8000` where absent. */
  readonly chatUrl?: string;
  /** Fastest and slowest answer in milliseconds; 120 to 280 where absent. */
  readonly latency?: LatencyRange;
  /** Keeps the token of `__mock.as`; in local storage as the product does where absent. */
  readonly storeToken?: (token: string, email: string) => void;
  /** The page renders nothing before the mock has started: with `mock.as`, /dashboard is then loaded only once. */
  readonly rendersAfter?: boolean;
}

let stopRunning: (() => void) | undefined;
import.meta.hot?.dispose(() => stopRunning?.());

/** Reads the mock's parameters and removes them from the address at once; a wrong one is noted and the rest ignored. */
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
 * Does what the address asked for. Where that leads to another page, it waits for that one, but not for ever.
 *
 * @param staysHere whether signing in leaves this page where it is
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

/** How long the start waits for something that the browser or another page has to do, in seconds. */
const START_LIMIT = 5;

/** How a report of the database reaches the user. */
function noteReport(notes: Notes, { kind, message }: DatabaseReport): void {
  if (kind === 'memory-only') notes.add(message, { badge: 'this tab only' });
  else notes.add(message, { isNews: kind === 'deleted' || kind === 'replaced' });
}

/**
 * Starts the mock backend in this page: data from IndexedDB, the service worker, `window.__mock`, the badge.
 * Started twice (by HMR), it stops what ran before.
 *
 * @returns resolves when calls are answered, and after less than half a minute at most: a page that gets no lock, no database or no worker
 *   in time goes on without, and the badge says so
 */
export async function startMocks(options: StartOptions = {}): Promise<void> {
  stopRunning?.();
  const notes = createNotes();
  /** Signing in leaves the page where it is: it is the dashboard, and not rendered yet. */
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
    // The page that one looks at, without what belongs to this visit only.
    sharedAddress: () => `${location.origin}${location.pathname}`,
  });
  const { engine, db } = mocks;
  running = mocks;
  // Time is kept with the data, so that a move in another tab arrives here, too.
  db.onChange(({ table }) => {
    if (table === 'settings') clockMoved.tell();
  });
  const hosts = {
    apiUrl: new URL(options.apiUrl ?? '/api', location.origin).href,
    chatUrl: options.chatUrl ?? 'http://localhost:8000',
  };
  const policy = import.meta.env.MODE === 'demo' ? [rejectForeignHosts(engine, location.origin)] : [];
  const handlers = [...toHandlers(engine, hosts), ...policy];
  const worker = setupWorker(...handlers);
  let stopAnswering = () => worker.stop();

  async function startWorker() {
    await takeControl(pageUrl(WORKER_FILE), pageUrl(''));
    await worker.start({
      serviceWorker: { url: pageUrl(WORKER_FILE), options: { scope: pageUrl('') } },
      // Whatever the handlers above leave alone is an asset of the page's own origin.
      onUnhandledRequest: 'bypass',
      quiet: true,
    });
  }

  /** Some browsers refuse the worker, and some (WebKit, with two pages at once) never finish starting it. */
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
    // Each call asks for the data again.
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
    db.close();
    void panel.then((unmount) => unmount());
  };
  await ready;
}

/**
 * Renders one of the mock's own pages where the address is one of them: the hosted checkout at `/__mock/checkout`.
 *
 * @param beside an element of the page after which it is placed; at the end of the page where there is none
 * @returns whether it was; the product must not render then
 */
export function renderMockPage(beside: Element | null): boolean {
  if (location.pathname.replace(/\/$/, '') !== pageUrl('__mock/checkout')) return false;
  void import('@/mocks/world/checkout-page').then(({ mountCheckout }) => mountCheckout(beside));
  return true;
}
