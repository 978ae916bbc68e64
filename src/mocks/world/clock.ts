import type { MockDatabase, TableRow } from '@/mocks/db/tables';
import { SETTINGS_ID } from '@/mocks/world/settings';
import { requireTime } from '@/mocks/world/world';

/** The mock backend's time: codes and links expire by it, kits move on by it. Kept with the data, shared by tabs. */
export interface Clock {
  now(): Date;
  /** Sets the time; a clock that runs goes on from there. Rejects for what is no time between 1970 and 2199. */
  set(time: Date | string | number): Promise<void>;
  /** Moves the time, in milliseconds; back where negative. Rejects where that leads to no such time. */
  advance(milliseconds: number): Promise<void>;
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

  function now(): Date {
    const held = settings();
    if (!held) return real();
    return held.stopped === null ? new Date(real().getTime() + held.offset) : new Date(held.stopped);
  }

  async function change(make: () => Pick<Settings, 'offset' | 'stopped'>) {
    await db.hydrate();
    await db.transaction(async ({ tables }) => {
      const change = make();
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
    async set(time) {
      const wanted = requireTime(time).getTime();
      await change(() => at(wanted));
    },
    async advance(milliseconds) {
      requireTime(now().getTime() + milliseconds);
      // The clocks of two tabs may move at once: from where it stands when it is our turn.
      await change(() => {
        const held = settings();
        if (held?.stopped === null) return { offset: held.offset + milliseconds, stopped: null };
        return at(now().getTime() + milliseconds);
      });
    },
    stop: () => change(() => stoppedAt(now().getTime())),
    run: () => change(() => runningAt(now().getTime())),
    isRunning,
  };
}
