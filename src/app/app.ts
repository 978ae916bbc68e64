import { setupListeners } from '@reduxjs/toolkit/query/react';
import { type ActorRefFrom, createActor } from 'xstate';
import { type AuthToken, isFailure } from '@/contract';
import { formDraftsOf } from '@/domain/storage-keys';
import { config } from '@/lib/config';
import { backendReady, inspection } from '@/lib/mock-build';
import { navigate } from '@/lib/navigate';
import { report } from '@/lib/report';
import { clearStored, dropUnwritten, readStored, removeStored, writeStored } from '@/lib/storage';
import { accountMachine } from '@/machines/account.machine';
import { appMachine } from '@/machines/app.machine';
import { dashboardMachine } from '@/machines/dashboard.machine';
import { idleMachine } from '@/machines/idle.machine';
import { type Credentials, sessionMachine } from '@/machines/session.machine';
import { announce } from '@/ui/feedback/announce';
import { closeToastsOfAccount } from '@/ui/feedback/toast';
import { api } from './api';
import { type AppPort, connectApp } from './app-port';
import { call, type RetrySchedule } from './client';
import { createDrafts, type Drafts } from './drafts';
import { operationActor } from './operation-actor';
import { connectOtherTabs } from './other-tabs';
import { sectionPath } from './section-address';
import { readAccount, watchActivity, watchToken } from './session-actors';
import { createStore, type Store } from './store';
import { storedDrafts } from './stored-drafts';
import { clearStoredGrids } from './stored-grid';

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
  const otherTabs = connectOtherTabs({
    account: () => {
      const snapshot = session.getSnapshot();
      return snapshot.hasTag('signed-in') ? snapshot.context.account : null;
    },
    onChanged: (changed) => store.dispatch(api.util.invalidateTags(changed)),
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
      deny(token) {
        const denied = account();
        if (denied?.getSnapshot().status === 'active') denied.send({ type: 'DENIED', token });
      },
    },
  });
  const drafts = createDrafts(() => port.owner(), storedDrafts);
  const actor = createActor(connect(store, drafts), {
    ...inspection,
    systemId: 'app',
    input: { readUnsaved: drafts.read },
  });
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
      if (dashboard === undefined) {
        writeStored('activeOption', section);
        navigate('/dashboard');
      } else if (dashboard.getSnapshot().context.section !== section) {
        // First, because the router's change is rendered later.
        dashboard.send({ type: 'OPEN_SECTION', section });
        navigate(sectionPath(section));
      }
    },
    recordActivity: () =>
      account()
        ?.getSnapshot()
        .children.idle?.getSnapshot()
        .children.activity?.send({ type: 'RECORD_ACTIVITY' }),
    drafts,
    otherTabs,
  };
  connectApp(store, port);
  // Now that all is connected: the stored session may end as soon as it is found.
  actor.start();
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

const connect = (store: Store, drafts: Drafts) =>
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
          clearStorage() {
            clearStored();
            clearStoredGrids();
          },
          clearTabDrafts: ({ context: { token, account } }) =>
            clearFormDrafts(token === null ? null : { account }),
          storeAccount: ({ context: { token, account } }) => storeAccount(token, account),
          restoreUnsaved: (_, unsaved) => drafts.restore(unsaved),
          dropUnwritten: () => dropUnwritten(),
          postLogout: ({ context }) => void postLogout(context.token),
          resetStore: () => {
            drafts.dropWaiting();
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
  clearStoredGrids();
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
  const draftsOfAccount = formDraftsOf(drafts, except.account);
  if (Object.keys(draftsOfAccount).length < Object.keys(drafts).length)
    writeStored('formDrafts', draftsOfAccount);
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
