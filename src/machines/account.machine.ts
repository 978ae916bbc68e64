import { assertEvent, assign, setup } from 'xstate';
import type { AuthToken } from '@/contract';
import { type DashboardInput, type DashboardOutput, dashboardMachine } from './dashboard.machine';
import { flowsMachine } from './flows.machine';
import { idleMachine } from './idle.machine';

interface AccountInput {
  /** The token that every call of this account sends. */
  readonly token: AuthToken;
}

interface AccountContext extends AccountInput {
  /** The dashboard could not be opened because the call to verify the user failed without a denial. */
  readonly unchecked: boolean;
  /** The server reported that the user is not signed in. */
  readonly denied: boolean;
}

type AccountEvent =
  /** The server has denied a call that sent this token. */
  | { readonly type: 'DENIED'; readonly token: AuthToken }
  | { readonly type: 'CLOSE_DASHBOARD' }
  /** The user opens the dashboard. */
  | ({ readonly type: 'OPEN_DASHBOARD' } & DashboardInput);

/** `expired`: the server reported that the user is not signed in. `idle`: the user was inactive for too long. */
export type AccountOutput = { readonly reason: 'expired' | 'idle' };

/**
 * One signed-in account. Its dashboard, idle machine and flows are child actors and stop with it (§2 "Dashboard",
 * §8; §Notes "Sign-up and sessions"). A different account is a different actor.
 * Chart: docs/machines/account.md
 */
export const accountMachine = setup({
  types: {} as {
    input: AccountInput;
    context: AccountContext;
    events: AccountEvent;
    output: AccountOutput;
    tags: 'dashboard';
    children: { dashboard: 'dashboard'; idle: 'idle'; flows: 'flows' };
  },
  actors: { dashboard: dashboardMachine, idle: idleMachine, flows: flowsMachine },
  guards: {
    isDenied: (_, { reason }: DashboardOutput) => reason === 'denied',
    isOwnToken: ({ context, event }) => event.type === 'DENIED' && event.token === context.token,
  },
}).createMachine({
  id: 'account',
  context: ({ input: { token } }) => ({ token, unchecked: false, denied: false }),
  invoke: [
    { id: 'flows', src: 'flows' },
    { id: 'idle', src: 'idle', onDone: '.timedOut' },
  ],
  on: { DENIED: { guard: 'isOwnToken', target: '.expired' } },
  initial: 'away',
  states: {
    away: {
      on: {
        OPEN_DASHBOARD: { target: 'dashboard', actions: assign({ unchecked: false }) },
      },
    },
    dashboard: {
      tags: 'dashboard',
      invoke: {
        id: 'dashboard',
        src: 'dashboard',
        input: ({ event }) => {
          assertEvent(event, 'OPEN_DASHBOARD');
          const { type, ...input } = event;
          return input;
        },
        onDone: [
          { guard: { type: 'isDenied', params: ({ event }) => event.output }, target: 'expired' },
          { target: 'away', actions: assign({ unchecked: true }) },
        ],
      },
      // Opening the dashboard again verifies the user again (§2).
      on: { CLOSE_DASHBOARD: 'away' },
    },
    expired: { type: 'final', entry: assign({ denied: true }) },
    timedOut: { type: 'final' },
  },
  output: ({ context: { denied } }) => ({ reason: denied ? 'expired' : 'idle' }),
});
