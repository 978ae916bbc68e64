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
 * During the warning, input in this tab does not count as activity, because the mouse may be moved by accident.
 * Chart: docs/machines/idle.md
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
    isOverAtStart: ({ event }) =>
      event.type === 'START' && (isImplausible(event) || event.at >= endsAt({ lastActive: startOf(event) })),
    isOver: ({ context, event }) => event.at >= endsAt(context),
    isDue: ({ context, event }) => event.at >= warningAt(context),
    wentBack: ({ context, event }) => event.at < context.lastActive,
    isOtherTab: ({ event }) => event.type === 'ACTIVITY' && event.otherTab === true,
  },
  actions: {
    setLastActive: assign({ lastActive: ({ event }) => event.at }),
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
          { guard: 'isOverAtStart', target: 'timedOut' },
          {
            target: 'watching',
            actions: assign({ lastActive: ({ event }) => startOf(event) }),
          },
        ],
      },
    },
    watching: {
      on: {
        TICK: [
          { guard: 'isOver', target: 'timedOut' },
          { guard: 'isDue', target: 'warning' },
          { guard: 'wentBack', actions: 'setLastActive' },
        ],
        ACTIVITY: [
          // The other tab was active in time. The next TICK checks whether this tab is.
          { guard: 'isOtherTab', actions: 'setLastActive' },
          { guard: 'isOver', target: 'timedOut' },
          { actions: 'setLastActive' },
        ],
      },
    },
    warning: {
      tags: 'warning',
      on: {
        TICK: [
          { guard: 'isOver', target: 'timedOut' },
          { guard: 'wentBack', target: 'watching', actions: 'setLastActive' },
        ],
        STAY: { target: 'watching', actions: 'setLastActive' },
        ACTIVITY: { guard: 'isOtherTab', target: 'watching', actions: 'setLastActive' },
      },
    },
    timedOut: { type: 'final' },
  },
});
