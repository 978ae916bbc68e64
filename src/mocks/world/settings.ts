import * as z from '@/contract/zod';
import { mostPatients, presetNames } from '@/mocks/db/seeds/seed-choice';
import { lastTime } from '@/mocks/world/world';

/** The key of the only row. */
export const SETTINGS_ID = 'world';

// A file from elsewhere may ask for anything: no clock runs where there is no time, and no data is made without end.
const isTime = (text: string) => Date.parse(text) >= 0 && Date.parse(text) <= lastTime;
const time = z.iso.datetime().check(z.refine(isTime, 'no time between 1970 and 2199'));
const shift = (most: number) => z.number().check(z.gte(-most), z.lte(most));

/** What the data was made from and what time it is there: kept with the data, so that tabs and exports share it. */
export const settingsRow = z.object({
  id: z.string(),
  preset: z.enum(presetNames),
  seed: z.number(),
  patients: z.nullable(z.int().check(z.gte(1), z.lte(mostPatients))),
  /** The instant around which the data was made: that of the choice, else the first of its day. */
  start: time,
  /** Whether the choice named the start. */
  pinned: z.boolean(),
  /** How far the clock is ahead of the real one, in milliseconds. */
  offset: shift(lastTime),
  /** How much of the time was moved by a person in the control room, in milliseconds. */
  movedByHand: shift(100 * lastTime),
  /** Where the clock stands; null while it runs. */
  stopped: z.nullable(time),
});
