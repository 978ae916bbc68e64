import { assign, emit, setup } from 'xstate';
import { idleLimits } from '@/contract';

interface IdleInput {
  /** When somebody last did something, in milliseconds since 1970. */
  readonly at: number;
}

interface IdleContext {
  readonly lastActive: number;
}

type IdleEvent =
  /** Somebody did something, in this tab or in another one. */
  | { readonly type: 'ACTIVITY'; readonly at: number; readonly elsewhere?: boolean }
  /** What the clock shows now. It may have jumped: computers sleep, clocks are set right, a demo's clock is moved. */
  | { readonly type: 'LOOKED_AT'; readonly at: number }
  /** The answer to the warning. */
  | { readonly type: 'STAY'; readonly at: number };

type IdleEmitted = { readonly type: 'timed-out' };

/** The `params` of an action or guard that is about an event's time. */
const time = ({ event }: { event: { readonly at: number } }) => ({ at: event.at });

/** When the warning is due, in milliseconds since 1970. */
export const warningAt = ({ lastActive }: IdleContext): number => lastActive + idleLimits.warnAfter;
/** When the time is up, in milliseconds since 1970. */
export const timeUpAt = (context: IdleContext): number => warningAt(context) + idleLimits.stayWithin;

/**
 * Watches over somebody who is signed in and does nothing (DESIGN, "Session"): after 15 minutes it warns, and 60 seconds
 * later it emits `timed-out`. It has no timers, which sleep with the computer: whoever runs it sends LOOKED_AT.
 *
 * ```
 * watching → LOOKED_AT after 15 min → warning → LOOKED_AT after 60 s more → timedOut
 * watching → LOOKED_AT after 16 min → timedOut (nobody could have seen a warning)
 * warning → STAY, activity in another tab → watching
 * watching, warning → LOOKED_AT before the last activity (the clock went back) → watching, from then on
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
  guards: {
    isOver: ({ context }, { at }: { at: number }) => at >= timeUpAt(context),
    isDue: ({ context }, { at }: { at: number }) => at >= warningAt(context),
    wentBack: ({ context }, { at }: { at: number }) => at < context.lastActive,
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
  states: {
    watching: {
      on: {
        LOOKED_AT: [
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          { guard: { type: 'isDue', params: time }, target: 'warning' },
          {
            guard: { type: 'wentBack', params: time },
            actions: { type: 'keepTime', params: time },
          },
        ],
        ACTIVITY: [
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          {
            actions: { type: 'keepTime', params: time },
          },
        ],
      },
    },
    warning: {
      tags: 'warning',
      on: {
        LOOKED_AT: [
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          {
            guard: { type: 'wentBack', params: time },
            target: 'watching',
            actions: { type: 'keepTime', params: time },
          },
        ],
        STAY: {
          target: 'watching',
          actions: { type: 'keepTime', params: time },
        },
        ACTIVITY: {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ elsewhere: event.elsewhere === true }) },
          target: 'watching',
          actions: { type: 'keepTime', params: time },
        },
      },
    },
    timedOut: { tags: 'timed-out', entry: 'sayTimedOut' },
  },
});
