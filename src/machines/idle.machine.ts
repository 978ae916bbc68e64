import { type AnyActorRef, assign, setup } from 'xstate';
import { idleLimits } from '@/contract';
import { missingCallback } from './failure';

interface IdleContext {
  /** When the user was last active in any tab, in milliseconds since 1970. */
  readonly lastActive: number;
}

export type IdleEvent =
  /** The first event: what is stored of the last activity, null where nothing is, and the time now. */
  | { readonly type: 'START'; readonly lastActive: number | null; readonly at: number }
  /** The user did something, in this tab or in another one. */
  | { readonly type: 'ACTIVITY'; readonly at: number; readonly otherTab?: boolean }
  /** The time now. It may have jumped: computers sleep, clocks are set, a demo's clock is moved. */
  | { readonly type: 'TICK'; readonly at: number }
  /** The answer to the warning. */
  | { readonly type: 'STAY'; readonly at: number };

export interface ActivityInput {
  /** The idle machine itself: what is due next depends on its state. */
  readonly idle: AnyActorRef;
}

/** The `params` of an action or guard that is about an event's time. */
const time = ({ event }: { event: { readonly at: number } }) => ({ at: event.at });

/** When the warning is due, in milliseconds since 1970. */
export const warningAt = ({ lastActive }: IdleContext): number => lastActive + idleLimits.warnAfter;
/** When the session ends, in milliseconds since 1970. */
export const endsAt = (context: IdleContext): number => warningAt(context) + idleLimits.stayWithin;

/** The stored time of the last activity, and the time now. */
type Stored = { readonly lastActive: number | null; readonly at: number };

/**
 * Whether the stored time is in the future by more than a clock correction: the clock was set back, and how long the user
 * was away can't be known.
 */
const isImplausible = ({ lastActive, at }: Stored): boolean =>
  lastActive !== null && lastActive - at > idleLimits.stayWithin;

/** Where counting starts. */
const startOf = ({ lastActive, at }: Stored): number => Math.min(lastActive ?? at, at);

/**
 * Ends a session that is not used (DESIGN "Session"): after 15 minutes it warns, and 60 seconds later it is done. It starts
 * from the stored time of the last activity, so that a reload does not reset the deadline. It has no timers, which sleep
 * with the computer: the invoked `activity` sends START and then TICK.
 *
 * ```
 * starting → START → watching | timedOut (the limit has passed, or the clock was set back)
 * watching → TICK after 15 min → warning → TICK after 60 s more → timedOut
 * watching → TICK after 16 min → timedOut (no warning could have been seen)
 * warning → STAY, activity in another tab → watching
 * watching, warning → TICK before the last activity (the clock went back) → watching, from then on
 * ```
 * During the warning only an answer counts as activity: a mouse may be moved by accident.
 */
export const idleMachine = setup({
  types: {} as {
    context: IdleContext;
    events: IdleEvent;
    tags: 'warning';
  },
  actors: {
    /** Sends START, ACTIVITY and TICK. */
    activity: missingCallback<ActivityInput>('activity'),
  },
  guards: {
    isOverAtStart: (_, { lastActive, at }: Stored) =>
      isImplausible({ lastActive, at }) || at >= endsAt({ lastActive: startOf({ lastActive, at }) }),
    isOver: ({ context }, { at }: { at: number }) => at >= endsAt(context),
    isDue: ({ context }, { at }: { at: number }) => at >= warningAt(context),
    wentBack: ({ context }, { at }: { at: number }) => at < context.lastActive,
    isOtherTab: (_, { otherTab }: { otherTab: boolean }) => otherTab,
  },
  actions: {
    setLastActive: assign({ lastActive: (_, { at }: { at: number }) => at }),
  },
}).createMachine({
  id: 'idle',
  context: { lastActive: 0 },
  invoke: { id: 'activity', src: 'activity', input: ({ self }) => ({ idle: self }) },
  initial: 'starting',
  states: {
    starting: {
      on: {
        START: [
          { guard: { type: 'isOverAtStart', params: ({ event }) => event }, target: 'timedOut' },
          {
            target: 'watching',
            actions: { type: 'setLastActive', params: ({ event }) => ({ at: startOf(event) }) },
          },
        ],
      },
    },
    watching: {
      on: {
        TICK: [
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          { guard: { type: 'isDue', params: time }, target: 'warning' },
          {
            guard: { type: 'wentBack', params: time },
            actions: { type: 'setLastActive', params: time },
          },
        ],
        ACTIVITY: [
          // The other tab was in time. The next TICK decides whether this one is.
          {
            guard: { type: 'isOtherTab', params: ({ event }) => ({ otherTab: event.otherTab === true }) },
            actions: { type: 'setLastActive', params: time },
          },
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          { actions: { type: 'setLastActive', params: time } },
        ],
      },
    },
    warning: {
      tags: 'warning',
      on: {
        TICK: [
          { guard: { type: 'isOver', params: time }, target: 'timedOut' },
          {
            guard: { type: 'wentBack', params: time },
            target: 'watching',
            actions: { type: 'setLastActive', params: time },
          },
        ],
        STAY: { target: 'watching', actions: { type: 'setLastActive', params: time } },
        ACTIVITY: {
          guard: { type: 'isOtherTab', params: ({ event }) => ({ otherTab: event.otherTab === true }) },
          target: 'watching',
          actions: { type: 'setLastActive', params: time },
        },
      },
    },
    timedOut: { type: 'final' },
  },
});
