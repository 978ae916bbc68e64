import { requireTime } from './world';
import { SETTINGS_ID, type Settings, type WorldDatabase } from './world-tables';

interface MoveOptions {
  /** Whether a user moved the clock in the control room; defaults to false, as for scripts. */
  readonly byHand?: boolean;
}

/** The mock's clock: codes and links expire by it, kits advance by it. Stored with the data, shared by tabs. */
export interface Clock {
  now(): Date;
  /**
   * The time for the product's session timeout: `now` without the user's moves of the clock, because that user is
   * active and must not be logged out by that.
   */
  sessionNow(): Date;
  /** Sets the time; a running clock continues from there. Rejects for a time outside 1970 to 2199. */
  set(time: Date | string | number, options?: MoveOptions): Promise<void>;
  /** Moves the time by this many milliseconds, backwards if negative. Rejects if the result is outside 1970 to 2199. */
  advance(milliseconds: number, options?: MoveOptions): Promise<void>;
  /** Stops the clock. */
  stop(): Promise<void>;
  /** Starts the clock again. */
  run(): Promise<void>;
  isRunning(): boolean;
}

/** Numbers stored beside the data (`Counters.shift`), in milliseconds: how the history has shifted the two times. */
interface ClockShifts extends Record<string, number> {
  /** Of a running clock. */
  readonly clock: number;
  /** Left out of `sessionNow`, so that no one is logged out by a step back or forward. */
  readonly session: number;
}

/** The clock as the history moves it. */
export interface ShiftedClock extends Clock {
  /** The time with these settings, in milliseconds since 1970. */
  timeOf(settings: Pick<Settings, 'offset' | 'stopped'> | undefined, shift?: number): number;
  /** How to shift a clock with these settings so that its time is `time`, and the session's stays. */
  shiftsFor(settings: Settings | undefined, time: number): ClockShifts;
}

/**
 * @param real the machine's clock
 * @param fallback the settings to use if the data has none
 */
export function createClock(db: WorldDatabase, real: () => Date, fallback: () => Settings): ShiftedClock {
  const settings = () => db.table('settings').get(SETTINGS_ID);

  const timeOf: ShiftedClock['timeOf'] = (stored, shift = db.shift('clock')) => {
    if (!stored) return real().getTime();
    return stored.stopped === null ? real().getTime() + stored.offset + shift : Date.parse(stored.stopped);
  };
  const now = () => new Date(timeOf(settings()));
  const sessionNow = () => new Date(now().getTime() - (settings()?.movedByHand ?? 0) - db.shift('session'));

  async function change(label: string, make: () => Pick<Settings, 'offset' | 'stopped'>, byHand = false) {
    await db.hydrate();
    await db.transaction(async ({ tables }) => {
      const made = make();
      const before = settings()?.movedByHand ?? 0;
      const moved = byHand ? timeOf(made) - now().getTime() : 0;
      const change = { ...made, movedByHand: before + moved };
      if (settings()) await tables.settings.patch(SETTINGS_ID, change);
      else await tables.settings.insert({ ...fallback(), ...change });
    }, label);
  }

  const isRunning = () => (settings()?.stopped ?? null) === null;
  const runningAt = (time: number) => ({
    offset: time - real().getTime() - db.shift('clock'),
    stopped: null,
  });
  const stoppedAt = (time: number) => ({ offset: 0, stopped: new Date(time).toISOString() });
  const at = (time: number) => (isRunning() ? runningAt(time) : stoppedAt(time));

  return {
    now,
    sessionNow,
    async set(time, options) {
      const target = requireTime(time).getTime();
      await change('Set the clock', () => at(target), options?.byHand);
    },
    async advance(milliseconds, options) {
      requireTime(now().getTime() + milliseconds);
      // Two tabs may move the clock at the same time, so use its value at the time of the transaction.
      await change(
        'Move the clock',
        () => {
          const stored = settings();
          if (stored?.stopped === null) return { offset: stored.offset + milliseconds, stopped: null };
          return at(now().getTime() + milliseconds);
        },
        options?.byHand,
      );
    },
    stop: () => change('Stop the clock', () => stoppedAt(now().getTime())),
    run: () => change('Start the clock', () => runningAt(now().getTime())),
    isRunning,
    timeOf,
    shiftsFor(stored, time) {
      const clock = stored?.stopped === null ? time - timeOf(stored, 0) : 0;
      const session = timeOf(stored, clock) - (stored?.movedByHand ?? 0) - sessionNow().getTime();
      return { clock, session };
    },
  };
}
