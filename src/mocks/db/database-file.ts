import * as z from '@/contract/zod';
import type { DatabaseFile, TableRecord } from '@/mocks/db/database-types';
import type { Row } from '@/mocks/db/row';
import { TableError } from '@/mocks/db/table-error';

/** Far more than anybody draws, and still so small that adding one makes another number. */
const count = z.int().check(z.gte(0), z.lte(1e12));

const fileSchema = z.object({
  format: z.literal('kitwell-mock'),
  version: z.string(),
  counters: z.object({ seed: z.number(), drawn: count, sequences: z.record(z.string(), count) }),
  tables: z.record(z.string(), z.array(z.unknown())),
});

/** A file that cannot be imported; the message says why, for the person who chose it. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
}

function fromText(file: unknown): unknown {
  if (typeof file !== 'string') return file;
  try {
    return JSON.parse(file);
  } catch {
    throw new DatabaseFileError('Nothing was imported: the file is not JSON.');
  }
}

/**
 * Reads an export (an object or JSON text) and checks every row of every table before anything is changed.
 * Throws `DatabaseFileError` on another kind of file, another version, a table too many or missing, an invalid or double row.
 */
export function readDatabaseFile(file: unknown, version: string, tables: TableRecord): DatabaseFile {
  const parsed = z.safeParse(fileSchema, fromText(file));
  if (!parsed.success)
    throw new DatabaseFileError('Nothing was imported: the file is not an export of this mock backend.');
  const { data } = parsed;
  if (data.version !== version) {
    throw new DatabaseFileError(
      `Nothing was imported: the file is of version ${data.version}, this is version ${version}.`,
    );
  }
  const unknown = Object.keys(data.tables).find((name) => !Object.hasOwn(tables, name));
  if (unknown !== undefined)
    throw new DatabaseFileError(`Nothing was imported: there is no table ${unknown} here.`);

  const checked: Record<string, Row[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = data.tables[name];
    if (!rows) throw new DatabaseFileError(`Nothing was imported: the file lacks the table ${name}.`);
    try {
      checked[name] = table.check(rows);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      throw new DatabaseFileError(`Nothing was imported: ${error.message}.`);
    }
  }
  return { ...data, tables: checked };
}
