import type { CounterState, Counters } from '@/mocks/db/counters';
import type { Key, Row } from '@/mocks/db/row';
import type { DataStorage } from '@/mocks/db/storage';
import type { ReadTable, StoredTable, Table, TableChange } from '@/mocks/db/table-types';
import type { Tabs } from '@/mocks/db/tabs';

export type AnyTable = StoredTable<Row, Key>;
export type TableRecord = Record<string, AnyTable>;

type Reading<T> = T extends StoredTable<infer R, infer Id> ? ReadTable<R, Id> : never;
type Writing<T> = T extends StoredTable<infer R, infer Id> ? Table<R, Id> : never;
export type ReadTables<T extends TableRecord> = { readonly [N in keyof T]: Reading<T[N]> };
type WriteTables<T extends TableRecord> = { readonly [N in keyof T]: Writing<T[N]> };
export type RowOf<T> = T extends StoredTable<infer R, Key> ? R : never;

/** Everything a database starts from. Tables left out start empty. */
export type Seed<T extends TableRecord> = {
  rows: { readonly [N in keyof T]?: readonly RowOf<T[N]>[] };
  /** The last number used by the seeded rows, per sequence, so that `nextId` goes on after them. */
  sequences?: Record<string, number>;
  /** Seed of `random` and `token`; 1 where absent. */
  random?: number;
};

/** What one transaction may use; only until its function has settled. */
export type Transaction<T extends TableRecord> = Pick<Counters, 'nextId' | 'random' | 'token'> & {
  tables: WriteTables<T>;
};

export type DatabaseChange = TableChange & { origin: 'here' | 'elsewhere' };

/** Something a person should be told; never an exception for the app. */
export type DatabaseReport = {
  /**
   * `reseeded`: the stored data was of another version or broken, and was replaced by seeds. `memory-only`: storage
   * failed, is kept locked by another tab, or belongs to a newer build by now; data lives until the reload. `deleted`: the
   * stored data was deleted under this tab, which goes on with its copy. `replaced`: another tab put other data in its place. `listener-failed`: an onChange listener threw.
   */
  kind: 'reseeded' | 'memory-only' | 'deleted' | 'replaced' | 'listener-failed';
  message: string;
  cause?: unknown;
};

/** An export: plain JSON that `import` accepts where the version is the same. */
export type DatabaseFile = {
  format: 'kitwell-mock';
  version: string;
  counters: CounterState;
  tables: Record<string, Row[]>;
};

export type DatabaseOptions<T extends TableRecord> = {
  tables: T;
  /** Changes whenever schemas or seeds change: stored data of another version is replaced by seeds. */
  version: string;
  seed: () => Seed<T> | Promise<Seed<T>>;
  /** Any unstorage storage; memory where absent. */
  storage?: DataStorage;
  /** The other tabs on that storage; none where absent. */
  tabs?: Tabs;
  report?: (report: DatabaseReport) => void;
  /** Milliseconds from a change to the snapshot; 250 where absent. */
  snapshotDelay?: number;
};

export interface Database<T extends TableRecord> {
  /** Loads what is stored, or seeds. Runs once; every other method waits for it. */
  hydrate(): Promise<void>;
  /**
   * One request's reads and writes: alone, on the newest data of all tabs, whole or (when `work` throws) not at all.
   * Resolves once the writes survive a reload. Never start a transaction or a `read` inside one: it would wait for itself.
   */
  transaction<A>(work: (transaction: Transaction<T>) => A | Promise<A>): Promise<A>;
  /** Reads on the newest data of all tabs. The same caution as for `transaction`. */
  read<A>(work: (tables: ReadTables<T>) => A | Promise<A>): Promise<A>;
  /** A table as this tab has it in memory now, for panels and tests. */
  table<N extends keyof T & string>(name: N): ReadTables<T>[N];
  /** Replaces all data by the given seed, else by the seed of the options. */
  reset(seed?: Seed<T>): Promise<void>;
  /** Resolves once everything is in snapshots. */
  flush(): Promise<void>;
  /** After each commit, here or in another tab. Answers the function that stops it. */
  onChange(listener: (change: DatabaseChange) => void): () => void;
  /** Stops timers and listeners, for HMR and tests. Stored data stays. */
  close(): void;

  // For panels and tests, by the table's name; these hand out copies.
  tables(): string[];
  /** The field that identifies a table's rows. */
  keyOf(table: string): string;
  list(table: string): Row[];
  insert(table: string, row: unknown): Promise<Row>;
  patch(table: string, id: Key, change: object): Promise<Row>;
  remove(table: string, id: Key): Promise<boolean>;
  export(): Promise<DatabaseFile>;
  /** Takes an export, as an object or JSON text. Throws `DatabaseFileError` and changes nothing where it does not fit. */
  import(file: unknown): Promise<void>;
}
