import * as z from 'zod/mini';
import { PageLeftError } from './bfcache';
import type { Counters } from './counters';
import type { AnyTable, DatabaseReport, TableRecord } from './database-types';
import { type Row, TableError } from './row';
import { writeRows } from './row-changes';
import { type DataStorage, orStorageFailed } from './storage';

/** Rows per stored page: a change of one row among 10,000 writes one page. */
const PAGE = 250;

const FORMAT = 2;

/** What every format has. */
const anyHead = z.looseObject({ format: z.number(), epoch: z.number() });

const headSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of schemas and seeds when the rows were written. */
  version: z.string(),
  /** Increases when all data is replaced. */
  epoch: z.number(),
  /** How many transactions were committed since. */
  seq: z.number(),
  /** A random id of the last one: two tabs may give the same number where the storage lost one. */
  commit: z.string(),
  /** The ids of each table's pages, in the order of the rows. */
  pages: z.record(z.string(), z.array(z.string())),
  counters: z.object({
    seed: z.number(),
    drawn: z.number(),
    sequences: z.record(z.string(), z.number()),
    shifts: z.optional(z.record(z.string(), z.number())),
  }),
});
type Head = z.output<typeof headSchema>;

/** A part of a table's rows. A stored page never changes: changed rows are written to a page with another id. */
interface Page {
  readonly id: string;
  readonly rows: readonly Row[];
}

/** The stored data cannot be used: a page is missing, foreign or broken. */
class UnusableDataError extends Error {
  override readonly name = 'UnusableDataError';
}

const isUnusable = (error: unknown) => error instanceof UnusableDataError || error instanceof TableError;

function newCommit(): string {
  // `crypto.randomUUID` is missing without HTTPS.
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${one.toString(36)}${other.toString(36)}`;
}

/** Yields so that the page can paint and handle input. Not a timer: those are clamped, and replaced by fake timers. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Undefined for what is no JSON. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const pageKey = (table: string, id: string) => `rows:${table}:${id}`;

interface StoredTablesOptions {
  readonly tables: TableRecord;
  readonly counters: Counters;
  readonly storage: DataStorage;
  readonly version: string;
  readonly rejects: boolean;
  readonly report: (report: DatabaseReport) => void;
}

/**
 * The tables in a storage, which several tabs share: pages of rows, and a `head` that names the current ones. A commit
 * writes the pages that changed, then the head, then removes the former pages, so that a tab may crash between any two
 * writes. The database calls it under the lock. If storage fails, it reports that once and continues in memory, or with
 * `rejects` throws `StorageFailedError`.
 */
export function createStoredTables(options: StoredTablesOptions) {
  const { counters, storage, version, rejects, report } = options;
  const tables = new Map<string, AnyTable>(Object.entries(options.tables));
  const pagesOf = new Map<string, readonly Page[]>();
  let head: Head = {
    format: FORMAT,
    version,
    epoch: 0,
    seq: 0,
    commit: '',
    pages: {},
    counters: counters.state(),
  };
  let isAlone = false;
  let hasFailed = false;
  let isDeletionReported = false;

  function leaveStorage(message: string, cause?: unknown) {
    if (!isAlone) report({ kind: 'memory-only', message, ...(cause === undefined ? {} : { cause }) });
    isAlone = true;
  }

  function reportDeletion() {
    if (isDeletionReported || isAlone) return;
    isDeletionReported = true;
    report({
      kind: 'deleted',
      message: 'The stored demo data was deleted. This tab goes on with what it has.',
    });
  }

  /** Any storage call may fail (private mode, quota, a full disk). Unusable content is thrown instead. */
  async function onStorage<T>(work: () => Promise<T>, evenAlone = false): Promise<T | undefined> {
    if (hasFailed || (isAlone && !evenAlone)) return undefined;
    try {
      return await work();
    } catch (error) {
      if (isUnusable(error) || error instanceof PageLeftError) throw error;
      if (rejects) return orStorageFailed(() => Promise.reject(error));
      hasFailed = true;
      leaveStorage('Changes are kept until the next reload only, because the storage failed.', error);
      return undefined;
    }
  }

  /** Null if nothing was ever stored. Another format is another version. */
  async function readHead(): Promise<Head | null> {
    const stored = await storage.getItem('head');
    if (stored === null) return null;
    try {
      const json: unknown = JSON.parse(stored);
      const { format, epoch } = z.parse(anyHead, json);
      if (format !== FORMAT) return { ...head, version: `format ${format}`, epoch, commit: '' };
      return z.parse(headSchema, json);
    } catch {
      throw new UnusableDataError('the head of the stored data is not readable');
    }
  }

  /** Null also if it cannot be used. */
  const readUsableHead = () =>
    onStorage(readHead).catch((error: unknown) => {
      if (isUnusable(error)) return null;
      throw error;
    });

  async function readPage(table: string, id: string): Promise<readonly Row[]> {
    const rows = parsed(await storage.getItem(pageKey(table, id)));
    if (!Array.isArray(rows)) throw new UnusableDataError(`a page of the table ${table} is missing`);
    return rows as Row[];
  }

  /** Reads all pages that are new to this tab before it applies them, so that a failed read leaves the tables unchanged. */
  async function load(next: Head): Promise<void> {
    const changed = await Promise.all(
      [...tables].map(async ([name, table]) => {
        const ids = next.pages[name];
        if (!ids) throw new UnusableDataError(`the table ${name} is not in the stored data`);
        const present = new Map(pagesOf.get(name)?.map(({ id, rows }) => [id, rows]));
        if (ids.join() === [...present.keys()].join()) return null;
        const pages = await Promise.all(ids.map(async (id) => present.get(id) ?? readPage(name, id)));
        return { table, ids, pages };
      }),
    );
    for (const { table, ids, pages } of changed.filter((change) => change !== null)) {
      await writeRows(table, pages.flat());
      let start = 0;
      const rows = table.capture();
      pagesOf.set(
        table.name,
        pages.map(({ length }, position) => {
          start += length;
          return { id: ids[position] ?? '', rows: rows.slice(start - length, start) };
        }),
      );
    }
    counters.restore(next.counters);
    head = next;
  }

  /** Writes the pages of a table that differ from the stored ones, yielding to the page in between. */
  async function writePages(name: string, rows: readonly Row[], commit: string): Promise<readonly Page[]> {
    const stored = pagesOf.get(name) ?? [];
    const pages: Page[] = [];
    let isFirst = true;
    for (let start = 0; start < rows.length; start += PAGE) {
      const part = rows.slice(start, start + PAGE);
      const before = stored[pages.length];
      if (before?.rows.length === part.length && part.every((row, at) => row === before.rows[at])) {
        pages.push(before);
        continue;
      }
      const id = `${commit}-${pages.length}`;
      if (!isFirst) await pause();
      isFirst = false;
      await storage.setItem(pageKey(name, id), JSON.stringify(part));
      pages.push({ id, rows: part });
    }
    return pages;
  }

  /** Stores the given tables and the counters. */
  async function write(names: Iterable<string>, { epoch, seq }: Pick<Head, 'epoch' | 'seq'>): Promise<void> {
    const commit = newCommit();
    const written = new Map<string, readonly Page[]>();
    const next = { ...head, version, epoch, seq, commit, counters: counters.state() };
    await onStorage(async () => {
      for (const name of names)
        written.set(name, await writePages(name, tables.get(name)?.capture() ?? [], commit));
      next.pages = { ...head.pages };
      for (const [name, pages] of written) next.pages[name] = pages.map(({ id }) => id);
      await storage.setItem('head', JSON.stringify(next));
      const stale = [...written].flatMap(([name, pages]) =>
        (pagesOf.get(name) ?? []).filter((page) => !pages.includes(page)).map(({ id }) => pageKey(name, id)),
      );
      for (const [name, pages] of written) pagesOf.set(name, pages);
      await remove(stale);
    });
    head = next;
  }

  /** What is left over costs only space, and is swept when the data is opened or replaced. */
  const remove = (keys: readonly string[]) =>
    Promise.all(keys.map((key) => storage.removeItem(key))).catch(() => undefined);

  /** Removes the pages that the head does not name, such as those of a tab that crashed. */
  async function sweep(): Promise<void> {
    const current = new Set(
      Object.entries(head.pages).flatMap(([name, ids]) => ids.map((id) => pageKey(name, id))),
    );
    // Earlier builds stored a log, too.
    const isStale = (key: string) => /^(rows|log):/.test(key) && !current.has(key);
    await remove((await storage.getKeys()).filter(isStale));
  }

  /** Stores what is in memory, whatever is stored. */
  async function replaceAll(): Promise<void> {
    const stored = await readUsableHead();
    // Later than any epoch that another tab has seen, although its clock may be ahead.
    const epoch = Math.max(Date.now(), head.epoch + 1, (stored?.epoch ?? 0) + 1);
    pagesOf.clear();
    await write(tables.keys(), { epoch, seq: 0 });
    await onStorage(sweep);
    isDeletionReported = false;
  }

  /** Whether the storage went back in time: it was restored from a backup, or restarted without its last writes. */
  const isOlder = (stored: Head) =>
    stored.version === version &&
    (stored.epoch < head.epoch || (stored.epoch === head.epoch && stored.seq < head.seq));

  return {
    replaceAll,
    reportDeletion,
    /** Whether this tab uses only memory until the reload. It needs no lock then. */
    isAlone: () => isAlone,
    leaveLocked: () =>
      leaveStorage(
        'Changes in this tab are kept until the next reload only, because another tab keeps the demo data locked.',
      ),
    /** Changes whenever all data is replaced. */
    epoch: () => head.epoch,

    /** Whether `open` is likely to find usable data. Called without the lock. */
    async hasData(): Promise<boolean> {
      const stored = await readUsableHead();
      return stored?.version === version;
    },
    /**
     * Loads the stored data, also without a lock: then only once. For any result other than `loaded`, the caller has to
     * seed.
     */
    async open(): Promise<'loaded' | 'empty' | 'other version' | 'unusable'> {
      try {
        const stored = await onStorage(readHead, true);
        if (!stored) return 'empty';
        if (stored.version !== version) {
          head = { ...head, epoch: stored.epoch };
          return 'other version';
        }
        const isLoaded = await onStorage(() => load(stored).then(() => true), true);
        await onStorage(sweep);
        return isLoaded ? 'loaded' : 'empty';
      } catch (error) {
        if (!isUnusable(error)) throw error;
        return 'unusable';
      }
    },

    /** Catches up with the last commit of any tab. With `mayWrite`, replaces deleted or unusable data. */
    async catchUp(mayWrite: boolean): Promise<void> {
      try {
        const stored = await onStorage(readHead);
        if (isAlone || (stored && stored.commit !== '' && stored.commit === head.commit)) return;
        if (!stored || isOlder(stored)) {
          reportDeletion();
          throw new UnusableDataError('the stored data was deleted');
        }
        if (stored.version !== version)
          return leaveStorage(
            'Another tab runs another version: changes here are kept until the next reload only.',
          );
        const isReplaced = stored.epoch !== head.epoch;
        await onStorage(() => load(stored));
        if (isReplaced && !isAlone)
          report({ kind: 'replaced', message: 'The demo data was reset in another tab.' });
        isDeletionReported = false;
      } catch (error) {
        if (!isUnusable(error)) throw error;
        if (mayWrite) await replaceAll();
      }
    },

    /** Makes the changes of the given tables and of the counters durable. */
    commit: (names: ReadonlySet<string>) => write(names, { epoch: head.epoch, seq: head.seq + 1 }),
  };
}
