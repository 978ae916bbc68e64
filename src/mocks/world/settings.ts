import * as z from '@/contract/zod';
import { mostPatients, presetNames } from '@/mocks/db/seeds/seed-choice';
import { lastTime } from './world';

/** The key of the only row. */
export const SETTINGS_ID = 'world';

// Limits for imported files: times must be valid, and the number of patients bounded.
const isTime = (text: string) => Date.parse(text) >= 0 && Date.parse(text) <= lastTime;
const time = z.iso.datetime().check(z.refine(isTime, 'no time between 1970 and 2199'));
const shift = (most: number) => z.number().check(z.gte(-most), z.lte(most));

/** The options the data was generated from, and its clock. Stored with the data, so that tabs and exports share it. */
export const settingsRow = z.object({
  id: z.string(),
  preset: z.enum(presetNames),
  seed: z.number(),
  patients: z.nullable(z.int().check(z.gte(1), z.lte(mostPatients))),
  /** The instant around which the data is dated: the chosen start, else the first instant of the day. */
  start: time,
  /** Whether the start was chosen explicitly. */
  pinned: z.boolean(),
  /** Milliseconds by which the clock is ahead of the real one. */
  offset: shift(lastTime),
  /** Milliseconds by which a user moved the clock in the control room. */
  movedByHand: shift(100 * lastTime),
  /** The time at which the clock is stopped; null while it runs. */
  stopped: z.nullable(time),
});
