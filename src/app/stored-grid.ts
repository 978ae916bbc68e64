import { isBlankRow } from '@/domain/patient-rows';
import { blankGrid, type GridRow, readGrid, type StoredGrid } from '@/domain/storage-keys';
import {
  isStored,
  readStored,
  removeStored,
  reportRejection,
  type WriteResult,
  writeStored,
} from '@/lib/storage';

/* The unsaved rows of Add Patients in IndexedDB, where login and logout clear them, too. */

/** The name of the lock of the tab that has an account's rows. */
export const gridLockName = (account: string | null): string => `kitwell:grid:${account ?? ''}`;

const keyOf = (account: string | null): string => account ?? '';

let loading: Promise<typeof import('@/lib/database')> | undefined;

/** Loaded when there is something to store: most pages store nothing in IndexedDB. */
const database = () => {
  loading ??= import('@/lib/database');
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** How long IndexedDB is waited for, in milliseconds: some browsers never answer. */
const patience = 5000;

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, new Error('IndexedDB does not answer.'));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const load = (account: string | null): Promise<StoredGrid> =>
  inTime(
    database()
      .then(({ readDatabase }) => readDatabase('kitwell-grid', keyOf(account)))
      .then(readGrid),
  );

const store = (account: string | null, grid: StoredGrid): Promise<void> =>
  inTime(database().then(({ writeDatabase }) => writeDatabase('kitwell-grid', keyOf(account), grid)));

/** What was begun last: nothing is read or cleared before it has ended. */
let last: Promise<unknown> = Promise.resolve();

/** The number of rows that are not blank. */
export const countRows = (rows: readonly GridRow[]): number => rows.filter((row) => !isBlankRow(row)).length;

/** Adds rows that are not stored yet, such as those of a session that ended, before the stored ones. */
export function mergeGrids(stored: StoredGrid, added: StoredGrid): StoredGrid {
  const ids = new Set(stored.rows.map(({ id }) => id));
  const isNew = ({ id }: { readonly id: string }) => !ids.has(id);
  return {
    ...stored,
    rows: [...added.rows.filter(isNew), ...stored.rows],
    sent: [...stored.sent, ...added.sent.filter(({ row }) => isNew(row))],
    skipped: [...new Set([...added.skipped, ...stored.skipped])],
    unread: [...new Set([...added.unread, ...stored.unread])],
  };
}

/**
 * Reads the rows that the session has stored, and makes a page the only one that can store them.
 *
 * @param writer identifies the page
 * @throws if they can't be read
 */
export async function openStoredGrid(account: string | null, writer: string): Promise<StoredGrid> {
  const marker = readStored('unsavedRows');
  const old = readStored('patientGrid');
  writeStored('unsavedRows', { writer, count: (marker?.count ?? 0) + countRows(old.rows) });
  await last;
  // Rows of an ended session that could not be removed are overwritten.
  const stored = marker === null ? blankGrid : await load(account);
  if (marker !== null && !isStored('patientGrid')) return stored;
  const merged = mergeGrids(stored, old);
  await store(account, merged);
  removeStored('patientGrid');
  return merged;
}

/** Stores the rows; resolves to null if another page has opened them since, or if the session has ended. */
export async function writeStoredGrid(
  account: string | null,
  writer: string,
  grid: StoredGrid,
): Promise<WriteResult | null> {
  if (readStored('unsavedRows')?.writer !== writer) return null;
  writeStored('unsavedRows', { writer, count: countRows(grid.rows) });
  // At once: the page may be about to go.
  const writing = store(account, grid);
  last = writing.catch(() => undefined);
  try {
    await writing;
    return 'written';
  } catch (error) {
    return reportRejection('unsavedRows', error);
  }
}

/**
 * Reads the rows of a session that ends, and adds those of an earlier one. A tab that has them open keeps them itself.
 */
export function takeStoredGrid(account: string | null, earlier: Promise<StoredGrid>): Promise<StoredGrid> {
  const locks = navigator.locks as LockManager | undefined;
  const take = async () => {
    if (locks === undefined) return load(account);
    return locks.request(gridLockName(account), { ifAvailable: true }, (lock) =>
      lock === null ? blankGrid : load(account),
    );
  };
  const taken = last.then(take).catch(() => blankGrid);
  last = taken;
  return taken.then(async (stored) => mergeGrids(stored, await earlier));
}

/** Removes the rows of all accounts, after they were read. */
export function clearStoredGrids(): void {
  const clear = () => inTime(database().then(({ clearDatabase }) => clearDatabase('kitwell-grid')));
  // A browser without IndexedDB has none. What could not be removed is overwritten by the account's next session.
  last = last.then(clear).catch(() => undefined);
}
