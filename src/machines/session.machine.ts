import { assign, emit, setup } from 'xstate';
import type { Answer, AuthToken, Failure } from '@/contract';
import { caught, type DefectEvent, emitDefect, keepFailure, missingAction, notProvided } from './failure';

interface SessionInput {
  /** The token found in storage at start. */
  readonly token: AuthToken | null;
}

interface SessionContext {
  readonly token: AuthToken | null;
  readonly failure: Failure | null;
}

export type Credentials = { readonly email: string; readonly password: string };

type SessionEvent =
  | ({ readonly type: 'LOGIN' } & Credentials)
  | { readonly type: 'LOGOUT' }
  /** The server says that the token is no longer good. */
  | { readonly type: 'EXPIRED' }
  /** Another tab stored or removed the token. */
  | { readonly type: 'TOKEN_CHANGED'; readonly token: AuthToken | null };

type SessionEmitted =
  | { readonly type: 'signed-in' }
  | { readonly type: 'signed-out'; readonly reason: 'logout' | 'expired' | 'elsewhere' }
  | DefectEvent;

/**
 * Who is signed in, across the whole application (SPEC §4 "Login success", §8 "Login"; SPEC-NOTES "sessions").
 *
 * ```
 * signedOut → LOGIN → signingIn → signedIn → LOGOUT → signingOut → signedOut
 * ```
 * Login clears the storage and then stores the token; logout clears it whatever the server answers.
 * Provide the actors `login` and `logout` and the actions `clearStorage` and `storeToken`.
 */
export const sessionMachine = setup({
  types: {} as {
    input: SessionInput;
    context: SessionContext;
    events: SessionEvent;
    emitted: SessionEmitted;
    tags: 'signed-in' | 'signed-out' | 'busy';
  },
  actors: {
    login: notProvided<Answer<'login'>, Credentials>('login'),
    logout: notProvided<unknown, void>('logout'),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    bringsToken: (_, { token }: { token: AuthToken | null }) => token !== null,
  },
  actions: {
    fail: keepFailure(),
    reportDefect: emitDefect(),
    clearFailure: assign({ failure: null }),
    keepToken: assign({ token: (_, { token }: { token: AuthToken | null }) => token }),
    forgetToken: assign({ token: null }),
    // Without the unused parameter TypeScript loses the types of the guards above.
    clearStorage: (_) => missingAction('clearStorage'),
    storeToken: (_, _params: { token: AuthToken | null }) => missingAction('storeToken'),
  },
  // Whoever signs out does not wait for a server that does not answer.
  delays: { logoutPatience: 2000 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ token: input.token, failure: null }),
  initial: 'settled',
  states: {
    settled: {
      always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedOut: {
      tags: 'signed-out',
      on: {
        LOGIN: { target: 'signingIn', actions: 'clearFailure' },
        TOKEN_CHANGED: {
          target: 'settled',
          actions: { type: 'keepToken', params: ({ event }) => event },
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
            'clearStorage',
            { type: 'storeToken', params: ({ event }) => event.output },
            { type: 'keepToken', params: ({ event }) => event.output },
            emit({ type: 'signed-in' }),
          ],
        },
        onError: { target: 'settled', actions: { type: 'fail', params: caught } },
      },
      on: {
        // The attempt goes on; this is where it falls back to when it fails.
        TOKEN_CHANGED: { actions: { type: 'keepToken', params: ({ event }) => event } },
      },
    },
    signedIn: {
      tags: 'signed-in',
      on: {
        LOGOUT: 'signingOut',
        // A token kept from an earlier visit does not bar the login page.
        LOGIN: { target: 'signingIn', actions: 'clearFailure' },
        EXPIRED: {
          target: 'signedOut',
          actions: [
            // The next login clears what is left anyway; until then nobody should find patients' data here.
            'clearStorage',
            'forgetToken',
            emit({ type: 'signed-out', reason: 'expired' }),
          ],
        },
        TOKEN_CHANGED: [
          {
            guard: { type: 'bringsToken', params: ({ event }) => event },
            actions: { type: 'keepToken', params: ({ event }) => event },
          },
          {
            target: 'signedOut',
            actions: ['forgetToken', emit({ type: 'signed-out', reason: 'elsewhere' })],
          },
        ],
      },
    },
    signingOut: {
      tags: 'busy',
      invoke: {
        id: 'logout',
        src: 'logout',
        onDone: 'leaving',
        onError: { target: 'leaving', actions: { type: 'reportDefect', params: caught } },
      },
      after: { logoutPatience: 'leaving' },
      on: {
        // Another tab was quicker: what it stored since is not ours to clear.
        TOKEN_CHANGED: {
          target: 'settled',
          actions: [
            { type: 'keepToken', params: ({ event }) => event },
            emit({ type: 'signed-out', reason: 'elsewhere' }),
          ],
        },
      },
    },
    leaving: {
      always: {
        target: 'signedOut',
        actions: [
          'clearStorage',
          'forgetToken',
          'clearFailure',
          emit({ type: 'signed-out', reason: 'logout' }),
        ],
      },
    },
  },
});
