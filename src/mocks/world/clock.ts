import type { MockDatabase, TableRow } from '@/mocks/db/tables';
import { SETTINGS_ID } from '@/mocks/world/settings';
import { requireTime } from '@/mocks/world/world';

interface MoveOptions {
  /** A person did it in the control room; false where absent, as for scripts. */
  readonly byHand?: boolean;
}

/** The mock backend's time: codes and links expire by it, kits move on by it. Kept with the data, shared by tabs. */
export interface Clock {
  now(): Date;
  /**
   * The time by which the product's session goes idle: `now` without the moves made by hand. Whoever moves the clock
   * with their own hands is there, and is not logged out by it.
   */
  sessionNow(): Date;
  /** Sets the time; a clock that runs goes on from there. Rejects for what is no time between 1970 and 2199. */
  set(time: Date | string | number, options?: MoveOptions): Promise<void>;
  /** Moves the time, in milliseconds; back where negative. Rejects where that leads to no such time. */
  advance(milliseconds: number, options?: MoveOptions): Promise<void>;
  /** Lets the time stand still. */
  stop(): Promise<void>;
  /** Lets it pass again. */
  run(): Promise<void>;
  isRunning(): boolean;
}

type Settings = TableRow<'settings'>;

/**
 * @param real the clock of the machine
 * @param fallback what counts as settings where the data holds none
 */
export function createClock(db: MockDatabase, real: () => Date, fallback: () => Settings): Clock {
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
      // The clocks of two tabs may move at once: from where it stands when it is our turn.
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
