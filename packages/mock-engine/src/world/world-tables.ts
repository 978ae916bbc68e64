import * as z from 'zod/mini';
import type { Database, StoredTable } from '../db/database-types';
import { createTable } from '../db/table';
import { lastTime } from './world';

/** A mail sent by the backend, with the link that the user would click. */
export interface Mail<Kind extends string = string> {
  id: string;
  to: string;
  kind: Kind;
  subject: string;
  text: string;
  code?: string | undefined;
  /** Stored relative to the product's URL (`/confirm-address/…`), so that data can change hosts; listed absolute. */
  link?: string | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

/** @param kinds the product's kinds of mail; without them, any */
const mailRow = (kinds: readonly string[] | undefined) =>
  z.object({
    id: z.string(),
    to: z.string(),
    kind: kinds ? z.enum(kinds) : z.string(),
    subject: z.string(),
    text: z.string(),
    code: z.optional(z.string()),
    link: z.optional(z.string()),
    at: z.iso.datetime(),
  });

/** The key of the only row. */
export const SETTINGS_ID = 'world';

// Limits for imported files: times must be valid, and the size of the data bounded.
const isTime = (text: string) => Date.parse(text) >= 0 && Date.parse(text) <= lastTime;
const time = z.iso.datetime().check(z.refine(isTime, 'no time between 1970 and 2199'));
const shift = (most: number) => z.number().check(z.gte(-most), z.lte(most));

/** The options the data was generated from, and its clock. Stored with the data, so that tabs and exports share it. */
export interface Settings {
  id: string;
  preset: string;
  seed: number;
  /** The instant around which the data is dated: the chosen start, else the first instant of the day. */
  start: string;
  /** Whether the start was chosen explicitly. */
  pinned: boolean;
  /** Milliseconds by which the clock is ahead of the real one. */
  offset: number;
  /** Milliseconds by which a user moved the clock in the control room. */
  movedByHand: number;
  /** The time at which the clock is stopped; null while it runs. */
  stopped: string | null;
}

/** What a product's data can be generated from. */
export interface SeedLimits {
  readonly presets: readonly string[];
  /** The option that sets how much data there is, such as the number of patients, if there is one. */
  readonly size?: { readonly name: string; readonly most: number } | undefined;
}

/** The size, under its own name, is null where the preset decides. */
const settingsRow = ({ presets, size }: SeedLimits) =>
  z.object({
    id: z.string(),
    preset: z.enum(presets),
    seed: z.number(),
    ...(size && { [size.name]: z.nullable(z.int().check(z.gte(1), z.lte(size.most))) }),
    start: time,
    pinned: z.boolean(),
    offset: shift(lastTime),
    movedByHand: shift(100 * lastTime),
    stopped: z.nullable(time),
  });

/** The tables that every mock backend has besides its product's tables. */
export type WorldTables<Kind extends string = string> = {
  mails: StoredTable<Mail<Kind>, string>;
  settings: StoredTable<Settings, string>;
};
export type WorldDatabase = Database<WorldTables>;

/** New, empty tables. */
export const createWorldTables = (
  mailKinds: readonly string[] | undefined,
  limits: SeedLimits,
): WorldTables => ({
  mails: createTable({ name: 'mails', schema: mailRow(mailKinds), key: 'id' }),
  settings: createTable({ name: 'settings', schema: settingsRow(limits), key: 'id' }),
});
