import { days } from './world';
import { SETTINGS_ID, type SeedLimits, type Settings, type WorldDatabase } from './world-tables';

/** What the data is generated from; the same choice gives exactly the same data. The key of its size is its own name for it. */
export type SeedChoice<Preset extends string = string, Size extends string = string> = {
  readonly preset: Preset;
  readonly seed: number;
  /**
   * ISO 8601: the data is dated around this instant and the clock is set to it, so that even times are the same on
   * every machine. If absent, the data is dated around today and the clock is the real one.
   */
  readonly start?: string | undefined;
} & (string extends Size
  ? { readonly [size: string]: string | number | undefined }
  : { readonly [K in Size]?: number | undefined });

/** The first instant of a day in UTC, so that everything seeded on one day is the same. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / days(1)) * days(1));

/** The settings of fresh data. An explicit start stops the clock there. */
export const settingsOf = (choice: SeedChoice, now: Date, { size }: SeedLimits): Settings => ({
  id: SETTINGS_ID,
  preset: choice.preset,
  seed: choice.seed,
  ...(size && { [size.name]: choice[size.name] ?? null }),
  start: choice.start ?? startOfDay(now).toISOString(),
  pinned: choice.start !== undefined,
  offset: 0,
  movedByHand: 0,
  stopped: choice.start ?? null,
});

/** The options the data was generated from; undefined if not stored. */
export function choiceIn(db: WorldDatabase, { size }: SeedLimits): SeedChoice | undefined {
  const stored: (Settings & { readonly [field: string]: unknown }) | undefined = db
    .table('settings')
    .get(SETTINGS_ID);
  if (!stored) return undefined;
  const { preset, seed, start, pinned } = stored;
  const chosen = size && stored[size.name];
  return {
    preset,
    seed,
    ...(size && typeof chosen === 'number' && { [size.name]: chosen }),
    ...(pinned ? { start } : {}),
  };
}
