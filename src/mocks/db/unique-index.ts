import { TableError } from '@/mocks/db/table-error';

type Index<R> = {
  get(field: string, value: unknown): R | undefined;
  add(row: R): void;
  drop(row: R): void;
  refuseDuplicates(rows: Iterable<R>, leaving?: ReadonlySet<R>): void;
};

/**
 * One map per unique field. A field that is null or undefined claims nothing, so optional fields may be unique too.
 * `refuseDuplicates` checks the given rows against the held ones (but those in `leaving`, which the rows are about to
 * replace) and against each other, and throws a `TableError` (`duplicate`).
 */
export function createUniqueIndex<R extends object>(
  table: string,
  fields: readonly (keyof R & string)[],
): Index<R> {
  const held = new Map(fields.map((field) => [field as string, new Map<unknown, R>()]));
  const claims = (row: R) =>
    fields
      .map((field) => [field, row[field]] as const)
      .filter(([, value]) => value !== null && value !== undefined);

  return {
    get: (field, value) => held.get(field)?.get(value),
    add(row) {
      for (const [field, value] of claims(row)) held.get(field)?.set(value, row);
    },
    drop(row) {
      for (const [field, value] of claims(row)) held.get(field)?.delete(value);
    },
    refuseDuplicates(rows, leaving) {
      const claimed = new Map(fields.map((field) => [field as string, new Set<unknown>()]));
      for (const row of rows) {
        for (const [field, value] of claims(row)) {
          const holder = held.get(field)?.get(value);
          const taken = claimed.get(field)?.has(value) || (holder && !leaving?.has(holder));
          if (taken) {
            throw new TableError(
              'duplicate',
              table,
              `${table} already has ${field} ${JSON.stringify(value)}`,
              field,
            );
          }
          claimed.get(field)?.add(value);
        }
      }
    },
  };
}
