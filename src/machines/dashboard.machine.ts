import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Answer, DashboardSection, Failure, VerifiedUser } from '@/contract';
import { openingSectionOf, sectionsOf } from './dashboard-sections';
import { type Caught, caught, type DefectEvent, failureOf, keepFailure, notProvided } from './failure';

interface DashboardInput {
  /** The section stored under `activeOption`. */
  readonly savedSection: DashboardSection | null;
}

interface DashboardContext {
  /** Null until the server has verified who this is. */
  readonly user: VerifiedUser | null;
  /** The section shown; until the user is known, the saved one. */
  readonly section: DashboardSection | null;
  readonly failure: Failure | null;
}

export type DashboardEvent =
  | { readonly type: 'OPEN_SECTION'; readonly section: DashboardSection }
  | { readonly type: 'RECHECK' };

type DashboardEmitted =
  | { readonly type: 'section-opened'; readonly section: DashboardSection }
  /** `tokenRefused`: the server itself said no, so the stored token is of no more use. */
  | { readonly type: 'redirect-login'; readonly tokenRefused: boolean }
  | DefectEvent;

/**
 * Takes a failed verification; tells whether the server itself refused the token. Being offline, or a server in
 * trouble, says nothing about the token (SPEC §8, SPEC-NOTES "Shapes").
 */
export const isTokenRefused = (failure: Failure | null): boolean =>
  failure !== null &&
  failure.kind !== 'no-response' &&
  !(failure.kind === 'status' && (failure.status ?? 0) >= 500);

/**
 * The dashboard's frame: who is it for, and which section is open (SPEC §2 "Dashboard", §4, §6, §8). Logging out is
 * the session machine's.
 *
 * ```
 * checking → ready ⇄ rechecking
 * checking | rechecking (token refused) → unverified → RECHECK → checking
 * ```
 */
export const dashboardMachine = setup({
  types: {} as {
    input: DashboardInput;
    context: DashboardContext;
    events: DashboardEvent;
    emitted: DashboardEmitted;
    tags: 'loading' | 'ready' | 'unverified' | 'busy';
  },
  actors: {
    verifyUser: notProvided<Answer<'verifyUser'>, void>('verifyUser'),
  },
  guards: {
    roleHasSection: ({ context }, { section }: { section: DashboardSection }) =>
      context.user !== null && sectionsOf(context.user.role_id).includes(section),
    tokenRefused: (_, { error }: Caught) => isTokenRefused(failureOf(error)),
  },
  actions: {
    keepUser: assign({
      user: (_, { user }: { user: VerifiedUser }) => user,
      section: ({ context }, { user }) => openingSectionOf(user.role_id, context.section),
      failure: null,
    }),
    fail: keepFailure(),
    sendToLogin: enqueueActions(({ enqueue }, { error }: Caught) => {
      enqueue.assign({ user: null });
      enqueue.emit({ type: 'redirect-login', tokenRefused: isTokenRefused(failureOf(error)) });
    }),
  },
}).createMachine({
  id: 'dashboard',
  context: ({ input }) => ({ user: null, section: input.savedSection, failure: null }),
  initial: 'checking',
  states: {
    checking: {
      tags: ['loading', 'busy'],
      invoke: {
        id: 'verifyUser',
        src: 'verifyUser',
        onDone: {
          target: 'ready',
          actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
        },
        onError: {
          target: 'unverified',
          actions: [
            { type: 'fail', params: caught },
            { type: 'sendToLogin', params: caught },
          ],
        },
      },
    },
    ready: {
      tags: 'ready',
      initial: 'known',
      states: {
        known: { on: { RECHECK: 'rechecking' } },
        rechecking: {
          tags: 'busy',
          invoke: {
            id: 'recheckUser',
            src: 'verifyUser',
            onDone: {
              target: 'known',
              actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: [
              {
                guard: { type: 'tokenRefused', params: caught },
                target: '#dashboard.unverified',
                actions: [
                  { type: 'fail', params: caught },
                  { type: 'sendToLogin', params: caught },
                ],
              },
              // Known a moment ago; a connection that breaks must not cost what is being worked on.
              { target: 'known', actions: { type: 'fail', params: caught } },
            ],
          },
        },
      },
      on: {
        OPEN_SECTION: {
          guard: { type: 'roleHasSection', params: ({ event }) => ({ section: event.section }) },
          actions: [
            assign({ section: ({ event }) => event.section }),
            emit(({ event }) => ({ type: 'section-opened', section: event.section })),
          ],
        },
      },
    },
    unverified: {
      tags: 'unverified',
      on: { RECHECK: 'checking' },
    },
  },
});
