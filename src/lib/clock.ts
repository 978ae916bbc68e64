/**
 * The product's time, for whatever has to follow it rather than the machine's: in a build with the mock backend a demo
 * or a test moves it. Timers do not: whoever waits for a moment also subscribes, and looks at the clock again.
 */
interface AppClock {
  /** Milliseconds since 1970. May jump either way: a computer sleeps, a clock is set right. */
  readonly now: () => number;
  /** Calls back when the clock was moved by hand or by a script. Returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The machine's clock; that it was set, nobody tells. */
const machineClock: AppClock = { now: () => Date.now(), subscribe: () => () => undefined };

let current = machineClock;

/** Takes another clock, before anybody subscribes; null is the machine's. Only a build with the mock backend calls this. */
export function setAppClock(clock: AppClock | null): void {
  current = clock ?? machineClock;
}

/** The clock in use. */
export const appClock: AppClock = {
  now: () => current.now(),
  subscribe: (listener) => current.subscribe(listener),
};
