import { clear, createStore, get, set, type UseStore } from 'idb-keyval';

/** The only access to IndexedDB, which login and logout do not clear with local storage (§4). By name: its object store. */
const databases = {
  /** The unsaved rows of Add Patients, by account. Cleared when a session begins and ends. */
  'kitwell-grid': 'rows',
  /** Where the columns of a spreadsheet are, by account and header row. Kept until the site's data is cleared. */
  'kitwell-import': 'columns',
} as const;

type Database = keyof typeof databases;

const opened = new Map<Database, UseStore>();

/** Opened on first use: some browsers deny a page any database. */
function open(name: Database): UseStore {
  const store = opened.get(name) ?? createStore(name, databases[name]);
  opened.set(name, store);
  return store;
}

// These are async functions, so that a database that is denied rejects the call.

export const readDatabase = async (name: Database, key: string): Promise<unknown> => get(key, open(name));

/** Commits at once: otherwise Chromium drops what is written while the page is being left. */
export const writeDatabase = async (name: Database, key: string, value: unknown): Promise<void> =>
  set(key, value, (mode, use) =>
    open(name)(mode, (store) => {
      const written = use(store);
      store.transaction.commit();
      return written;
    }),
  );

export const clearDatabase = async (name: Database): Promise<void> => clear(open(name));
