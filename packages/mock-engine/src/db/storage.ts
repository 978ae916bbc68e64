import { del, get, keys, set, type UseStore } from 'idb-keyval';
import { afterSeconds, withinSeconds } from './promises';

/** Stores texts by their keys. */
export interface DataStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, text: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(): Promise<string[]>;
  /** May report that all data was deleted while the page is open. */
  onDeleted?(listener: () => void): void;
}

/** The storage or its lock does not answer. What the call has changed is undone in memory, and may be in the storage. */
export class StorageFailedError extends Error {
  override readonly name = 'StorageFailedError';
}

/** Runs `work`; whatever it throws becomes a `StorageFailedError`. */
export async function orStorageFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageFailedError) throw cause;
    throw new StorageFailedError(`The storage of the demo data does not answer: ${String(cause)}`, { cause });
  }
}

/** Runs work until its signal is aborted: see `stoppedInBfcache`. */
export type Interruptible = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Nothing stops the work. */
export const uninterrupted: Interruptible = (work) => work(new AbortController().signal);

/** In-memory storage, for tests and as the fallback when nothing else is allowed. */
export function memoryStorage(): DataStorage {
  const texts = new Map<string, string>();
  return {
    getItem: async (key) => texts.get(key) ?? null,
    setItem: async (key, text) => void texts.set(key, text),
    removeItem: async (key) => void texts.delete(key),
    getKeys: async () => [...texts.keys()],
  };
}

const STORE = 'mock';
/** Timeout of one IndexedDB call, in seconds. The call is then aborted and rejects. */
const CALL_LIMIT = 4;

const tooLate = () => new DOMException('IndexedDB did not answer.', 'TimeoutError');

/** Opens a database; rejects on timeout, such as while another tab blocks its deletion. */
function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isLate = false;
    const stopTimer = afterSeconds(CALL_LIMIT, () => {
      isLate = true;
      reject(tooLate());
    });
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => {
      stopTimer();
      reject(request.error ?? tooLate());
    };
    request.onsuccess = () => {
      stopTimer();
      if (isLate) request.result.close();
      else resolve(request.result);
    };
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already committing.
  }
}

/** Aborts the transaction on timeout, so that it can't take effect after another tab has gone on. */
function withinLimit<T>(transaction: IDBTransaction, work: PromiseLike<T>): Promise<T> {
  return withinSeconds(CALL_LIMIT, work, () => {
    abort(transaction);
    return tooLate();
  });
}

/** One database. Closes and reports it when another tab wants to delete it, and opens it again on the next call. */
function openStore(name: string, interruptible: Interruptible, onDeleted: () => void): UseStore {
  let opened: Promise<IDBDatabase> | undefined;
  const dropConnection = () => {
    opened = undefined;
  };

  async function connect(): Promise<IDBDatabase> {
    const database = await openDatabase(name);
    database.onversionchange = () => {
      dropConnection();
      database.close();
      onDeleted();
    };
    // The browser closes it when the site's data is cleared.
    database.onclose = () => {
      dropConnection();
      onDeleted();
    };
    return database;
  }
  const connected = () => {
    opened ??= connect().catch((error: unknown) => {
      dropConnection();
      throw error;
    });
    return opened;
  };

  async function start(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const database = await connected();
    try {
      return database.transaction(STORE, mode);
    } catch (error) {
      // WebKit closes connections without an event.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      dropConnection();
      return (await connected()).transaction(STORE, mode);
    }
  }

  return (mode, callback) =>
    interruptible(async (signal) => {
      const transaction = await start(mode);
      signal.throwIfAborted();
      signal.addEventListener('abort', () => abort(transaction));
      return withinLimit(transaction, Promise.resolve(callback(transaction.objectStore(STORE))));
    });
}

/**
 * An IndexedDB database named `name`, opened on the first call. If the browser denies it (blocked site data, some
 * private modes) or does not respond, each call rejects and the database continues in memory.
 */
export function indexedDbStorage(name: string, interruptible = uninterrupted): DataStorage {
  const listeners: (() => void)[] = [];
  const store = openStore(name, interruptible, () => {
    for (const listener of listeners) listener();
  });
  return {
    getItem: async (key) => (await get<string>(key, store)) ?? null,
    setItem: (key, text) => set(key, text, store),
    removeItem: (key) => del(key, store),
    getKeys: () => keys<string>(store),
    onDeleted: (listener) => void listeners.push(listener),
  };
}
