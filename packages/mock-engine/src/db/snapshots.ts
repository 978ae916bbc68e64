import type { Storage } from 'unstorage';
import * as z from '../zod';
import type { TableChange } from './database-types';
import type { Row } from './row';

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

/** Rows per stored piece: small enough that serializing one is no long task, even at 4× CPU slowdown. */
const PIECE = 500;

const headSchema = z.object({
  format: z.literal(1),
  /** The version of schemas and seeds when the rows were written. */
  version: z.string(),
  /** Increases when all data is replaced. */
  epoch: z.number(),
  /** The number of the last committed transaction; writing it is the commit. */
  seq: z.number(),
  /** Transactions up to this one are in the snapshots, and their log entries are removed. */
  base: z.number(),
  /** The random ids of the last transactions, the newest last: a number may be given twice where the storage lost one. */
  commits: z._default(z.array(z.string()), []),
  /** Per table: the transaction of its snapshot, its id, and the number of stored pieces. */
  snapshots: z.record(
    z.string(),
    z.object({ at: z.number(), commit: z.optional(z.string()), pieces: z.number() }),
  ),
  counters: z.object({
    seed: z.number(),
    drawn: z.number(),
    sequences: z.record(z.string(), z.number()),
    shifts: z.optional(z.record(z.string(), z.number())),
  }),
});
export type Head = z.output<typeof headSchema>;
/** The transaction of a snapshot, which two tabs may have numbered alike. */
type SnapshotId = Pick<Head['snapshots'][string], 'at' | 'commit'>;

const changesSchema = z.object({
  parts: z.number(),
  changes: z.array(
    z.object({
      table: z.string(),
      kind: z.enum(['insert', 'patch', 'remove', 'reset']),
      ids: z.array(z.union([z.string(), z.number()])),
      rows: z.array(z.looseObject({})),
    }),
  ),
});

/** The stored data cannot be used: a piece is missing, foreign or broken. */
export class UnusableSnapshotError extends Error {
  override readonly name = 'UnusableSnapshotError';
}

function parseHead(text: string): Head {
  try {
    return z.parse(headSchema, JSON.parse(text));
  } catch {
    throw new UnusableSnapshotError('the head of the stored data is not readable');
  }
}

/** How far a tab may be behind and still know whether it has the same history. */
const COMMITS = 100;

/** A new id after those of a head. */
export function withNewCommit(commits: readonly string[]): string[] {
  // `crypto.randomUUID` is missing without HTTPS.
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  return [...commits.slice(1 - COMMITS), id.toString(36)];
}

/** Splits changes so that no piece has more than `PIECE` rows; a split reset continues as inserts. */
function inPieces(changes: readonly TableChange[]): TableChange[][] {
  const parts: TableChange[][] = [];
  let room = 0;
  for (const change of changes) {
    let start = 0;
    do {
      if (room <= 0) {
        parts.push([]);
        room = PIECE;
      }
      const end = start + room;
      const kind = change.kind === 'reset' && start > 0 ? 'insert' : change.kind;
      const ids = change.ids.slice(start, end);
      // Removals need only the ids.
      parts.at(-1)?.push({
        table: change.table,
        kind,
        ids,
        rows: kind === 'remove' ? [] : change.rows.slice(start, end),
      });
      room -= Math.max(ids.length, 1);
      start = end;
    } while (start < change.ids.length);
  }
  return parts;
}

/**
 * The storage layout: `head` is the current state, `log:<seq>:<part>` the changes of one transaction,
 * `rows:<table>:<epoch>-<seq>-<commit>:<piece>` a snapshot. Keys are written before `head` refers to them and removed after, so
 * that a tab may crash between any two writes.
 */
export function createSnapshots(storage: Storage) {
  const logKey = (seq: number, part: number) => `log:${seq}:${part}`;
  const rowsKey = (table: string, epoch: number, { at, commit = '' }: SnapshotId, piece: number) =>
    `rows:${table}:${epoch}-${at}${commit && `-${commit}`}:${piece}`;

  async function readEntryPart(seq: number, part: number) {
    const parsed = z.safeParse(changesSchema, await storage.getItem(logKey(seq, part)));
    if (!parsed.success) throw new UnusableSnapshotError(`the log entry ${seq} is missing or broken`);
    return parsed.data;
  }

  /** The head that was read or written last. Every call reads it, and most find it unchanged. */
  let last: { readonly text: string; readonly head: Head } | undefined;

  return {
    /** Null if nothing was ever stored; throws `UnusableSnapshotError` for foreign data. */
    async readHead(): Promise<Head | null> {
      const stored: unknown = await storage.getItemRaw('head');
      if (stored === null || stored === undefined) return null;
      // A file is read as bytes.
      const text = String(stored);
      if (last?.text !== text) last = { text, head: parseHead(text) };
      return last.head;
    },
    writeHead(head: Head) {
      last = { text: JSON.stringify(head), head };
      return storage.setItem('head', last.text);
    },

    async writeEntry(seq: number, changes: readonly TableChange[]) {
      const parts = inPieces(changes);
      if (parts.length === 0) parts.push([]);
      for (const [part, piece] of parts.entries()) {
        if (part > 0) await pause();
        await storage.setItem(logKey(seq, part), { parts: parts.length, changes: piece });
      }
    },
    async readEntry(seq: number): Promise<TableChange[]> {
      const first = await readEntryPart(seq, 0);
      const changes: TableChange[] = [...first.changes];
      for (let part = 1; part < first.parts; part += 1)
        changes.push(...(await readEntryPart(seq, part)).changes);
      return changes;
    },

    /** Writes the rows piece by piece, yielding to the page in between. Returns the number of pieces. */
    async writeRows(table: string, epoch: number, id: SnapshotId, rows: readonly Row[]): Promise<number> {
      let piece = 0;
      for (let start = 0; start < rows.length; start += PIECE) {
        if (piece > 0) await pause();
        await storage.setItem(rowsKey(table, epoch, id, piece), rows.slice(start, start + PIECE));
        piece += 1;
      }
      return piece;
    },
    async readRows(head: Head, table: string): Promise<unknown[]> {
      const snapshot = head.snapshots[table];
      if (!snapshot) throw new UnusableSnapshotError(`the table ${table} is not in the stored data`);
      const pieces = await Promise.all(
        Array.from({ length: snapshot.pieces }, (_, piece) =>
          storage.getItem(rowsKey(table, head.epoch, snapshot, piece)),
        ),
      );
      return pieces.flatMap((piece) => {
        if (!Array.isArray(piece))
          throw new UnusableSnapshotError(`a piece of the table ${table} is missing`);
        return piece as unknown[];
      });
    },

    /** Removes keys that the head does not refer to. Requires the write lock. */
    async sweep(head: Head) {
      const current = new Set(
        Object.entries(head.snapshots).map(([table, snapshot]) =>
          rowsKey(table, head.epoch, snapshot, 0).replace(/:0$/, ''),
        ),
      );
      const stale = (await storage.getKeys()).filter((stored) => {
        const [kind, position] = stored.split(':');
        if (kind === 'log') return Number(position) <= head.base || Number(position) > head.seq;
        return kind === 'rows' && !current.has(stored.slice(0, stored.lastIndexOf(':')));
      });
      await Promise.all(stale.map((stored) => storage.removeItem(stored)));
    },
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;
