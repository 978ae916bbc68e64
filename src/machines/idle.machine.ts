import { assign, emit, setup } from 'xstate';
import { idleLimits } from '@/contract';

export interface IdleInput {
  /** When somebody last did something, in milliseconds since 1970. */
  readonly at: number;
}

export interface IdleContext {
  readonly lastActive: number;
}

export type IdleEvent =
  /** Somebody did something, in this tab or in another one. */
  | { readonly type: 'ACTIVITY'; readonly at: number; readonly elsewhere?: boolean }
  /** The page is looked at again: timers may have slept with the computer. */
  | { readonly type: 'LOOKED_AT'; readonly at: number }
  /** The answer to the warning. */
  | { readonly type: 'STAY'; readonly at: number };

export type IdleEmitted = { readonly type: 'timed-out' };

const isOver = (context: IdleContext, { at }: { at: number }) =>
  at - context.lastActive >= idleLimits.warnAfter + idleLimits.stayWithin;

/**
 * Watches over somebody who is signed in and does nothing (DESIGN, "Session"): after 15 minutes it warns, and 60 seconds
 * later it emits `timed-out`.
 *
 * ```
 * watching → 15 min → warning → 60 s → timedOut
 * warning → STAY, activity in another tab → watching
 * ```
 * During the warning only an answer counts: a mouse that is bumped into is nobody.
 */
export const idleMachine = setup({
  types: {} as {
    input: IdleInput;
    context: IdleContext;
    events: IdleEvent;
    emitted: IdleEmitted;
    tags: 'warning' | 'timed-out';
  },
  delays: { warnAfter: idleLimits.warnAfter, stayWithin: idleLimits.stayWithin },
  guards: {
    isOver: ({ context }, happened: { at: number }) => isOver(context, happened),
    isElsewhere: (_, { elsewhere }: { elsewhere: boolean }) => elsewhere,
  },
  actions: {
    keepTime: assign({ lastActive: (_, { at }: { at: number }) => at }),
    sayTimedOut: emit({ type: 'timed-out' }),
  },
}).createMachine({
  id: 'idle',
  context: ({ input }) => ({ lastActive: input.at }),
  initial: 'watching',
  on: {
    LOOKED_AT: {
      guard: { type: 'isOver', params: ({ event }) => ({ at: event.at }) },
      target: '.timedOut',
    },
  },
  states: {
    watching: {
      after: { warnAfter: 'warning' },
      on: {
        ACTIVITY: [
          { guard: { type: 'isOver', params: ({ event }) => ({ at: event.at }) }, target: 'timedOut' },
          {
            target: 'watching',
            reenter: true,
            actions: { type: 'keepTime', params: ({ event }) => ({ at: event.at }) },
          },
        ],
      },
    },
    warning: {
      tags: 'warning',
      after: { stayWithin: 'timedOut' },
      on: {
        STAY: {
          target: 'watching',
          actions: { type: 'keepTime', params: ({ event }) => ({ at: event.at }) },
        },
        ACTIVITY: {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ elsewhere: event.elsewhere === true }) },
          target: 'watching',
          actions: { type: 'keepTime', params: ({ event }) => ({ at: event.at }) },
        },
      },
    },
    timedOut: { tags: 'timed-out', entry: 'sayTimedOut', on: { LOOKED_AT: {} } },
  },
});
