import { TableError } from '@/mocks/db/table-error';

type Index<R> = {
  get(field: string, value: unknown): R | undefined;
  add(row: R): void;
  drop(row: R): void;
  refuseDuplicates(rows: Iterable<R>, leaving?: ReadonlySet<R>): void;
};

/**
 * One map per unique field. Optional fields may be unique too.
 * `refuseDuplicates` checks the given rows against the held ones (but those in `leaving`, which the rows are about to
 * replace) and against each other, and throws a `TableError` (`duplicate`).
 */
export function createUniqueIndex<R extends object>(
  table: string,
  fields: readonly (keyof R & string)[],
): Index<R> {
  const held = fields.map((field) => ({ field, rows: new Map<unknown, R>() }));
  /** A field that is null or undefined claims nothing. */
  const isClaim = (value: unknown) => value !== null && value !== undefined;

  return {
    get: (field, value) => held.find((index) => index.field === field)?.rows.get(value),
    add(row) {
      for (const { field, rows } of held) if (isClaim(row[field])) rows.set(row[field], row);
    },
    drop(row) {
      for (const { field, rows } of held) if (isClaim(row[field])) rows.delete(row[field]);
    },
    refuseDuplicates(rows, leaving) {
      for (const { field, rows: holders } of held) {
        const claimed = new Set<unknown>();
        for (const row of rows) {
          const value = row[field];
          if (!isClaim(value)) continue;
          const holder = holders.get(value);
          if (claimed.has(value) || (holder && !leaving?.has(holder)))
            throw new TableError(
              'duplicate',
              table,
              `${table} already has ${field} ${JSON.stringify(value)}`,
              field,
            );
          claimed.add(value);
        }
      }
    },
  };
}
