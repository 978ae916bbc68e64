import type { Key, Row } from '@/mocks/db/row';

/** Which rows: those whose fields equal the given ones, or those for which the function answers true. */
type Where<R> = Partial<R> | ((row: Readonly<R>) => boolean);

/** In which order: a comparator, or one field. */
type Sort<R> = ((left: Readonly<R>, right: Readonly<R>) => number) | { by: keyof R; order?: 'asc' | 'desc' };

type RowQuery<R> = {
  where?: Where<R> | undefined;
  sort?: Sort<R> | undefined;
  /** Rows to leave out at the start, after filtering and sorting. */
  skip?: number | undefined;
  /** Most rows to hand out, after filtering, sorting and skipping. */
  take?: number | undefined;
};

function predicateOf<R extends object>(where: Where<R>): (row: R) => boolean {
  if (typeof where === 'function') return where;
  const wanted = Object.entries(where) as [keyof R, unknown][];
  return (row) => wanted.every(([field, value]) => row[field] === value);
}

function comparatorOf<R>(sort: Sort<R>): (left: R, right: R) => number {
  if (typeof sort === 'function') return sort;
  const sign = sort.order === 'desc' ? -1 : 1;
  return (left, right) => {
    if (left[sort.by] === right[sort.by]) return 0;
    return left[sort.by] < right[sort.by] ? -sign : sign;
  };
}

/** The first row that `where` describes, without copying. */
export function findRow<R extends object>(rows: readonly R[], where: Where<R>): R | undefined {
  return rows.find(predicateOf(where));
}

/** Filters, then sorts, then slices (the library slices before it sorts). Leaves `rows` as it is. */
export function queryRows<R extends object>(rows: readonly R[], query: RowQuery<R>): R[] {
  const matching = query.where === undefined ? rows : rows.filter(predicateOf(query.where));
  const sorted = query.sort === undefined ? matching : matching.toSorted(comparatorOf(query.sort));
  const start = query.skip ?? 0;
  return sorted.slice(start, start + (query.take ?? Number.POSITIVE_INFINITY));
}

type ChangeKind = 'insert' | 'patch' | 'remove' | 'reset';

/** What one write changed: the rows as they are now (for `remove`: as they were), and their ids. */
export type TableChange<R extends Row = Row, Id extends Key = Key> = {
  table: string;
  kind: ChangeKind;
  ids: readonly Id[];
  rows: readonly R[];
};

/** Fields to overwrite, or a synchronous function from the row as it is now to those fields. */
export type Patch<R> = Partial<R> | ((row: Readonly<R>) => Partial<R>);

/** The reading half of a table: synchronous, hands out its rows, which are frozen. */
export interface ReadTable<R extends Row, Id extends Key> {
  readonly name: string;
  /** The field that identifies a row. */
  readonly key: string;
  /** The row with this id, through the index. */
  get(id: Id): Readonly<R> | undefined;
  /** The first row whose field has this value; through the index where the field is unique. */
  getBy<F extends keyof R & string>(field: F, value: R[F]): Readonly<R> | undefined;
  find(where: Where<R>): Readonly<R> | undefined;
  /** Filters, then sorts, then skips and takes. */
  list(query?: RowQuery<R>): Readonly<R>[];
  count(where?: Where<R>): number;
  /** A copy of every row, in the order of insertion. */
  dump(): R[];
}

/** A table to read and write. Writes run one after the other; each is applied whole or throws a `TableError`. */
export interface Table<R extends Row, Id extends Key> extends ReadTable<R, Id> {
  /** Throws `duplicate` or `invalid`. */
  insert(row: R): Promise<Readonly<R>>;
  /** All rows or none. */
  insertMany(rows: readonly R[]): Promise<readonly Readonly<R>[]>;
  /** Atomic read-modify-write. Throws `missing`, `key-change`, `duplicate` or `invalid`. */
  patch(id: Id, patch: Patch<R>): Promise<Readonly<R>>;
  /** All rows or none; a thousand rows cost about as much as one reset. */
  patchMany(ids: readonly Id[], patch: Patch<R>): Promise<readonly Readonly<R>[]>;
  /** Whether there was such a row. */
  remove(id: Id): Promise<boolean>;
  /** Replaces every row. */
  reset(rows: readonly R[]): Promise<void>;
}

/** What the database needs beyond what backends may use. */
export interface StoredTable<R extends Row, Id extends Key> extends Table<R, Id> {
  /** Called after each write. Answers the function that stops it. */
  onChange(listener: (change: TableChange<R, Id>) => void): () => void;
  /** The value as a row, or throws `invalid`. */
  parse(value: unknown): R;
  /** The values as the rows of a whole table, or throws `invalid` or `duplicate`, naming the row. Changes nothing. */
  check(values: readonly unknown[]): R[];
  /** The frozen rows as they are now, uncopied: a consistent view that later writes leave alone. */
  capture(): readonly R[];
  /** Back to captured rows, without validation and without telling anybody. */
  restore(rows: readonly R[]): Promise<void>;
  /** Resolves once every write asked for so far is over, applied or refused. */
  settled(): Promise<void>;
  /** Repeats a change that was made elsewhere. */
  apply(change: TableChange<R, Id>): Promise<void>;
}
