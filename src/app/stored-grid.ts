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

/**
 * Reads the rows that the session has stored, and makes a page the only one that can store them.
 *
 * @param writer identifies the page
 * @throws if they can't be read
 */
export async function openStoredGrid(account: string | null, writer: string): Promise<StoredGrid> {
  const known = readStored('unsavedRows');
  const old = readStored('patientGrid');
  writeStored('unsavedRows', { writer, count: known?.count ?? countRows(old.rows) });
  await last;
  if (!isStored('patientGrid')) return known === null ? blankGrid : load(account);
  await store(account, old);
  removeStored('patientGrid');
  return old;
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

/** Reads the rows of a session that ends. A tab that has them open keeps them itself. */
export function takeStoredGrid(account: string | null): Promise<StoredGrid> {
  const locks = navigator.locks as LockManager | undefined;
  const take = async () => {
    if (locks === undefined) return load(account);
    return locks.request(gridLockName(account), { ifAvailable: true }, (lock) =>
      lock === null ? blankGrid : load(account),
    );
  };
  const taken = last.then(take).catch(() => blankGrid);
  last = taken;
  return taken;
}

/** Removes the rows of all accounts, after they were read. */
export function clearStoredGrids(): void {
  const clear = () => inTime(database().then(({ clearDatabase }) => clearDatabase('kitwell-grid')));
  // A browser without IndexedDB has none.
  last = last.then(clear).catch(() => undefined);
}
