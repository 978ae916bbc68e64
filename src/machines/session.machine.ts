import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import { type Answer, type AuthToken, type Failure, normalEmail, unsavedLifetime } from '@/contract';
import { type AccountOutput, accountMachine } from './account.machine';
import { failureOf, missingAction, missingCallback, notProvided } from './failure';

/** What the browser stores of a signed-in account. */
interface StoredAccount {
  readonly token: AuthToken | null;
  /** Email of the last login, normalized by `normalEmail`; null if the login was made by other means. */
  readonly account: string | null;
}

/** Why the account was signed out. */
type SessionEnd = 'logout' | 'otherTab' | AccountOutput['reason'];

/** Unsaved work of one kind; see `Drafts`. */
export interface UnsavedDraft<Value = unknown> {
  readonly value: Value;
  /** How many things it consists of, such as rows. */
  readonly count: number;
}

/** Unsaved work. The session knows that there is some, whose it is and when it was read, but not its shape. */
export interface Unsaved {
  /** Null if its email is not known. */
  readonly account: string | null;
  /** In milliseconds since 1970, because timers stop while the computer sleeps. */
  readonly at: number;
  /** By the name under which they are registered. */
  readonly drafts: Readonly<Record<string, UnsavedDraft | null>>;
}

export interface SessionInput {
  /**
   * Reads an account's unsaved work; null if there is none.
   *
   * @param earlier what was read when the account's session ended, if it is not restored yet
   */
  readonly readUnsaved: (account: string, earlier: Unsaved | null) => Unsaved | null;
}

interface SessionContext extends SessionInput, StoredAccount {
  /** Email of the login in progress. */
  readonly signingInAs: string | null;
  readonly failure: Failure | null;
  readonly ended: SessionEnd | null;
  /** The unsaved work of a session that ended without Logout; kept in memory only. */
  readonly unsaved: Unsaved | null;
}

const noAccount = { token: null, account: null, failure: null };

export type Credentials = { readonly email: string; readonly password: string };

export type SessionEvent =
  | ({ readonly type: 'LOGIN' } & Credentials)
  | { readonly type: 'LOGOUT' }
  /** The stored token: sent at startup, and when another tab or a page restored from the bfcache finds another one. */
  | ({ readonly type: 'TOKEN_FOUND' } & StoredAccount)
  | { readonly type: 'UNSAVED_EXPIRED' };

type SessionEmitted = { readonly type: 'signed-in' };

/**
 * The session: who is signed in (§4 "Login success", §8 "Login"; §Notes "Sign-up and sessions"). It owns the
 * token: calls read it from here, and a different token in storage ends the account with all its children. Chart:
 * docs/machines/session.md.
 */
export const sessionMachine = setup({
  types: {} as {
    input: SessionInput;
    context: SessionContext;
    events: SessionEvent;
    emitted: SessionEmitted;
    tags: 'restoring' | 'signed-in' | 'signed-out' | 'busy';
    children: { account: 'account'; login: 'login' };
  },
  actors: {
    login: notProvided<Answer<'login'>, Credentials>('login'),
    account: accountMachine,
    /** Sends TOKEN_FOUND. */
    storage: missingCallback('storage'),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isSameToken: ({ context, event }) => event.type === 'TOKEN_FOUND' && event.token === context.token,
    bringsToken: ({ event }) => event.type === 'TOKEN_FOUND' && event.token !== null,
  },
  actions: {
    startLogin: assign(({ event }) => {
      assertEvent(event, 'LOGIN');
      return { failure: null, signingInAs: normalEmail(event.email) };
    }),
    setAccount: assign(({ event }) => {
      assertEvent(event, 'TOKEN_FOUND');
      return { token: event.token, account: event.account, ended: null };
    }),
    stashUnsaved: enqueueActions(({ context: { account, unsaved: last, readUnsaved }, enqueue }) => {
      if (account === null) return;
      const earlier = last?.account === account ? last : null;
      const unsaved = readUnsaved(account, earlier);
      // Only a login as its account may discard it.
      if (unsaved === null && earlier === null) return;
      enqueue.cancel('unsaved');
      enqueue.assign({ unsaved });
      if (unsaved !== null)
        enqueue.raise({ type: 'UNSAVED_EXPIRED' }, { id: 'unsaved', delay: unsavedLifetime });
    }),
    discardUnsaved: enqueueActions(({ enqueue }) => {
      enqueue.assign({ unsaved: null });
      enqueue.cancel('unsaved');
    }),
    clearStorage: (_) => missingAction('clearStorage'),
    /** Removes the drafts in this tab's session storage, except the signed-in account's. */
    clearTabDrafts: (_) => missingAction('clearTabDrafts'),
    /** Clears the storage, then stores the account. */
    storeAccount: (_) => missingAction('storeAccount'),
    restoreUnsaved: (_, _params: Unsaved) => missingAction('restoreUnsaved'),
    /** Drops values that storage rejected and memory holds instead: another tab's logout can't clear them. */
    dropUnwritten: (_) => missingAction('dropUnwritten'),
    /** Sends the logout call of the current token without waiting for its response. */
    postLogout: (_) => missingAction('postLogout'),
    /** Clears the cached responses of the account's calls, its toasts, and restored work that no screen has taken over. */
    resetStore: (_) => missingAction('resetStore'),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    token: null,
    account: null,
    signingInAs: null,
    failure: null,
    ended: null,
    unsaved: null,
  }),
  invoke: { id: 'storage', src: 'storage' },
  initial: 'restoring',
  on: { UNSAVED_EXPIRED: { actions: 'discardUnsaved' } },
  states: {
    restoring: {
      tags: 'restoring',
      on: {
        TOKEN_FOUND: {
          target: 'settled',
          // Another account may have logged in while this tab was closed.
          actions: ['setAccount', 'clearTabDrafts'],
        },
        LOGIN: { target: 'signingIn', actions: 'startLogin' },
      },
    },
    settled: {
      always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedOut: {
      tags: 'signed-out',
      // A logout in another tab can't clear this tab's drafts.
      entry: 'clearTabDrafts',
      on: {
        LOGIN: { target: 'signingIn', actions: 'startLogin' },
        TOKEN_FOUND: {
          guard: 'bringsToken',
          target: 'signedIn',
          // The user signed in in another tab: the login page navigates on in this tab, too.
          actions: ['setAccount', emit({ type: 'signed-in' })],
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ event }) => {
          assertEvent(event, 'LOGIN');
          return { email: event.email, password: event.password };
        },
        onDone: {
          target: 'signedIn',
          actions: [
            // Login clears the storage, which may have rows of a session that could not be checked.
            'stashUnsaved',
            enqueueActions(({ context: { token }, event, enqueue }) => {
              // No tab uses the token that the new one replaces, but the server would accept it.
              if (token !== null && token !== event.output.token) enqueue('postLogout');
            }),
            assign({
              token: ({ event }) => event.output.token,
              account: ({ context }) => context.signingInAs,
              ended: null,
            }),
            'storeAccount',
            emit({ type: 'signed-in' }),
          ],
        },
        onError: {
          target: 'settled',
          // Reads the rows again: another tab may have saved some during the login.
          actions: ['stashUnsaved', assign({ failure: ({ event }) => failureOf(event.error) })],
        },
      },
      on: {
        // The login continues; this account is used if it fails.
        TOKEN_FOUND: { actions: ['setAccount', 'clearTabDrafts'] },
      },
    },
    signedIn: {
      tags: 'signed-in',
      entry: enqueueActions(({ context: { account, unsaved }, enqueue }) => {
        if (unsaved === null) return;
        if (unsaved.account === account) enqueue({ type: 'restoreUnsaved', params: unsaved });
        enqueue('discardUnsaved');
      }),
      invoke: {
        id: 'account',
        src: 'account',
        input: ({ context: { token } }) => {
          if (token === null) throw new Error('An account was started without a token.');
          return { token };
        },
        onDone: {
          target: 'signedOut',
          actions: [
            enqueueActions(({ event, enqueue }) => {
              // The token of an idle session is still valid on the server, so end it there, too.
              if (event.output.reason === 'idle') enqueue('postLogout');
            }),
            'clearStorage',
            assign(({ event }) => ({ ...noAccount, ended: event.output.reason })),
          ],
        },
      },
      // Also before another login: if that fails, this account starts again. LOGOUT discards it.
      exit: ['stashUnsaved', 'resetStore'],
      on: {
        LOGOUT: {
          target: 'signedOut',
          actions: [
            'postLogout',
            'discardUnsaved',
            'clearStorage',
            assign({ ...noAccount, ended: 'logout' }),
          ],
        },
        // A token stored earlier does not block the login page.
        LOGIN: { target: 'signingIn', actions: 'startLogin' },
        TOKEN_FOUND: [
          { guard: 'isSameToken' },
          {
            guard: 'bringsToken',
            target: 'signedIn',
            reenter: true,
            actions: ['dropUnwritten', assign(noAccount), 'clearTabDrafts', 'setAccount'],
          },
          {
            // Shared storage is not cleared: another tab may have stored data since.
            target: 'signedOut',
            actions: ['dropUnwritten', assign({ ...noAccount, ended: 'otherTab' })],
          },
        ],
      },
    },
  },
});
