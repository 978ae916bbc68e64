import type * as z from '../../contract/zod';
import type { Key, Row } from './row';
import type { RowQuery, Where } from './row-query';

type ChangeKind = 'insert' | 'patch' | 'remove' | 'reset';

/** The changes of one write: the rows after it (for `remove`: before it), and their ids. */
export type TableChange<R extends Row = Row, Id extends Key = Key> = {
  table: string;
  kind: ChangeKind;
  ids: readonly Id[];
  rows: readonly R[];
};

/** Fields to overwrite, or a synchronous function from the current row to those fields. */
export type Patch<R> = Partial<R> | ((row: Readonly<R>) => Partial<R>);

/** The read methods of a table: synchronous, returning frozen rows. */
export interface ReadTable<R extends Row, Id extends Key> {
  readonly name: string;
  /** The field that identifies a row. */
  readonly key: string;
  /** The row with this id; uses the index. */
  get(id: Id): Readonly<R> | undefined;
  /** The first row whose field has this value; uses the index if the field is unique. */
  getBy<F extends keyof R & string>(field: F, value: R[F]): Readonly<R> | undefined;
  find(where: Where<R>): Readonly<R> | undefined;
  /** Filters, then sorts, then skips and takes. */
  list(query?: RowQuery<R>): Readonly<R>[];
  count(where?: Where<R>): number;
  /** A copy of every row, in insertion order. */
  dump(): R[];
}

/** A table to read and write. Writes run one at a time; each is applied completely or throws a `TableError`. */
export interface Table<R extends Row, Id extends Key> extends ReadTable<R, Id> {
  /** Throws `duplicate` or `invalid`. */
  insert(row: R): Promise<Readonly<R>>;
  /** Inserts all rows or none. */
  insertMany(rows: readonly R[]): Promise<readonly Readonly<R>[]>;
  /** Atomic read-modify-write. Throws `missing`, `key-change`, `duplicate` or `invalid`. */
  patch(id: Id, patch: Patch<R>): Promise<Readonly<R>>;
  /** Patches all rows or none; a thousand rows cost about as much as one reset. */
  patchMany(ids: readonly Id[], patch: Patch<R>): Promise<readonly Readonly<R>[]>;
  /** Resolves to whether the row existed. */
  remove(id: Id): Promise<boolean>;
  /** Replaces every row. */
  reset(rows: readonly R[]): Promise<void>;
}

/** A table with the methods that only the database uses. */
export interface StoredTable<R extends Row, Id extends Key> extends Table<R, Id> {
  /** Of a row. */
  readonly schema: z.ZodMiniType<Row>;
  /** Called after each write. Returns an unsubscribe function. */
  onChange(listener: (change: TableChange<R, Id>) => void): () => void;
  /** Returns the value as a row, or throws `invalid`. */
  parse(value: unknown): R;
  /** Returns the rows of a whole table, or throws `invalid` or `duplicate`, naming the row. Changes nothing. */
  check(values: readonly unknown[]): R[];
  /** The current frozen rows, not copied: a consistent snapshot that later writes do not change. */
  capture(): readonly R[];
  /** Restores captured rows, without validation and without notifying listeners. */
  restore(rows: readonly R[]): Promise<void>;
  /** Resolves once every pending write has settled, applied or rejected. */
  settled(): Promise<void>;
  /** Applies a change made in another tab. */
  apply(change: TableChange<R, Id>): Promise<void>;
}
