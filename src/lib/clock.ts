/**
 * The time the product uses. In a build with the mock backend, a demo or a test can move it. Timers do not follow it:
 * code that waits for a time must also subscribe and check the clock again.
 */
interface AppClock {
  /**
   * The time for the session's limits, in milliseconds since 1970. May jump in either direction when a computer sleeps or
   * its clock is adjusted.
   */
  readonly now: () => number;
  /** The time for dates that users see: in a demo with the user's moves of the clock, which must not end the session. */
  readonly calendarNow: () => number;
  /** Calls `listener` when the mock clock was moved. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The machine's clock, which reports no changes. */
const machineClock: AppClock = {
  now: () => Date.now(),
  calendarNow: () => Date.now(),
  subscribe: () => () => undefined,
};

let current = machineClock;

/** Sets the clock of the mock backend, before anything subscribes; null restores the machine's. */
export function setAppClock(clock: AppClock | null): void {
  current = clock ?? machineClock;
}

/** The current clock. */
export const appClock: AppClock = {
  now: () => current.now(),
  calendarNow: () => current.calendarNow(),
  subscribe: (listener) => current.subscribe(listener),
};
