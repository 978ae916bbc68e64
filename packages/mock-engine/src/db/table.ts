import { Collection, Query } from '@msw/data';
import * as z from 'zod/mini';
import { inEnglish } from '../error-message';
import type { Patch, RowQuery, Sort, StoredTable, TableChange, Where } from './database-types';
import { createWriteQueue } from './promises';
import { cloneRow, freezeRow, type Key, missingRow, type Row, TableError } from './row';

function predicateOf<R extends object>(where: Where<R>): (row: R) => boolean {
  if (typeof where === 'function') return where;
  const conditions = Object.entries(where) as [keyof R, unknown][];
  return (row) => conditions.every(([field, value]) => row[field] === value);
}

function comparatorOf<R>(sort: Sort<R>): (left: R, right: R) => number {
  if (typeof sort === 'function') return sort;
  const sign = sort.order === 'desc' ? -1 : 1;
  return (left, right) => {
    if (left[sort.by] === right[sort.by]) return 0;
    return left[sort.by] < right[sort.by] ? -sign : sign;
  };
}

/** The first row that matches `where`, not copied. */
function findRow<R extends object>(rows: readonly R[], where: Where<R>): R | undefined {
  return rows.find(predicateOf(where));
}

/** Filters, then sorts, then slices (the library slices before it sorts). Does not change `rows`. */
function queryRows<R extends object>(rows: readonly R[], query: RowQuery<R>): R[] {
  const matching = query.where === undefined ? rows : rows.filter(predicateOf(query.where));
  const sorted = query.sort === undefined ? matching : matching.toSorted(comparatorOf(query.sort));
  const start = query.skip ?? 0;
  return sorted.slice(start, start + (query.take ?? Number.POSITIVE_INFINITY));
}

/** A random UUID, version 4 (RFC 9562). */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

// Browsers leave it out without HTTPS, and @msw/data calls it for every record.
if (typeof crypto.randomUUID !== 'function')
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: randomUuid });

type Index<R> = {
  get(field: string, value: unknown): R | undefined;
  add(row: R): void;
  drop(row: R): void;
  rejectDuplicates(rows: Iterable<R>, leaving?: ReadonlySet<R>): void;
};

/**
 * One map per unique field. `rejectDuplicates` throws `duplicate` if the given rows conflict with each other or with
 * existing rows, except rows in `leaving`, which are about to be replaced.
 */
function createUniqueIndex<R extends object>(table: string, fields: readonly (keyof R & string)[]): Index<R> {
  const indexes = fields.map((field) => ({ field, rows: new Map<unknown, R>() }));
  /** Null and undefined are exempt from uniqueness. */
  const isClaim = (value: unknown) => value !== null && value !== undefined;

  return {
    get: (field, value) => indexes.find((index) => index.field === field)?.rows.get(value),
    add(row) {
      for (const { field, rows } of indexes) if (isClaim(row[field])) rows.set(row[field], row);
    },
    drop(row) {
      // Another of the rows replaced together may already have this value.
      for (const { field, rows } of indexes) if (rows.get(row[field]) === row) rows.delete(row[field]);
    },
    rejectDuplicates(rows, leaving) {
      for (const { field, rows: holders } of indexes) {
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

/** The library scans the table for each single update; above this many, a rebuild is cheaper. */
const REBUILD_FROM = 64;

/**
 * A collection that is given row positions and uses the rows themselves as its records. The rows are already validated
 * with typed errors, and the library's own copying and validation would cost more than everything else.
 */
function collectionOf<R extends Row>() {
  let adding: readonly R[] = [];
  const standard: {
    version: 1;
    vendor: string;
    validate: (value: unknown) => { value: R };
    types?: { input: R; output: R };
  } = {
    version: 1,
    vendor: 'mock-table',
    validate: (value) => ({ value: typeof value === 'number' ? (adding[value] as R) : (value as R) }),
  };
  const collection = new Collection({ schema: { '~standard': standard } });
  return {
    collection,
    /** Adds rows; rows already in a collection are copied. */
    async add(rows: readonly R[]): Promise<readonly R[]> {
      adding = rows.map((row) => (Object.isFrozen(row) ? cloneRow(row) : row));
      const records = await collection.createMany(rows.length, (position) => position as never);
      adding = [];
      return records;
    },
  };
}

/**
 * A typed table over one @msw/data `Collection`, which nothing else may use (§Mock backend, "Rules learned").
 *
 * `schema` is a zod/mini object of JSON values, `key` the field that identifies a row, `unique` further unique fields.
 * Writes are queued, so that concurrent read-modify-writes lose nothing. Reads are synchronous and return the frozen
 * rows themselves (docs/decisions/0026). Every write is applied completely or rejected with a `TableError`.
 */
export function createTable<S extends z.core.$ZodType<Row>, K extends keyof z.output<S> & string>(options: {
  name: string;
  schema: S;
  key: K;
  unique?: readonly (keyof z.output<S> & string)[];
}): StoredTable<z.output<S>, Extract<z.output<S>[K], Key>> {
  type R = z.output<S>;
  type Id = Extract<R[K], Key>;

  const { name, schema, key } = options;
  // Storages make files and keys of it.
  if (!/^[\p{L}$][\p{L}\p{N}_$-]*$/u.test(name))
    throw new Error(
      `A table cannot be named "${name}": only letters, digits, "_", "$" and "-", a letter or "$" first.`,
    );
  const listeners = new Set<(change: TableChange<R, Id>) => void>();
  const queue = createWriteQueue();
  const idOf = (row: R): Id => row[key] as Id;

  function openCollection() {
    const index = createUniqueIndex<R>(name, [key, ...(options.unique ?? [])]);
    const { collection, add } = collectionOf<R>();
    return {
      index,
      collection,
      async add(rows: readonly R[]) {
        captured = undefined;
        for (const record of await add(rows)) index.add(freezeRow(record));
      },
    };
  }
  /** The rows in an array that is not written to, until the next write: a copy of 10,000 rows for every call adds up. */
  let captured: readonly R[] | undefined;
  let contents = openCollection();
  const live = (): readonly R[] => contents.collection.all();

  function parse(value: unknown): R {
    const result = z.safeParse(schema, value, inEnglish);
    if (result.success) return cloneRow(result.data);
    const issue = result.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    const where = field === '' ? name : `${name}.${field}`;
    throw new TableError('invalid', name, `${where}: ${issue?.message ?? 'not a valid row'}`, field);
  }

  function emit(kind: TableChange<R, Id>['kind'], rows: readonly R[], ids: readonly Id[] = rows.map(idOf)) {
    if (listeners.size === 0) return;
    const change = { table: name, kind, ids, rows };
    for (const listener of listeners) listener(change);
  }

  /** The library's `clear()` skips hooks and rows, so emptying creates a new collection. */
  async function rebuild(rows: readonly R[]) {
    const next = openCollection();
    await next.add(rows);
    captured = undefined;
    contents = next;
  }

  async function append(values: readonly R[]) {
    const rows = values.map(parse);
    contents.index.rejectDuplicates(rows);
    await contents.add(rows);
    const added = liveRows(rows);
    emit('insert', added);
    return added;
  }

  async function replace(current: R, next: R) {
    captured = undefined;
    const stored = await contents.collection.update(new Query<R>((row) => row === current), {
      data: (draft) => void Object.assign(draft, next),
    });
    if (!stored) throw missingRow(name, idOf(current));
    contents.index.drop(current);
    contents.index.add(freezeRow(stored));
  }

  function patched(current: R, patch: Patch<R>): R {
    const change = typeof patch === 'function' ? patch(current) : patch;
    const next = parse({ ...current, ...change });
    if (idOf(next) !== idOf(current)) {
      throw new TableError('key-change', name, `${name}.${key} identifies the row and cannot change`, key);
    }
    return next;
  }

  async function replaceMany(currents: readonly R[], nexts: readonly R[]) {
    contents.index.rejectDuplicates(nexts, new Set(currents));
    if (nexts.length < REBUILD_FROM) {
      for (const [position, current] of currents.entries()) await replace(current, nexts[position] as R);
    } else {
      const byId = new Map(nexts.map((row) => [idOf(row), row]));
      await rebuild(live().map((row) => byId.get(idOf(row)) ?? row));
    }
    const patchedRows = liveRows(nexts);
    emit('patch', patchedRows);
    return patchedRows;
  }

  function liveRow(id: Id): R {
    const row = contents.index.get(key, id);
    if (!row) throw missingRow(name, id);
    return row;
  }
  /** The current frozen rows with the ids of the given ones. */
  const liveRows = (rows: readonly R[]) => rows.map((row) => liveRow(idOf(row)));

  function removeNow(id: Id): boolean {
    const row = contents.index.get(key, id);
    if (!row) return false;
    captured = undefined;
    contents.collection.delete(new Query<R>((candidate) => candidate === row));
    contents.index.drop(row);
    emit('remove', [row]);
    return true;
  }

  function check(values: readonly unknown[]): R[] {
    const rows = values.map((value, position) => {
      try {
        return parse(value);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        throw new TableError(error.code, name, `row ${position + 1} of ${error.message}`, error.field);
      }
    });
    createUniqueIndex<R>(name, [key, ...(options.unique ?? [])]).rejectDuplicates(rows);
    return rows;
  }

  async function resetNow(values: readonly unknown[]) {
    await rebuild(check(values));
    emit('reset', live().slice());
  }

  async function applyNow(change: TableChange<R, Id>) {
    if (change.kind === 'reset') return resetNow(change.rows);
    if (change.kind === 'remove') {
      for (const id of change.ids) removeNow(id);
      return;
    }
    const rows = change.rows.map(parse);
    const existing = rows.filter((row) => contents.index.get(key, idOf(row)));
    const unknown = rows.filter((row) => !contents.index.get(key, idOf(row)));
    if (existing.length > 0)
      await replaceMany(
        existing.map((row) => liveRow(idOf(row))),
        existing,
      );
    if (unknown.length > 0) await append(unknown);
  }

  return {
    name,
    key,
    schema,
    get: (id) => contents.index.get(key, id),
    getBy(field, value) {
      const indexed = [key as string, ...(options.unique ?? [])].includes(field);
      return indexed ? contents.index.get(field, value) : live().find((row) => row[field] === value);
    },
    find: (where) => findRow(live(), where),
    list: (query = {}) => queryRows(live(), query),
    count: (where) => (where === undefined ? live().length : queryRows(live(), { where }).length),
    dump: () => live().map(cloneRow),
    insert: (row) => queue(async () => (await append([row]))[0] as R),
    insertMany: (rows) => queue(() => append(rows)),
    patch: (id, patch) =>
      queue(async () => (await replaceMany([liveRow(id)], [patched(liveRow(id), patch)]))[0] as R),
    patchMany: (ids, patch) =>
      queue(() => {
        const currents = [...new Set(ids)].map(liveRow);
        return replaceMany(
          currents,
          currents.map((row) => patched(row, patch)),
        );
      }),
    remove: (id) => queue(() => removeNow(id)),
    reset: (rows) => queue(() => resetNow(rows)),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    parse,
    check,
    capture() {
      captured ??= live().slice();
      return captured;
    },
    restore: (rows) => queue(() => rebuild(rows)),
    settled: () => queue(() => undefined),
    apply: (change) => queue(() => applyNow(change)),
  };
}
