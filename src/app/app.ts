import { setupListeners } from '@reduxjs/toolkit/query/react';
import { type ActorRefFrom, createActor } from 'xstate';
import { type AuthToken, isFailure } from '@/contract';
import { isBlankRow, sentInDraft } from '@/domain/patient-rows';
import { formDraftsOf } from '@/domain/storage-keys';
import { appClock } from '@/lib/clock';
import { config } from '@/lib/config';
import { groupedCount } from '@/lib/grouped-count';
import { backendReady, inspection } from '@/lib/mock-build';
import { navigate } from '@/lib/navigate';
import { report } from '@/lib/report';
import { clearStored, dropUnwritten, readStored, removeStored, writeStored } from '@/lib/storage';
import { accountMachine } from '@/machines/account.machine';
import { appMachine } from '@/machines/app.machine';
import { dashboardMachine } from '@/machines/dashboard.machine';
import { idleMachine } from '@/machines/idle.machine';
import { type Credentials, keepUnsavedFor, sessionMachine, type Unsaved } from '@/machines/session.machine';
import { announce } from '@/ui/feedback/announce';
import { closeToastsOfAccount } from '@/ui/feedback/toast';
import { api } from './api';
import { type AppPort, connectApp, readHandover } from './app-port';
import { call, type RetrySchedule } from './client';
import { operationActor } from './operation-actor';
import { connectOtherTabs } from './other-tabs';
import { readAccount, watchActivity, watchToken } from './session-actors';
import { createStore, dashboardToast, type Store } from './store';

// Ours: free to reword.
const strings = {
  unsavedRestored: (count: number) =>
    count === 1 ? 'Your unsaved row is back.' : `Your ${groupedCount(count)} unsaved rows are back.`,
  inputRestored: (forms: number) =>
    forms === 1
      ? 'Your unsaved changes in a form are back.'
      : `Your unsaved changes in ${forms} forms are back.`,
} as const;

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

export type AccountActor = ActorRefFrom<typeof accountMachine>;

/** The application outside React: one actor system and one store. */
export interface App {
  readonly actor: ActorRefFrom<typeof appMachine>;
  readonly session: SessionActor;
  readonly store: Store;
  stop(): void;
}

/** Options for tests. */
interface AppOptions {
  readonly readRetries?: RetrySchedule;
}

/** Creates and starts the application: once in the product (by `getApp`), once per test in tests. */
export function createApp({ readRetries }: AppOptions = {}): App {
  const unsaved: AppPort['unsaved'] = {
    rows: null,
    unanswered: null,
    orders: { read: null, kept: null },
    orderRecords: { read: null, kept: null },
    invitations: null,
  };
  const otherTabs = connectOtherTabs({
    account: () => {
      const snapshot = session.getSnapshot();
      return snapshot.hasTag('signed-in') ? snapshot.context.account : null;
    },
    onChanged: (changed) => store.dispatch(api.util.invalidateTags(changed)),
    onOrders: (news) => port.otherTabs.onOrders?.(news),
  });
  const store = createStore({
    onWritten: otherTabs.announce,
    ...(readRetries === undefined ? {} : { readRetries }),
    session: {
      token: () => session.getSnapshot().context.token,
      checkToken() {
        const { status, context } = session.getSnapshot();
        const stored = readAccount();
        if (status === 'active' && stored.token !== context.token)
          session.send({ type: 'TOKEN_FOUND', ...stored });
      },
      checkUser: () => account()?.getSnapshot().children.dashboard?.send({ type: 'RECHECK' }),
    },
  });
  const actor = createActor(connect(store, unsaved), {
    ...inspection,
    systemId: 'app',
    input: { readUnsaved: () => readUnsaved(unsaved) },
  }).start();
  const session = childOf(actor.getSnapshot().children.session);
  const account = (): AccountActor | undefined => session.getSnapshot().children.account;
  const port: AppPort = {
    owner: () => account() ?? actor,
    account: () => session.getSnapshot().context.account,
    flows: () => childOf((account() ?? actor).getSnapshot().children.flows),
    openSection(section) {
      const signedIn = account();
      if (signedIn === undefined) return;
      const { dashboard } = signedIn.getSnapshot().children;
      if (dashboard !== undefined) return dashboard.send({ type: 'OPEN_SECTION', section });
      writeStored('activeOption', section);
      navigate('/dashboard');
    },
    recordActivity: () =>
      account()
        ?.getSnapshot()
        .children.idle?.getSnapshot()
        .children.activity?.send({ type: 'RECORD_ACTIVITY' }),
    unsaved,
    otherTabs: { sendOrders: otherTabs.sendOrders, onOrders: null },
  };
  connectApp(store, port);
  const stopListening = setupListeners(store.dispatch);
  return {
    actor,
    session,
    store,
    stop() {
      stopListening();
      otherTabs.close();
      actor.stop();
      store.dispatch(api.util.resetApiState());
    },
  };
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

function childOf<Child>(child: Child | undefined): Child {
  if (child === undefined) throw new Error('The application has ended.');
  return child;
}

const connect = (store: Store, unsaved: AppPort['unsaved']) =>
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
          clearFormDrafts: (_, { token, account }) => clearFormDrafts(token === null ? null : { account }),
          storeAccount: (_, { token, account }) => storeAccount(token, account),
          restoreUnsaved: (_, kept) => restoreUnsaved(unsaved, kept),
          dropUnwritten: () => dropUnwritten(),
          postLogout: (_, { token }) => void postLogout(token),
          resetStore: () => {
            unsaved.orders.kept = null;
            unsaved.orderRecords.kept = null;
            store.dispatch(api.util.resetApiState());
            // What was announced last may name a patient, and stays in the page for screen readers. So may a toast.
            announce('');
            closeToastsOfAccount();
          },
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

/** @param except whose drafts stay; null if no one's do */
function clearFormDrafts(except: { readonly account: string | null } | null): void {
  if (except === null) {
    removeStored('formDrafts');
    return;
  }
  const drafts = readStored('formDrafts');
  const kept = formDraftsOf(drafts, except.account);
  if (Object.keys(kept).length < Object.keys(drafts).length) writeStored('formDrafts', kept);
}

function readUnsaved(known: AppPort['unsaved']): Unsaved {
  const rows = (known.rows?.() ?? readStored('patientGrid').rows).filter((row) => !isBlankRow(row));
  const stored = readStored('patientGridSent');
  const sent = known.unanswered?.() ?? [];
  const ids = new Set(sent.map(({ row }) => row.id));
  return {
    rows,
    unanswered: sentInDraft([...sent, ...stored.filter(({ row }) => !ids.has(row.id))], rows),
    forms: readStored('formDrafts'),
    orders: readHandover(known.orders),
    // After a reload, the session may end before a screen has read them.
    orderRecords: readHandover(known.orderRecords) ?? readStored('orderRecords'),
    invitations: known.invitations?.() ?? readStored('unansweredInvitations'),
    at: appClock.now(),
  };
}

/** Puts back into storage what was kept in memory of rows, forms and invitations, and hands over orders. */
function restoreUnsaved(unsaved: AppPort['unsaved'], kept: Unsaved): void {
  const { orders, orderRecords, at } = kept;
  if (appClock.now() - at > keepUnsavedFor) return;
  unsaved.orders.kept = orders;
  unsaved.orderRecords.kept = orderRecords;
  restoreRows(kept);
  restoreForms(kept);
  restoreInvitations(kept);
}

function restoreInvitations({ invitations }: Unsaved): void {
  const stored = readStored('unansweredInvitations');
  const known = new Set(stored.map(({ invitation }) => invitation.patientId));
  const missing = invitations.filter(({ invitation }) => !known.has(invitation.patientId));
  if (missing.length > 0) writeStored('unansweredInvitations', [...stored, ...missing]);
}

/** Before a form is rendered, which reads its draft once. */
function restoreForms({ forms }: Unsaved): void {
  const stored = readStored('formDrafts');
  const missing = Object.keys(forms).filter((key) => !(key in stored));
  if (missing.length === 0) return;
  writeStored('formDrafts', { ...forms, ...stored });
  dashboardToast(strings.inputRestored(missing.length), { tone: 'info' });
}

/** Adds the rows to the stored draft. */
function restoreRows({ rows, unanswered }: Unsaved): void {
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
