import { assign, emit, enqueueActions, setup } from 'xstate';
import { type Answer, type AuthToken, type Failure, normalEmail } from '@/contract';
import { type AccountOutput, accountMachine } from './account.machine';
import { type Caught, caught, failureOf, missingAction, missingCallback, notProvided } from './failure';

/** How long unsaved work is kept in memory after a session ended without Logout, in milliseconds (§Notes). */
export const keepUnsavedFor = 15 * 60_000;

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

const noAccount: StoredAccount = { token: null, account: null };

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
 * token: calls read it from here, and a different token in storage ends the account with all its children.
 *
 * ```
 * restoring → TOKEN_FOUND → signedIn | signedOut
 * signedOut → LOGIN → signingIn → signedIn → LOGOUT → signedOut
 * signedIn → the account ends (expired, idle) → signedOut
 * signedIn → TOKEN_FOUND (another token) → signedIn, another account | (none) → signedOut
 * ```
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
    isSameToken: ({ context }, { token }: StoredAccount) => token === context.token,
    bringsToken: (_, { token }: StoredAccount) => token !== null,
  },
  actions: {
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    startLogin: assign({
      failure: null,
      signingInAs: (_, { email }: { email: string }) => normalEmail(email),
    }),
    setAccount: assign((_, { token, account }: StoredAccount) => ({ token, account, ended: null })),
    setEnded: assign({
      token: null,
      account: null,
      failure: null,
      ended: (_, { ended }: { ended: SessionEnd }) => ended,
    }),
    keepUnsaved: enqueueActions(({ context: { account, unsaved: last, readUnsaved }, enqueue }) => {
      if (account === null) return;
      const earlier = last?.account === account ? last : null;
      const unsaved = readUnsaved(account, earlier);
      // Another account's, which only a login as that account may discard.
      if (unsaved === null && earlier === null) return;
      enqueue.cancel('unsaved');
      enqueue.assign({ unsaved });
      if (unsaved !== null)
        enqueue.raise({ type: 'UNSAVED_EXPIRED' }, { id: 'unsaved', delay: keepUnsavedFor });
    }),
    discardUnsaved: enqueueActions(({ enqueue }) => {
      enqueue.assign({ unsaved: null });
      enqueue.cancel('unsaved');
    }),
    clearStorage: (_) => missingAction('clearStorage'),
    /** Removes drafts that only this tab stores, except those of the account while it has a token. */
    clearTabDrafts: (_, _params: StoredAccount) => missingAction('clearTabDrafts'),
    /** Clears the storage, then stores the account. */
    storeAccount: (_, _params: StoredAccount) => missingAction('storeAccount'),
    restoreUnsaved: (_, _params: Unsaved) => missingAction('restoreUnsaved'),
    /** Drops values that storage rejected and memory holds instead: another tab's logout can't clear them. */
    dropUnwritten: (_) => missingAction('dropUnwritten'),
    /** Sends the logout call without waiting for its response. */
    postLogout: (_, _params: { token: AuthToken | null }) => missingAction('postLogout'),
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
          actions: [
            { type: 'setAccount', params: ({ event }) => event },
            // Another account may have logged in while this tab was closed.
            { type: 'clearTabDrafts', params: ({ event }) => event },
          ],
        },
        LOGIN: { target: 'signingIn', actions: { type: 'startLogin', params: ({ event }) => event } },
      },
    },
    settled: {
      always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedOut: {
      tags: 'signed-out',
      // Another tab's logout can't clear them, nor can one that was made while this tab was closed.
      entry: { type: 'clearTabDrafts', params: noAccount },
      on: {
        LOGIN: { target: 'signingIn', actions: { type: 'startLogin', params: ({ event }) => event } },
        TOKEN_FOUND: {
          guard: { type: 'bringsToken', params: ({ event }) => event },
          target: 'signedIn',
          // The user signed in in another tab: the login page navigates on in this tab, too.
          actions: [{ type: 'setAccount', params: ({ event }) => event }, emit({ type: 'signed-in' })],
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ event }) => {
          if (event.type !== 'LOGIN') throw new Error(`A login was started by ${event.type}.`);
          return { email: event.email, password: event.password };
        },
        onDone: {
          target: 'signedIn',
          actions: [
            // Login clears the storage, which has the rows of a session that could not be checked.
            'keepUnsaved',
            enqueueActions(({ context: { token }, event, enqueue }) => {
              // No tab uses the token that the new one replaces, but the server would accept it.
              if (token !== null && token !== event.output.token)
                enqueue({ type: 'postLogout', params: { token } });
            }),
            {
              type: 'storeAccount',
              params: ({ context, event }) => ({ token: event.output.token, account: context.signingInAs }),
            },
            {
              type: 'setAccount',
              params: ({ context, event }) => ({ token: event.output.token, account: context.signingInAs }),
            },
            emit({ type: 'signed-in' }),
          ],
        },
        onError: {
          target: 'settled',
          // Reads the rows again: another tab may have saved some during the login.
          actions: ['keepUnsaved', { type: 'fail', params: caught }],
        },
      },
      on: {
        // The login continues; this account is used if it fails.
        TOKEN_FOUND: {
          actions: [
            { type: 'setAccount', params: ({ event }) => event },
            { type: 'clearTabDrafts', params: ({ event }) => event },
          ],
        },
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
            enqueueActions(({ context, event, enqueue }) => {
              // The token of an idle session is still valid on the server, so end it there, too.
              if (event.output.reason === 'idle')
                enqueue({ type: 'postLogout', params: { token: context.token } });
            }),
            'clearStorage',
            { type: 'setEnded', params: ({ event }) => ({ ended: event.output.reason }) },
          ],
        },
      },
      // Also before a login that replaces this one: if it fails, the account starts again. LOGOUT discards it.
      exit: ['keepUnsaved', 'resetStore'],
      on: {
        LOGOUT: {
          target: 'signedOut',
          actions: [
            { type: 'postLogout', params: ({ context }) => ({ token: context.token }) },
            'discardUnsaved',
            'clearStorage',
            { type: 'setEnded', params: { ended: 'logout' } },
          ],
        },
        // A token stored earlier does not block the login page.
        LOGIN: { target: 'signingIn', actions: { type: 'startLogin', params: ({ event }) => event } },
        TOKEN_FOUND: [
          { guard: { type: 'isSameToken', params: ({ event }) => event } },
          {
            guard: { type: 'bringsToken', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: [
              'dropUnwritten',
              { type: 'clearTabDrafts', params: noAccount },
              { type: 'setAccount', params: ({ event }) => event },
            ],
          },
          {
            // Shared storage is not cleared: another tab may have stored data since.
            target: 'signedOut',
            actions: ['dropUnwritten', { type: 'setEnded', params: { ended: 'otherTab' } }],
          },
        ],
      },
    },
  },
});
