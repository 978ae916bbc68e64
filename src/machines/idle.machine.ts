import { type AnyActorRef, assign, setup } from 'xstate';
import { idleLimits } from '@/contract';
import { missingCallback } from './failure';

interface IdleContext {
  /** When the user was last active in any tab, in milliseconds since 1970. */
  readonly lastActive: number;
}

export type IdleEvent =
  /** The first event: the stored time of the last activity (null if none is stored) and the current time. */
  | { readonly type: 'START'; readonly lastActive: number | null; readonly at: number }
  /** The user was active, in this tab or in another one. */
  | { readonly type: 'ACTIVITY'; readonly at: number; readonly otherTab?: boolean }
  /** The current time. It may have jumped: computers sleep, clocks are set, a demo's clock is moved. */
  | { readonly type: 'TICK'; readonly at: number }
  /** The user chose to stay signed in. */
  | { readonly type: 'STAY'; readonly at: number };

export interface ActivityInput {
  /** The idle machine: its state determines which event is due next. */
  readonly idle: AnyActorRef;
}

/** Maps an event to its time, as the `params` of an action or guard. */
const time = ({ event }: { event: { readonly at: number } }) => ({ at: event.at });

/** When the warning is due, in milliseconds since 1970. */
export const warningAt = ({ lastActive }: IdleContext): number => lastActive + idleLimits.warnAfter;
/** When the session ends, in milliseconds since 1970. */
export const endsAt = (context: IdleContext): number => warningAt(context) + idleLimits.stayWithin;

/** The stored time of the last activity, and the time now. */
type Stored = { readonly lastActive: number | null; readonly at: number };

/**
 * Whether the stored time is further in the future than a clock correction explains: the clock was set back, so the
 * length of the absence is unknown.
 */
const isImplausible = ({ lastActive, at }: Stored): boolean =>
  lastActive !== null && lastActive - at > idleLimits.stayWithin;

/** The time from which inactivity is counted. */
const startOf = ({ lastActive, at }: Stored): number => Math.min(lastActive ?? at, at);

/**
 * Ends an unused session (§Design "Session"): warns after 15 minutes and times out 60 seconds later. It starts from the
 * stored time of the last activity, so that a reload does not reset the deadline. It uses no timers, which stop while
 * the computer sleeps: the invoked `activity` sends START and then TICK.
 *
 * ```
 * starting → START → watching | timedOut (the limit has passed, or the clock was set back)
 * watching → TICK after 15 min → warning → TICK after 60 s more → timedOut
 * watching → TICK after 16 min → timedOut (too late for a warning)
 * warning → STAY, activity in another tab → watching
 * watching, warning → TICK before the last activity (the clock went back) → watching, counted from that time
 * ```
 * During the warning, input in this tab does not count as activity, because the mouse may be moved by accident.
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
          // The other tab was active in time. The next TICK checks whether this tab is.
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
