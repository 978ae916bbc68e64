/** Identifies a row within its table. */
export type Key = string | number;

/** Rows are JSON values (that is how they are stored), kept and returned frozen. */
export type Row = object;

function cloneValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneValue);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  // The library's symbols are not enumerable, so they are not copied.
  const copy: Record<string, unknown> = { ...value };
  for (const field in copy) if (typeof copy[field] === 'object') copy[field] = cloneValue(copy[field]);
  return copy;
}

/** A deep copy without @msw/data's symbol keys. Much faster than `structuredClone` for plain rows. */
export function cloneRow<R extends Row>(row: R): R {
  return cloneValue(row) as R;
}

/** Deep-freezes a row in place, so that predicates and comparators can get the row itself. */
export function freezeRow<R extends Row>(row: R): R {
  for (const value of Object.values(row)) {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeRow(value);
  }
  return Object.freeze(row);
}

/** Whether a value is an immutable row, frozen by `freezeRow`. */
export const isFrozenRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.isFrozen(value);

/** Derives a value from each frozen row once: most rows of a long list are unchanged on the next call. */
export function oncePerRow<R extends Row, Derived>(derive: (row: R) => Derived): (row: R) => Derived {
  const cache = new WeakMap<R, Derived>();
  return (row) => {
    const last = cache.get(row);
    if (last !== undefined) return last;
    const derived = derive(row);
    cache.set(row, derived);
    return derived;
  };
}

/** Derives a value from a list of frozen rows, and again only for another list. Only the last list is kept. */
export function oncePerList<Derived>(
  derive: (rows: readonly unknown[]) => Derived,
): (rows: readonly unknown[]) => Derived {
  let last: { readonly rows: readonly unknown[]; readonly derived: Derived } | undefined;
  return (rows) => {
    if (last?.rows.length === rows.length && rows.every((row, at) => row === last?.rows[at]))
      return last.derived;
    const derived = derive(rows);
    if (rows.length > 0 && rows.every(isFrozenRow)) last = { rows: [...rows], derived };
    return derived;
  };
}

type TableErrorCode = 'changed' | 'duplicate' | 'invalid' | 'key-change' | 'missing';

/** A write that a table rejected; nothing of it was applied. */
export class TableError extends Error {
  override readonly name = 'TableError';

  constructor(
    readonly code: TableErrorCode,
    readonly table: string,
    message: string,
    /** The invalid field: a unique field for `duplicate`, the path for `invalid`. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** The error for a write to a missing row. */
export function missingRow(table: string, id: Key): TableError {
  return new TableError('missing', table, `${table} has no row ${JSON.stringify(id)}`);
}
