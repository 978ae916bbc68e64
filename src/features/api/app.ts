import { setupListeners } from '@reduxjs/toolkit/query/react';
import { type ActorRefFrom, createActor, type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import { type AuthToken, isFailure } from '@/contract';
import type { GridRowDraft, SentRow } from '@/contract/storage-keys';
import { backendReady, isBackendPending } from '@/lib/backend-ready';
import { appClock } from '@/lib/clock';
import { config } from '@/lib/config';
import { inspection } from '@/lib/inspection';
import { report } from '@/lib/report';
import { clearStored, dropRejected, readStored, subscribeStored, writeStored } from '@/lib/storage';
import { accountMachine } from '@/machines/account.machine';
import { appMachine } from '@/machines/app.machine';
import { dashboardMachine } from '@/machines/dashboard.machine';
import type { FlowsActor } from '@/machines/flows.machine';
import { type ActivityInput, endsAt, type IdleEvent, idleMachine, warningAt } from '@/machines/idle.machine';
import { isBlankRow } from '@/machines/rows-to-save';
import {
  type Credentials,
  keepUnsavedFor,
  type SessionEvent,
  sessionMachine,
  type UnsavedRows,
} from '@/machines/session.machine';
import { api } from './api';
import { call } from './client';
import { dashboardToast } from './dashboard-toast';
import { operationActor } from './operation-actor';
import type { RetrySchedule } from './read-retries';
import { createStore, type Store } from './store';

// Ours: free to reword.
const strings = {
  unsavedRestored: (count: number) =>
    count === 1 ? 'Your unsaved row is back.' : `Your ${count} unsaved rows are back.`,
} as const;

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Activity is recorded at most this often, in milliseconds: there may be hundreds of events per second. */
const recordEvery = 5000;

/**
 * The longest time between two ticks, in milliseconds. Timers stop while the computer sleeps; with short ones an unused
 * page notices soon after waking that hours have passed.
 */
const tickEvery = 30_000;

/** Reports the time and the user's activity in all tabs to the idle machine, and stores the last activity. */
const watchActivity = fromCallback<EventObject, ActivityInput>(({ sendBack, input }) => {
  const send: (event: IdleEvent) => void = sendBack;
  const idle = (): SnapshotFrom<typeof idleMachine> => input.idle.getSnapshot();
  const startedAt = appClock.now();
  const lastActive = readStored('lastActive');
  send({ type: 'START', lastActive, at: startedAt });
  if (lastActive === null) writeStored('lastActive', startedAt);

  /** A page that was in the bfcache, frozen or asleep has missed what other tabs stored. */
  const catchUp = () => {
    const at = readStored('lastActive');
    // A time in the future was stored before the clock was set back.
    if (at !== null && at > idle().context.lastActive && at <= appClock.now())
      send({ type: 'ACTIVITY', at, otherTab: true });
  };

  let recordedAt: number | null = null;
  const recordActivity = () => {
    const at = appClock.now();
    // After the clock was set back, record activity at once instead of waiting until it has caught up.
    const isFresh = recordedAt !== null && at >= recordedAt && at - recordedAt < recordEvery;
    if (isFresh || idle().hasTag('warning')) return;
    recordedAt = at;
    catchUp();
    send({ type: 'ACTIVITY', at });
    if (idle().status === 'active') writeStored('lastActive', at);
  };
  const stopStored = subscribeStored('lastActive', (origin) => {
    const at = readStored('lastActive');
    if (origin === 'otherTab' && at !== null) send({ type: 'ACTIVITY', at, otherTab: true });
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    catchUp();
    const event = { type: 'TICK', at: appClock.now() } as const;
    // Most ticks change nothing and need not be listed in the inspector.
    if (idle().can(event)) send(event);
    const snapshot = idle();
    if (snapshot.status !== 'active') return;
    const due = snapshot.hasTag('warning') ? endsAt(snapshot.context) : warningAt(snapshot.context);
    timer = setTimeout(tick, Math.min(Math.max(due - event.at, 1), tickEvery));
  };
  const stopClock = appClock.subscribe(tick);
  for (const name of activityEvents)
    window.addEventListener(name, recordActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', tick);
  window.addEventListener('pageshow', tick);
  timer = setTimeout(tick, 0);

  return () => {
    clearTimeout(timer);
    stopStored();
    stopClock();
    for (const name of activityEvents) window.removeEventListener(name, recordActivity, { capture: true });
    document.removeEventListener('visibilitychange', tick);
    window.removeEventListener('pageshow', tick);
  };
});

/** What the browser stores of a signed-in account. */
export const readAccount = () => ({ token: readStored('token'), account: readStored('account') });

/** While this is set, styles hide the page: its content may belong to another account when it is shown again. */
const suspended = 'suspended';

/**
 * Reports the stored token to the session: at startup, when another tab changes it, and when this page may have missed
 * a change, because it was restored from the back/forward cache or gets the focus.
 */
const watchToken = fromCallback(({ sendBack }) => {
  const found = (): SessionEvent => ({ type: 'TOKEN_FOUND', ...readAccount() });
  const report = () => sendBack(found());
  let stopped = false;
  const reportOnce = () => {
    if (!stopped) report();
  };
  // The demo's clock is known once its backend is ready, and idle time is measured with it.
  if (isBackendPending()) void backendReady().then(reportOnce, reportOnce);
  else report();
  if (globalThis.window === undefined) return undefined;

  const { dataset } = document.documentElement;
  const suspend = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readStored('token') !== null) dataset[suspended] = '';
  };
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    report();
    // By the next frame React has rendered the session's new state.
    requestAnimationFrame(() => delete dataset[suspended]);
  };
  const stopStored = subscribeStored('token', (origin) => {
    // This tab's own changes come from the session itself.
    if (origin === 'otherTab') report();
  });
  window.addEventListener('focus', report);
  document.addEventListener('visibilitychange', report);
  window.addEventListener('pagehide', suspend);
  window.addEventListener('pageshow', resume);
  return () => {
    stopped = true;
    stopStored();
    delete dataset[suspended];
    window.removeEventListener('focus', report);
    document.removeEventListener('visibilitychange', report);
    window.removeEventListener('pagehide', suspend);
    window.removeEventListener('pageshow', resume);
  };
});

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type AccountActor = ActorRefFrom<typeof accountMachine>;

/** The application outside React: one actor system and one store. */
export interface App {
  readonly actor: ActorRefFrom<typeof appMachine>;
  readonly session: SessionActor;
  readonly store: Store;
  /** Set by the grid and its saving, which know their rows before they are stored and after storage was cleared. */
  readonly unsaved: {
    rows: (() => readonly GridRowDraft[]) | null;
    unanswered: (() => readonly SentRow[]) | null;
  };
  stop(): void;
}

/** Options for tests. */
interface AppOptions {
  readonly readRetries?: RetrySchedule;
}

/** Creates and starts the application: once in the product (by `getApp`), once per test in tests. */
export function createApp({ readRetries }: AppOptions = {}): App {
  const unsaved: App['unsaved'] = { rows: null, unanswered: null };
  const store = createStore({
    ...(readRetries === undefined ? {} : { readRetries }),
    session: {
      token: () => session.getSnapshot().context.token,
      checkToken() {
        const { status, context } = session.getSnapshot();
        const stored = readAccount();
        if (status === 'active' && stored.token !== context.token)
          session.send({ type: 'TOKEN_FOUND', ...stored });
      },
      checkUser: () => accountOf(app)?.getSnapshot().children.dashboard?.send({ type: 'RECHECK' }),
    },
  });
  const actor = createActor(connect(store), {
    ...inspection,
    systemId: 'app',
    input: { readUnsaved: () => readUnsaved(unsaved) },
  }).start();
  const session = childOf(actor.getSnapshot().children.session);
  const stopListening = setupListeners(store.dispatch);
  const app: App = {
    actor,
    session,
    store,
    unsaved,
    stop() {
      stopListening();
      actor.stop();
      store.dispatch(api.util.resetApiState());
    },
  };
  apps.set(store, app);
  return app;
}

const apps = new WeakMap<Store, App>();

/** Returns the application that a store belongs to; throws an Error if there is none. */
export function appOf(store: Store): App {
  const app = apps.get(store);
  if (app === undefined) throw new Error('This store belongs to no application.');
  return app;
}

let running: App | undefined;

/** Returns this page's application; the first page that makes calls creates it. */
export function getApp(): App {
  running ??= createApp();
  return running;
}

/** Stops the application, so that the next test starts with a new one. */
export function stopApp(): void {
  running?.stop();
  running = undefined;
}

/** Returns the signed-in account's actor; undefined while signed out. */
export const accountOf = ({ session }: App): AccountActor | undefined =>
  session.getSnapshot().children.account;

/** Returns the flows actor for flows that may outlive their screen: the account's, or the app's while signed out. */
export const flowsOf = (app: App): FlowsActor =>
  childOf((accountOf(app) ?? app.actor).getSnapshot().children.flows);

function childOf<Child>(child: Child | undefined): Child {
  if (child === undefined) throw new Error('The application has ended.');
  return child;
}

const connect = (store: Store) =>
  appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          storage: watchToken,
          login: operationActor(store, 'login', ({ email, password }: Credentials) => ({
            body: { email, password },
          })),
          account: accountMachine.provide({
            actors: {
              idle: idleMachine.provide({ actors: { activity: watchActivity } }),
              dashboard: dashboardMachine.provide({
                actors: { verifyUser: operationActor(store, 'verifyUser', () => undefined) },
                actions: { saveSection: (_, { section }) => void writeStored('activeOption', section) },
              }),
            },
          }),
        },
        actions: {
          clearStorage: () => clearStored(),
          storeAccount: (_, { token, account }) => storeAccount(token, account),
          restoreRows: (_, rows) => restoreRows(rows),
          dropRejected: () => dropRejected(),
          postLogout: (_, { token }) => void postLogout(token),
          resetStore: () => void store.dispatch(api.util.resetApiState()),
        },
      }),
    },
  });

/** Never leaves storage without a token: another tab would treat that as a logout. */
function storeAccount(token: AuthToken | null, account: string | null): void {
  clearStored({ except: 'token' });
  writeStored('account', account);
  writeStored('token', token);
}

function readUnsaved(known: App['unsaved']): UnsavedRows {
  const rows = (known.rows?.() ?? readStored('patientGrid').rows).filter((row) => !isBlankRow(row));
  const ids = new Set(rows.map(({ id }) => id));
  const unanswered = new Map<string, SentRow>();
  for (const sent of [...(known.unanswered?.() ?? []), ...readStored('patientGridSent')])
    if (ids.has(sent.row.id) && !unanswered.has(sent.row.id)) unanswered.set(sent.row.id, sent);
  return { rows, unanswered: [...unanswered.values()], at: appClock.now() };
}

/** Adds rows that were kept in memory to the stored draft. */
function restoreRows({ rows, unanswered, at }: UnsavedRows): void {
  if (appClock.now() - at > keepUnsavedFor) return;
  const { rows: stored, stamps } = readStored('patientGrid');
  const known = new Set(stored.map(({ id }) => id));
  const missing = rows.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  writeStored('patientGrid', { rows: [...missing, ...stored], stamps });
  const sent = unanswered.filter(({ row }) => !known.has(row.id));
  if (sent.length > 0) writeStored('patientGridSent', [...readStored('patientGridSent'), ...sent]);
  dashboardToast(strings.unsavedRestored(missing.length), { tone: 'info' });
}

/** Ends the session on the server. Not called through the store, which signing out resets; the page may be closing. */
async function postLogout(token: AuthToken | null): Promise<void> {
  try {
    await backendReady();
    const { signal } = new AbortController();
    await call('logout', undefined, { config, token, signal, keepalive: true });
  } catch (error) {
    if (!isFailure(error)) return report('a call ended in a defect', { operation: 'logout', error });
    const { operation, kind, status } = error;
    report('a call failed', { operation, kind, status });
  }
}
