import type * as z from 'zod/mini';
import type { CounterState, Counters } from './counters';
import type { Key, Row } from './row';
import type { DataStorage } from './storage';
import type { Tabs } from './tabs';

/** Selects rows by equal fields, or by a predicate. */
export type Where<R> = Partial<R> | ((row: Readonly<R>) => boolean);

/** A comparator, or one field. */
export type Sort<R> =
  | ((left: Readonly<R>, right: Readonly<R>) => number)
  | { by: keyof R; order?: 'asc' | 'desc' };

export type RowQuery<R> = {
  where?: Where<R> | undefined;
  sort?: Sort<R> | undefined;
  /** Number of rows to skip, after filtering and sorting. */
  skip?: number | undefined;
  /** Maximum number of rows, after filtering, sorting and skipping. */
  take?: number | undefined;
};

type ChangeKind = 'insert' | 'patch' | 'remove' | 'reset';

/** The changes of one write: the rows after it (for `remove`: before it), and their ids. */
export type TableChange<R extends Row = Row, Id extends Key = Key> = {
  table: string;
  kind: ChangeKind;
  ids: readonly Id[];
  rows: readonly R[];
};

/** As `Partial`, also where a body's optional fields may be undefined (`exactOptionalPropertyTypes`). */
type Changes<R> = { readonly [F in keyof R]?: R[F] | undefined };

/** Fields to overwrite, or a synchronous function from the current row to those fields. */
export type Patch<R> = Changes<R> | ((row: Readonly<R>) => Changes<R>);

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
  readonly schema: z.core.$ZodType<Row>;
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

export type AnyTable = StoredTable<Row, Key>;
export type TableRecord = Record<string, AnyTable>;

type Reading<T> = T extends StoredTable<infer R, infer Id> ? ReadTable<R, Id> : never;
type Writing<T> = T extends StoredTable<infer R, infer Id> ? Table<R, Id> : never;
export type ReadTables<T extends TableRecord> = { readonly [N in keyof T]: Reading<T[N]> };
type WriteTables<T extends TableRecord> = { readonly [N in keyof T]: Writing<T[N]> };
/** A database of any tables, and its tables. */
export type AnyDatabase = Database<TableRecord>;
export type AnyTables = ReadTables<TableRecord>;
export type RowOf<T> = T extends StoredTable<infer R, Key> ? R : never;

/** The initial data of a database. Omitted tables start empty. */
export type Seed<T extends TableRecord> = {
  rows: { readonly [N in keyof T]?: readonly RowOf<T[N]>[] };
  /** The last number used in the seeded rows, per sequence; `nextId` continues from it. */
  sequences?: Record<string, number>;
  /** Seed of `random` and `token`; defaults to 1. */
  random?: number;
};

/** What a transaction's function may use until it settles. */
export type Transaction<T extends TableRecord> = Pick<Counters, 'nextId' | 'random' | 'token'> & {
  tables: WriteTables<T>;
};

/** One committed write. The arrays hold the rows themselves, in their order, and never change. */
export type Commit = {
  /**
   * - `write`: by this tab.
   * - `rewrite`: by `rewrite`.
   * - `otherTab`: what other tabs have written since the last commit.
   * - `replaced`: all data, by a reset in any tab or an import in another one.
   */
  readonly kind: 'write' | 'rewrite' | 'otherTab' | 'replaced';
  /** What was done, such as `POST /auth/login`. */
  readonly label: string;
  /** Only tables that were written. */
  readonly tables: readonly {
    readonly table: string;
    readonly before: readonly Row[];
    readonly after: readonly Row[];
  }[];
  readonly counters: { readonly before: CounterState; readonly after: CounterState };
};

/** A state to put the data in: of the tables that it names. */
export type DatabaseState = {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly counters: CounterState;
};

export type DatabaseChange = TableChange & { origin: 'thisTab' | 'otherTab' };

/** An event to show to the user; never thrown. */
export type DatabaseReport = {
  /**
   * - `reseeded`: the stored data was broken or of another version, and was replaced by seeds.
   * - `memory-only`: storage failed, is locked by another tab or of a newer build; what is changed here lasts until the reload.
   * - `deleted`: the stored data was deleted, or put back to an older state; this tab continues with its copy.
   * - `replaced`: another tab replaced the data.
   * - `listener-failed`: an onChange listener threw.
   */
  kind: 'reseeded' | 'memory-only' | 'deleted' | 'replaced' | 'listener-failed';
  message: string;
  cause?: unknown;
};

/** An export: plain JSON that `import` accepts if the version is the same. */
export type DatabaseFile = {
  format: string;
  version: string;
  counters: Omit<CounterState, 'shifts'>;
  tables: Record<string, Row[]>;
};

/** All data at one moment. The rows are frozen and later writes do not change them. */
type DataCapture = {
  readonly counters: CounterState;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
};

export type DatabaseOptions<T extends TableRecord> = {
  tables: T;
  /** Names the product in exported files; only files of the same format are imported. Defaults to `mock`. */
  format?: string | undefined;
  /** Changes whenever schemas or seeds change; stored data of another version is replaced by seeds. */
  version: string;
  /** Tells apart the stored data of one version; exported files don't have it. Defaults to none. */
  content?: string;
  seed: () => Seed<T> | Promise<Seed<T>>;
  /** Defaults to memory. */
  storage?: DataStorage;
  /**
   * What a failure of the storage does. `continue` (default): it is reported once, and the data lasts until the reload.
   * `reject`: the call is undone and rejects with `StorageFailedError`, and the next one tries again. Then stored data
   * that was deleted is stored again by the next call, reads included.
   */
  onStorageFailure?: 'continue' | 'reject';
  /** The other tabs that share the storage; defaults to none. */
  tabs?: Tabs;
  report?: (report: DatabaseReport) => void;
};

export interface Database<T extends TableRecord> {
  /** Loads the stored data, or seeds. Runs once; every other method waits for it. */
  hydrate(): Promise<void>;
  /**
   * The reads and writes of one request, on the newest data of all tabs: isolated and atomic, rolled back when `work`
   * throws. Resolves once the writes survive a reload. Starting a transaction or a `read` inside one would deadlock.
   *
   * @param label names the write in the history
   */
  transaction<A>(work: (transaction: Transaction<T>) => A | Promise<A>, label?: string): Promise<A>;
  /**
   * Puts tables and counters in another state, as one transaction.
   *
   * @param state called on the newest data of all tabs; if it throws, nothing is changed
   */
  rewrite(state: () => DatabaseState): Promise<void>;
  /** Reads the newest data of all tabs. Must not be nested, like `transaction`. */
  read<A>(work: (tables: ReadTables<T>) => A | Promise<A>): Promise<A>;
  /** A table as this tab currently has it in memory, for panels and tests. */
  table<N extends keyof T & string>(name: N): ReadTables<T>[N];
  /** Replaces all data with the given seed, or else with that of the options. */
  reset(seed?: Seed<T>): Promise<void>;
  /** When all data was last replaced, in milliseconds: it only ever increases. */
  epoch(): number;
  /** All data, without copying a row. */
  capture(): Promise<DataCapture>;
  /** Called after each commit, in this or another tab. Returns an unsubscribe function. */
  onChange(listener: (change: DatabaseChange) => void): () => void;
  /** Called with each commit, before the listeners of `onChange`. Returns an unsubscribe function. */
  onCommit(listener: (commit: Commit) => void): () => void;
  /** A named number that was set by `rewrite`, else 0: shared by tabs, but no part of the data. */
  shift(name: string): number;
  /** Stops timers and listeners, for HMR and tests. Stored data is kept. */
  close(): void;

  // For panels and tests, by table name. These return copies.
  tables(): string[];
  /** The field that identifies a table's rows. */
  keyOf(table: string): string;
  /** The schema of a table's rows. */
  schemaOf(table: string): z.core.$ZodType<Row>;
  list(table: string): Row[];
  insert(table: string, row: unknown): Promise<Row>;
  /** Rejects if the row has other values than the expected ones. */
  patch(table: string, id: Key, change: object, expected?: object): Promise<Row>;
  remove(table: string, id: Key): Promise<boolean>;
  export(): Promise<DatabaseFile>;
  /** Imports an export (object or JSON text). If invalid, rejects with `DatabaseFileError` and changes nothing. */
  import(file: unknown): Promise<void>;
}
