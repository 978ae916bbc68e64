import { SETTINGS_ID, type Settings } from './settings';
import { requireTime } from './world';
import type { WorldDatabase } from './world-tables';

interface MoveOptions {
  /** Whether a user moved the clock in the control room; defaults to false, as for scripts. */
  readonly byHand?: boolean;
}

/** The mock's clock: codes and links expire by it, kits advance by it. Stored with the data, shared by tabs. */
export interface Clock {
  now(): Date;
  /**
   * The time for the product's session timeout: `now` without moves made by hand, because a user who moves the clock is
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

/**
 * @param real the machine's clock
 * @param fallback the settings to use if the data has none
 */
export function createClock(db: WorldDatabase, real: () => Date, fallback: () => Settings): Clock {
  const settings = () => db.table('settings').get(SETTINGS_ID);

  const timeOf = ({ offset, stopped }: Pick<Settings, 'offset' | 'stopped'>) =>
    stopped === null ? real().getTime() + offset : Date.parse(stopped);

  function now(): Date {
    const held = settings();
    return held ? new Date(timeOf(held)) : real();
  }

  async function change(make: () => Pick<Settings, 'offset' | 'stopped'>, byHand = false) {
    await db.hydrate();
    await db.transaction(async ({ tables }) => {
      const made = make();
      const before = settings()?.movedByHand ?? 0;
      const moved = byHand ? timeOf(made) - now().getTime() : 0;
      const change = { ...made, movedByHand: before + moved };
      if (settings()) await tables.settings.patch(SETTINGS_ID, change);
      else await tables.settings.insert({ ...fallback(), ...change });
    });
  }

  const isRunning = () => (settings()?.stopped ?? null) === null;
  const runningAt = (time: number) => ({ offset: time - real().getTime(), stopped: null });
  const stoppedAt = (time: number) => ({ offset: 0, stopped: new Date(time).toISOString() });
  const at = (time: number) => (isRunning() ? runningAt(time) : stoppedAt(time));

  return {
    now,
    sessionNow: () => new Date(now().getTime() - (settings()?.movedByHand ?? 0)),
    async set(time, options) {
      const wanted = requireTime(time).getTime();
      await change(() => at(wanted), options?.byHand);
    },
    async advance(milliseconds, options) {
      requireTime(now().getTime() + milliseconds);
      // Two tabs may move the clock at the same time, so use its value at the time of the transaction.
      await change(() => {
        const held = settings();
        if (held?.stopped === null) return { offset: held.offset + milliseconds, stopped: null };
        return at(now().getTime() + milliseconds);
      }, options?.byHand);
    },
    stop: () => change(() => stoppedAt(now().getTime())),
    run: () => change(() => runningAt(now().getTime())),
    isRunning,
  };
}
