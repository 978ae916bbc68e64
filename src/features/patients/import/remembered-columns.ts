import { createStore, get, set, type UseStore } from 'idb-keyval';
import type { ColumnMatch, FileColumns } from '@/contract/patient-import';
import { columnTargets } from './column-match';

/** Milliseconds. A database that does not answer must not hold up the import. */
const patience = 1000;

let database: UseStore | undefined;

/** Opened on first use: some browsers deny a page any database. */
function store(): UseStore {
  database ??= createStore('kitwell-import', 'columns');
  return database;
}

/**
 * The key of a header row and an account. It is a hash, so that the database holds neither addresses nor
 * the texts of a file. Null if the row can't be remembered.
 */
async function keyOf(
  account: string | null,
  { sources, headerIsPatient }: FileColumns,
): Promise<string | null> {
  if (account === null || headerIsPatient) return null;
  const headers = sources.filter(({ header }) => header !== '').map(({ index, header }) => [index, header]);
  const text = new TextEncoder().encode(JSON.stringify([account, headers]));
  // Missing on insecure origins: then nothing is remembered.
  const hash = await crypto.subtle.digest('SHA-256', text);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a stored match without the columns that the file does not have; null for anything else. */
function toMatch(stored: unknown, { sources }: FileColumns): ColumnMatch | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const known = new Map<unknown, number>(sources.map(({ index }) => [index, index]));
  const indexes = new Map(Object.entries(stored));
  if (!columnTargets.every((target) => indexes.has(target))) return null;
  const entries = columnTargets.map((target) => [target, known.get(indexes.get(target)) ?? null]);
  return Object.fromEntries(entries) as ColumnMatch;
}

/**
 * Returns the match that an account confirmed for this header row before; null if there is none. It is kept in
 * IndexedDB, because login and logout clear local storage (SPEC §4). Called in the worker that reads the file.
 */
export async function recallColumns(
  account: string | null,
  columns: FileColumns,
): Promise<ColumnMatch | null> {
  const read = async () => {
    const key = await keyOf(account, columns);
    return key === null ? null : toMatch(await get(key, store()), columns);
  };
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  return Promise.race([read(), late]).catch(() => null);
}

/** Remembers a confirmed match. A browser that denies it asks again next time. */
export async function rememberColumns(
  account: string | null,
  columns: FileColumns,
  match: ColumnMatch,
): Promise<void> {
  try {
    const key = await keyOf(account, columns);
    if (key !== null) await set(key, match, store());
  } catch {
    // Nothing is lost.
  }
}
