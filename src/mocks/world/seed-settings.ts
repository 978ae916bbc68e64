import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import type { MockDatabase, TableRow } from '@/mocks/db/tables';
import { SETTINGS_ID } from './settings';
import { days } from './world';

/** The first instant of a day in UTC, so that everything seeded on one day is the same. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / days(1)) * days(1));

/** The settings of fresh data. An explicit start stops the clock there. */
export const settingsOf = (choice: SeedChoice, now: Date): TableRow<'settings'> => ({
  id: SETTINGS_ID,
  preset: choice.preset,
  seed: choice.seed,
  patients: choice.patients ?? null,
  start: choice.start ?? startOfDay(now).toISOString(),
  pinned: choice.start !== undefined,
  offset: 0,
  movedByHand: 0,
  stopped: choice.start ?? null,
});

/** The options the data was generated from; undefined if not stored. */
export function choiceIn(db: MockDatabase): SeedChoice | undefined {
  const held = db.table('settings').get(SETTINGS_ID);
  if (!held) return undefined;
  const { preset, seed, patients, start, pinned } = held;
  return {
    preset,
    seed,
    ...(patients === null ? {} : { patients }),
    ...(pinned ? { start } : {}),
  };
}
