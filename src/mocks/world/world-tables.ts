import type { Database } from '../db/database-types';
import { createTable } from '../db/table';
import type { StoredTable } from '../db/table-types';
import { type Mail, mailRow } from './mail';
import { type SeedLimits, type Settings, settingsRow } from './settings';

/** The tables that every mock backend has beside those of its product. */
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
