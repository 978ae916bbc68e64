import * as z from '@/contract/zod';
import { presetNames } from '@/mocks/db/seeds/seed-choice';

/** The key of the only row. */
export const SETTINGS_ID = 'world';

/** What the data was made from and what time it is there: kept with the data, so that tabs and exports share it. */
export const settingsRow = z.object({
  id: z.string(),
  preset: z.enum(presetNames),
  seed: z.number(),
  patients: z.nullable(z.number()),
  /** The instant around which the data was made: that of the choice, else the first of its day. */
  start: z.string(),
  /** Whether the choice named the start. */
  pinned: z.boolean(),
  /** How far the clock is ahead of the real one, in milliseconds. */
  offset: z.number(),
  /** How much of the time was moved by a person in the control room, in milliseconds. */
  movedByHand: z.number(),
  /** Where the clock stands; null while it runs. */
  stopped: z.nullable(z.string()),
});
