import * as z from 'zod/mini';
import { namesIn } from '../error-message';
import { type CounterState, createCounters } from './counters';
import type {
  AnyTable,
  Commit,
  Database,
  DatabaseChange,
  DatabaseFile,
  DatabaseOptions,
  DatabaseState,
  ReadTables,
  Seed,
  TableChange,
  TableRecord,
  Transaction,
} from './database-types';
import { createWriteQueue, withinSeconds } from './promises';
import { cloneRow, type Key, type Row, TableError } from './row';
import { isSame, writeRows } from './row-changes';
import { memoryStorage } from './storage';
import { createStoredTables } from './stored-tables';
import { LockTimeoutError, singleTab } from './tabs';

/** Far more than is ever used, and small enough that adding 1 is exact. */
const count = z.int().check(z.gte(0), z.lte(1e12));

const fileSchema = z.object({
  format: z.string(),
  version: z.string(),
  counters: z.object({ seed: z.number(), drawn: count, sequences: z.record(z.string(), count) }),
  tables: z.record(z.string(), z.array(z.unknown())),
});

/** A file that cannot be imported; the message explains why to the user. */
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
 * Parses an export (an object or JSON text) and checks every row of every table before anything is changed.
 *
 * @throws DatabaseFileError for another kind of file, another version, missing or extra tables, and invalid or
 * duplicate rows
 */
export function readDatabaseFile(
  file: unknown,
  version: string,
  tables: TableRecord,
  format = 'mock',
): DatabaseFile {
  const parsed = z.safeParse(fileSchema, fromText(file));
  if (!parsed.success || parsed.data.format !== format)
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

/** Seconds to wait for the code that generates seed data. */
const SEED_LIMIT = 10;

/**
 * Tables that are changed and stored together (§Mock backend, "Rules learned"): transactions over several tables, shared
 * with other tabs, durable before they resolve. See `Database` for the guarantees of each method.
 */
export function createDatabase<T extends TableRecord>(options: DatabaseOptions<T>): Database<T> {
  const { tables, format = 'mock', version, content = '', seed, tabs = singleTab() } = options;
  const { report = () => undefined } = options;
  const all = new Map<string, AnyTable>(Object.entries(tables));
  const counters = createCounters();
  const rejects = options.onStorageFailure === 'reject';
  const stored = createStoredTables({
    tables,
    counters,
    storage: options.storage ?? memoryStorage(),
    version: `${version}${content}`,
    rejects,
    report,
  });
  const queue = createWriteQueue();
  const listeners = new Set<(change: DatabaseChange) => void>();
  const commitListeners = new Set<(commit: Commit) => void>();

  /** Collects the tables' changes; undefined while writes are not allowed. */
  let collected: TableChange[] | undefined;
  let hydration: Promise<void> | undefined;
  let closed = false;

  const withoutCase = new Map<string, string>();
  for (const [name, table] of all) {
    const same = withoutCase.get(name.toLowerCase());
    // Some file systems make no difference.
    if (same !== undefined) throw new Error(`The tables ${same} and ${name} differ only by case.`);
    withoutCase.set(name.toLowerCase(), name);
    if (name !== table.name) throw new Error(`The table ${table.name} is registered as ${name}.`);
    table.onChange((change) => {
      if (!collected) throw new Error(`A write to ${name} outside a transaction would not be stored.`);
      collected.push(change);
    });
  }

  function notify(changes: readonly TableChange[], origin: DatabaseChange['origin']) {
    for (const change of changes) {
      for (const listener of listeners) {
        try {
          listener({ ...change, origin });
        } catch (cause) {
          report({
            kind: 'listener-failed',
            message: `A listener failed on a change of ${change.table}.`,
            cause,
          });
        }
      }
    }
  }

  function notifyCommit(commit: Commit) {
    for (const listener of commitListeners) listener(commit);
  }

  const settled = () => Promise.all([...all.values()].map((table) => table.settled()));

  /**
   * Runs `work` with the tables writable, then `store` with its changes. If either throws, restores everything: what
   * could not be stored was not done.
   */
  async function atomically<A>(
    work: () => A | Promise<A>,
    store: (changes: readonly TableChange[]) => Promise<void> = async () => undefined,
  ): Promise<{ answer: A; changes: TableChange[]; written: Pick<Commit, 'tables' | 'counters'> }> {
    const before = [...all.values()].map((table) => [table, table.capture()] as const);
    const countersBefore = counters.state();
    const changes: TableChange[] = [];
    collected = changes;
    try {
      const answer = await work();
      // A write that was not awaited still belongs to the transaction.
      await settled();
      collected = undefined;
      await store(changes);
      const touched = new Set(changes.map((change) => change.table));
      const written = {
        tables: before
          .filter(([table]) => touched.has(table.name))
          .map(([table, rows]) => ({ table: table.name, before: rows, after: table.capture() })),
        counters: { before: countersBefore, after: counters.state() },
      };
      return { answer, changes, written };
    } catch (error) {
      await settled();
      const touched = new Set(changes.map((change) => change.table));
      for (const [table, rows] of before) if (touched.has(table.name)) await table.restore(rows);
      counters.restore(countersBefore);
      throw error;
    } finally {
      collected = undefined;
    }
  }

  async function catchUp(mayWrite: boolean) {
    const epoch = stored.epoch();
    const { changes, written } = await atomically(() => stored.catchUp(mayWrite));
    if (changes.length === 0) return;
    const kind = stored.epoch() === epoch ? 'otherTab' : 'replaced';
    notifyCommit({ kind, label: 'In another tab', ...written });
    notify(changes, 'otherTab');
  }

  const underLock = <A>(mode: 'shared' | 'exclusive', work: () => Promise<A>): Promise<A> =>
    queue(async () => {
      if (stored.isAlone()) return work();
      try {
        return await tabs.withLock(mode, work);
      } catch (error) {
        if (!(error instanceof LockTimeoutError)) throw error;
        stored.leaveLocked();
        return work();
      }
    });

  async function fill(rows: { readonly [name: string]: readonly Row[] | undefined }, state: CounterState) {
    return atomically(async () => {
      for (const [name, table] of all) await table.reset(rows[name] ?? []);
      counters.restore(state);
    }, stored.replaceAll);
  }
  function fillFrom({ rows, random = 1, sequences = {} }: Seed<T>) {
    const unknown = Object.keys(rows).find((name) => !all.has(name));
    if (unknown !== undefined) {
      const names = [...all.keys()].join(', ');
      throw new Error(`The seeds have rows of "${unknown}", which is no table. Tables: ${names}.`);
    }
    return fill(rows, { seed: random, drawn: 0, sequences });
  }

  function hydrate(): Promise<void> {
    hydration ??= openOrSeed().catch((error: unknown) => {
      // A seed chunk that failed to load may load on the next try.
      hydration = undefined;
      throw error;
    });
    return hydration;
  }
  const makeSeed = () =>
    withinSeconds(
      SEED_LIMIT,
      Promise.resolve(seed()),
      () => new Error('The demo data did not load in time.'),
    );
  async function openOrSeed(): Promise<void> {
    // Generating seeds may fetch code over the network; other tabs should not wait for that.
    const prepared = (await stored.hasData()) ? undefined : await makeSeed();
    await underLock('exclusive', async () => {
      const { answer: opened } = await atomically(() => stored.open());
      if (opened === 'loaded') return;
      if (opened !== 'empty' && !stored.isAlone()) {
        const why = opened === 'unusable' ? 'could not be read' : 'was of another version';
        report({ kind: 'reseeded', message: `The stored demo data ${why} and was replaced by fresh data.` });
      }
      await fillFrom(prepared ?? (await makeSeed()));
    });
  }

  async function replaceBy(
    refill: () => ReturnType<typeof fill>,
    { kind, label }: Pick<Commit, 'kind' | 'label'>,
  ) {
    await hydrate();
    await underLock('exclusive', async () => {
      const { changes, written } = await refill();
      notifyCommit({ kind, label, ...written });
      notify(changes, 'thisTab');
      tabs.announce();
    });
  }

  async function commit<A>(
    work: () => A | Promise<A>,
    { kind, label }: Pick<Commit, 'kind' | 'label'>,
  ): Promise<A> {
    await hydrate();
    return underLock('exclusive', async () => {
      await catchUp(true);
      const countersBefore = JSON.stringify(counters.state());
      let isChanged = false;
      const { answer, changes, written } = await atomically(work, async (toStore) => {
        isChanged = toStore.length > 0 || JSON.stringify(counters.state()) !== countersBefore;
        if (isChanged) await stored.commit(new Set(toStore.map(({ table }) => table)));
      });
      if (isChanged) {
        notifyCommit({ kind, label, ...written });
        notify(changes, 'thisTab');
        tabs.announce();
      }
      return answer;
    });
  }

  function transaction<A>(
    work: (transaction: Transaction<T>) => A | Promise<A>,
    label = 'Change of data',
  ): Promise<A> {
    const { nextId, random, token } = counters;
    const access = { tables: tables as unknown as Transaction<T>['tables'], nextId, random, token };
    return commit(() => work(access), { kind: 'write', label });
  }

  function rewrite(state: () => DatabaseState): Promise<void> {
    const write = async () => {
      const target = state();
      for (const [name, rows] of target.rows) await writeRows(named(name), rows);
      counters.restore(target.counters);
    };
    return commit(write, { kind: 'rewrite', label: 'History' });
  }

  /** Without the shifts of the history, which are no part of the data. */
  function counted() {
    const { shifts: _, ...state } = counters.state();
    return state;
  }

  function named(name: string): AnyTable {
    const table = all.get(name);
    if (!table) throw new Error(`There is no table "${name}". Tables: ${[...all.keys()].join(', ')}.`);
    return table;
  }
  /** Ids from a panel or a URL are strings, even if the table uses numbers. */
  const idIn = (table: AnyTable, id: Key): Key => (table.get(id) || !table.get(Number(id)) ? id : Number(id));

  /** Rejects fields that the table does not have: its schema would drop them without a message. */
  function requireColumns({ name, schema }: AnyTable, values: object): void {
    const columns = namesIn(schema);
    const unknown = Object.keys(values).filter((field) => !columns.includes(field));
    if (columns.length === 0 || unknown.length === 0) return;
    const fields = unknown.map((field) => `"${field}"`).join(', ');
    throw new TableError('invalid', name, `${name} has no column ${fields}. Columns: ${columns.join(', ')}.`);
  }

  async function read<A>(work: (newest: ReadTables<T>) => A | Promise<A>): Promise<A> {
    await hydrate();
    return underLock('shared', async () => {
      await catchUp(rejects);
      return work(tables as unknown as ReadTables<T>);
    });
  }

  /** Several announcements in a row share one read. If it fails, the next request reports the error. */
  let looking = false;
  let announcedMeanwhile = false;
  async function lookForNews() {
    announcedMeanwhile = true;
    if (looking) return;
    looking = true;
    while (announcedMeanwhile && !closed) {
      announcedMeanwhile = false;
      await read(() => undefined).catch(() => undefined);
    }
    looking = false;
  }
  tabs.onNews(() => void lookForNews());
  options.storage?.onDeleted?.(stored.reportDeletion);

  return {
    hydrate,
    transaction,
    rewrite,
    read,
    table: (name) => tables[name] as unknown as ReadTables<T>[typeof name],
    reset: (from) =>
      replaceBy(async () => fillFrom(from ?? (await seed())), { kind: 'replaced', label: 'Reset' }),
    capture: () =>
      read(() => ({
        counters: counted(),
        tables: Object.fromEntries([...all].map(([name, table]) => [name, table.capture()])),
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onCommit(listener) {
      commitListeners.add(listener);
      return () => void commitListeners.delete(listener);
    },
    shift: counters.shift,
    epoch: stored.epoch,
    close() {
      closed = true;
      listeners.clear();
      commitListeners.clear();
      tabs.close();
    },

    tables: () => [...all.keys()],
    keyOf: (name) => named(name).key,
    schemaOf: (name) => named(name).schema,
    list: (name) => named(name).dump(),
    async insert(name, row) {
      const parsed = named(name).parse(row);
      requireColumns(named(name), row as object);
      return cloneRow(await transaction(() => named(name).insert(parsed), `Add to ${name}`));
    },
    async patch(name, id, change, expected = {}) {
      const table = named(name);
      requireColumns(table, change);
      requireColumns(table, expected);
      const changed = (row: object) => {
        for (const [field, value] of Object.entries(expected)) {
          if (isSame(Reflect.get(row, field), value)) continue;
          throw new TableError('changed', name, `The row has another ${field} by now.`, field);
        }
        return change;
      };
      return cloneRow(await transaction(() => table.patch(idIn(table, id), changed), `Edit in ${name}`));
    },
    remove: (name, id) => transaction(() => named(name).remove(idIn(named(name), id)), `Remove from ${name}`),
    export: () =>
      read(() => {
        return {
          format,
          version,
          counters: counted(),
          tables: Object.fromEntries([...all].map(([name, table]) => [name, table.dump()])),
        };
      }),
    async import(file) {
      const accepted = readDatabaseFile(file, version, tables, format);
      await replaceBy(() => fill(accepted.tables, accepted.counters), { kind: 'write', label: 'Import' });
    },
  };
}
