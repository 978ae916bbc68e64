import { createStore, get, set, type UseStore } from 'idb-keyval';
import type { ColumnMatch, FileColumns } from '@/contract/patient-import';
import * as z from '@/contract/zod';
import { readStored } from '@/lib/storage';
import { columnTargets } from './column-match';

/** Milliseconds. A database that does not answer must not hold up the import. */
const patience = 1000;

const storedMatch = z.record(z.enum(columnTargets), z.nullable(z.number()));

let database: UseStore | undefined;

/** Opened on first use: some browsers deny a page any database. */
function store(): UseStore {
  database ??= createStore('kitwell-import', 'columns');
  return database;
}

/**
 * The key of a header row and the signed-in account. It is a hash, so that the database holds neither addresses nor
 * the texts of a file. Null if the row can't be remembered.
 */
async function keyOf({ sources, headerIsPatient }: FileColumns): Promise<string | null> {
  const account = readStored('account');
  if (account === null || headerIsPatient) return null;
  const headers = sources.filter(({ header }) => header !== '').map(({ index, header }) => [index, header]);
  const text = new TextEncoder().encode(JSON.stringify([account, headers]));
  // Missing on insecure origins: then nothing is remembered.
  const hash = await crypto.subtle.digest('SHA-256', text);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the match that this account confirmed for this header row before; null if there is none. It is kept in
 * IndexedDB, because login and logout clear local storage (SPEC §4).
 */
export async function recallColumns(columns: FileColumns): Promise<ColumnMatch | null> {
  const read = async () => {
    const key = await keyOf(columns);
    const stored = storedMatch.safeParse(key === null ? null : await get(key, store()));
    return stored.success ? stored.data : null;
  };
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  return Promise.race([read(), late]).catch(() => null);
}

/** Remembers a confirmed match. A browser that denies it asks again next time. */
export async function rememberColumns(columns: FileColumns, match: ColumnMatch): Promise<void> {
  try {
    const key = await keyOf(columns);
    if (key !== null) await set(key, match, store());
  } catch {
    // Nothing is lost.
  }
}
