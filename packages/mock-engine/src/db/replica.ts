import type { Counters } from './counters';
import type { AnyTable, DatabaseReport, TableChange, TableRecord } from './database-types';
import { PageKeptError } from './kept-page';
import { type Row, TableError } from './row';
import { netChanges } from './row-changes';
import { type Head, type Snapshots, UnusableSnapshotError, withNewCommit } from './snapshots';
import { orStorageFailed } from './storage';

type Capture = {
  epoch: number;
  seq: number;
  commit: string | undefined;
  tables: [name: string, rows: readonly Row[]][];
};
type Opened = 'loaded' | 'empty' | 'other version' | 'unusable';

/** Rows that are written again after any change. */
const FEW_ROWS = 1000;
/** Transactions after which more rows are written again, too: each of them is read on every load. */
const LONG_LOG = 64;

const isUnusable = (error: unknown) => error instanceof UnusableSnapshotError || error instanceof TableError;

/**
 * This tab's copy of the stored data: catches up with storage, commits to it, and turns the log into snapshots. The
 * database calls it under the lock. If storage fails, it reports that once and continues in memory, or with
 * `rejects` throws `StorageFailedError`.
 */
export function createReplica(options: {
  tables: TableRecord;
  counters: Counters;
  snapshots: Snapshots;
  version: string;
  rejects: boolean;
  report: (report: DatabaseReport) => void;
}) {
  const { counters, snapshots, version, rejects, report } = options;
  const tables = new Map<string, AnyTable>(Object.entries(options.tables));
  const changedAt = new Map<string, number>();
  let head: Head = {
    format: 1,
    version,
    epoch: 0,
    seq: 0,
    base: 0,
    commits: [],
    snapshots: {},
    counters: counters.state(),
  };
  /** `read-only`: another tab holds the lock, so writes are not allowed. `failed`: reads fail, too. */
  let access: 'full' | 'read-only' | 'failed' = 'full';
  const memoryOnly = () => access !== 'full';
  /** Whether this tab has changed data that it could not store, so that it no longer matches what is stored. */
  let hasOwnData = false;
  /** Whether the stored data was found deleted or unusable and is not replaced yet. */
  let isMissing = false;
  let isDeletionReported = false;

  function leaveStorage(message: string, cause?: unknown, left: 'read-only' | 'failed' = 'failed') {
    const isNews = access === 'full';
    access = left;
    if (isNews) report({ kind: 'memory-only', message, ...(cause === undefined ? {} : { cause }) });
  }

  function reportDeletion() {
    if (isDeletionReported || memoryOnly()) return;
    isDeletionReported = true;
    report({
      kind: 'deleted',
      message: 'The stored demo data was deleted. This tab goes on with what it has.',
    });
  }

  /** The id of an earlier transaction; undefined if it is no longer in the list, or by a build without ids. */
  const commitAt = ({ seq, commits }: Head, at: number) => (at > seq ? undefined : commits.at(at - seq - 1));

  /** Whether the id of the last transaction of `shorter` is known in `longer`, and is another one. */
  function hasOtherPast(longer: Head, shorter: Head): boolean {
    const known = commitAt(longer, shorter.seq);
    return known !== undefined && known !== shorter.commits.at(-1);
  }

  /** Whether the storage went back in time: it was restored from a backup, or restarted without its last writes. */
  const isOlder = (stored: Head) =>
    stored.version === version &&
    (stored.epoch < head.epoch ||
      (stored.epoch === head.epoch && stored.seq < head.seq && !hasOtherPast(head, stored)));

  /** Whether what this tab has is part of what is stored. If it is no longer in the list, everything is loaded again. */
  const isContinued = (stored: Head) =>
    stored.epoch === head.epoch &&
    stored.seq >= head.seq &&
    commitAt(stored, head.seq) === head.commits.at(-1);

  /** Whether the storage lost this tab's last transactions before others went on. */
  const isUndone = (stored: Head) =>
    stored.epoch === head.epoch && (hasOtherPast(stored, head) || hasOtherPast(head, stored));

  /** Any storage call may fail (private mode, quota, a full disk). Unusable content is thrown instead. */
  async function onStorage<T>(work: () => Promise<T>): Promise<T | undefined> {
    return memoryOnly() ? undefined : attempt(work);
  }
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (isUnusable(error) || error instanceof PageKeptError) throw error;
      if (rejects) return orStorageFailed(() => Promise.reject(error));
      leaveStorage('Changes are kept until the next reload only, because the storage failed.', error);
      return undefined;
    }
  }

  /** The stored head; null if there is none that can be used. */
  const readUsableHead = () =>
    onStorage(snapshots.readHead).catch((error: unknown) => {
      if (isUnusable(error)) return null;
      throw error;
    });

  /** Reads everything before applying it, so that a failed read leaves the tables unchanged. */
  async function load(next: Head) {
    const whole = !isContinued(next);
    const shown = whole ? -1 : head.seq;
    const stale = [...tables.keys()].filter((name) => (next.snapshots[name]?.at ?? 0) > shown);
    const rows = new Map<string, unknown[]>();
    await Promise.all(stale.map(async (name) => rows.set(name, await snapshots.readRows(next, name))));
    const logged = new Map<string, { at: number; changes: TableChange[] }>();
    for (let seq = Math.max(shown, next.base) + 1; seq <= next.seq; seq += 1) {
      for (const change of await snapshots.readEntry(seq)) {
        const changes = logged.get(change.table)?.changes ?? [];
        changes.push(change);
        logged.set(change.table, { at: seq, changes });
      }
    }

    if (whole) changedAt.clear();
    for (const [name, values] of rows) {
      await tables.get(name)?.apply({ table: name, kind: 'reset', ids: [], rows: values as Row[] });
    }
    for (const [name, { at, changes }] of logged) {
      const table = tables.get(name);
      if (!table) throw new UnusableSnapshotError(`the log names an unknown table ${name}`);
      for (const change of netChanges(name, changes)) await table.apply(change);
      changedAt.set(name, at);
    }
    counters.restore(next.counters);
    head = next;
  }

  /** Loads what others have stored, and reports what became of this tab's own changes. */
  async function follow(stored: Head) {
    if (isContinued(stored) && stored.seq === head.seq) {
      head = stored;
      return;
    }
    const isReplaced = stored.epoch !== head.epoch;
    const isLost = isUndone(stored);
    const isLoaded = await onStorage(() => load(stored).then(() => true));
    if (!isLoaded) return;
    if (isReplaced) report({ kind: 'replaced', message: 'The demo data was reset in another tab.' });
    if (isLost) report({ kind: 'undone', message: 'The storage has lost the last changes of this tab.' });
  }

  /** Stores what is in memory, whatever is stored. */
  async function replaceAll() {
    const stored = await readUsableHead();
    // Later than any epoch that another tab has seen, although its clock may be ahead.
    const epoch = Math.max(Date.now(), head.epoch + 1, (stored?.epoch ?? 0) + 1);
    const next: Head = {
      ...head,
      version,
      epoch,
      seq: 0,
      base: 0,
      commits: [],
      snapshots: {},
      counters: counters.state(),
    };
    await onStorage(async () => {
      for (const [name, table] of tables) {
        const pieces = await snapshots.writeRows(name, epoch, { at: 0 }, table.capture());
        next.snapshots[name] = { at: 0, pieces };
      }
      await snapshots.writeHead(next);
      await snapshots.sweep(next);
    });
    hasOwnData = memoryOnly();
    isMissing = false;
    isDeletionReported = false;
    changedAt.clear();
    head = next;
  }

  return {
    replaceAll,

    /** Whether this tab uses only memory until the reload. It needs no lock then. */
    isAlone: memoryOnly,
    /** Continues without the lock: this tab may still read storage once, but never writes it again. */
    leaveLocked() {
      leaveStorage(
        'Changes in this tab are kept until the next reload only, because another tab keeps the demo data locked.',
        undefined,
        'read-only',
      );
    },
    /** Whether this tab, which uses only memory, could share the stored data again. A server rejects calls instead. */
    mayRejoin: () => memoryOnly() && !hasOwnData && !rejects,
    /** Uses the storage again, under the lock, if it works and has this tab's data. The caller then catches up. */
    async rejoin(): Promise<void> {
      const stored = await snapshots.readHead();
      if (stored?.version !== version || isOlder(stored)) return;
      access = 'full';
      report({ kind: 'shared-again', message: 'This tab shares the demo data with other tabs again.' });
    },
    reportDeletion,
    /** Changes whenever all data is replaced. */
    epoch: () => head.epoch,

    /** Whether `open` is likely to find usable data. Called without the lock. */
    async hasData(): Promise<boolean> {
      const stored = await readUsableHead();
      return stored?.version === version;
    },
    /** Loads the stored data. For any result other than `loaded`, the caller has to seed. */
    async open(): Promise<Opened> {
      const read = <T>(work: () => Promise<T>) => (access === 'failed' ? undefined : attempt(work));
      try {
        const stored = await read(snapshots.readHead);
        if (!stored) return 'empty';
        if (stored.version !== version) {
          head = { ...head, epoch: stored.epoch };
          return 'other version';
        }
        const isLoaded = await read(() => load(stored).then(() => true));
        return isLoaded ? 'loaded' : 'empty';
      } catch (error) {
        if (!isUnusable(error)) throw error;
        return 'unusable';
      }
    },

    /** Catches up with the last commit of any tab. With `mayWrite`, replaces deleted or unusable data. */
    async catchUp(mayWrite: boolean) {
      try {
        const stored = await onStorage(snapshots.readHead);
        if (memoryOnly()) return;
        if (!stored || isOlder(stored)) {
          reportDeletion();
          throw new UnusableSnapshotError('the stored data was deleted');
        }
        if (stored.version !== version) {
          return leaveStorage(
            'Another tab runs another version: changes here are kept until the next reload only.',
          );
        }
        await follow(stored);
        isMissing = false;
        isDeletionReported = false;
      } catch (error) {
        if (!isUnusable(error)) throw error;
        isMissing = true;
        if (mayWrite) await replaceAll();
      }
    },

    /** Makes the changes durable; writing the head commits them. */
    async commit(changes: readonly TableChange[]) {
      const commits = withNewCommit(head.commits);
      const next: Head = { ...head, seq: head.seq + 1, commits, counters: counters.state() };
      await onStorage(async () => {
        await snapshots.writeEntry(next.seq, changes);
        await snapshots.writeHead(next);
      });
      hasOwnData = memoryOnly();
      for (const change of changes) changedAt.set(change.table, next.seq);
      head = next;
    },

    /**
     * The current rows of tables whose snapshots are outdated; undefined if all are current, or unless asked for, if one
     * change would write a large table again.
     */
    capture(isAsked: boolean): Capture | undefined {
      if (memoryOnly() || isMissing || head.base === head.seq) return undefined;
      const behind = [...tables].filter(
        ([name]) => (changedAt.get(name) ?? 0) > (head.snapshots[name]?.at ?? 0),
      );
      const rows = behind.reduce((sum, [, table]) => sum + table.count(), 0);
      if (!isAsked && rows > FEW_ROWS && head.seq - head.base < LONG_LOG) return undefined;
      return {
        epoch: head.epoch,
        seq: head.seq,
        commit: head.commits.at(-1),
        tables: behind.map(([name, table]) => [name, table.capture()]),
      };
    },
    /** Writes captured rows next to the current snapshots. Needs no lock: nothing refers to them yet. */
    async writeCapture(capture: Capture): Promise<Head['snapshots']> {
      const written: Head['snapshots'] = {};
      await onStorage(async () => {
        for (const [name, rows] of capture.tables) {
          const { seq: at, commit } = capture;
          const id = commit === undefined ? { at } : { at, commit };
          written[name] = { ...id, pieces: await snapshots.writeRows(name, capture.epoch, id, rows) };
        }
      });
      return written;
    },
    /** Makes the written snapshots current, and removes the log entries they include. */
    async adoptCapture(capture: Capture, written: Head['snapshots']) {
      if (isMissing) return;
      await onStorage(async () => {
        // If the captured transaction is not part of the data any more, the written rows are outdated.
        if (head.epoch === capture.epoch && commitAt(head, capture.seq) === capture.commit) {
          const next = { ...head, base: capture.seq, snapshots: { ...head.snapshots, ...written } };
          await snapshots.writeHead(next);
          head = next;
        }
        await snapshots.sweep(head);
      });
    },
  };
}
