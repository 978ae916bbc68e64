/** What is used of Web Locks. A request that is not granted yet rejects when `signal` is aborted. */
export interface TabLocks {
  request<T>(
    name: string,
    options: { mode: 'shared' | 'exclusive'; signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T>;
}

const STORE = 'lock';

/** A new connection for each lock, so that none is open while a tab only waits for the user. */
function openLock(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Otherwise the tab would block the deletion of its data.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });
}

/**
 * Locks for browsers without Web Locks (plain http). IndexedDB runs one write transaction of a store at a time, whichever
 * tab started it, so an open transaction is a lock. It ends with its tab. Requests keep it open, which costs some
 * processor time while `work` runs.
 */
export const indexedDbLocks: TabLocks = {
  async request(name, { mode, signal }, work) {
    const database = await openLock(name);
    try {
      signal.throwIfAborted();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, mode === 'shared' ? 'readonly' : 'readwrite');
        const store = transaction.objectStore(STORE);
        let isDone = false;
        const keepOpen = () => {
          if (!isDone) store.get(STORE).onsuccess = keepOpen;
        };
        const end = () => {
          isDone = true;
        };
        store.get(STORE).onsuccess = () => {
          if (signal.aborted) return;
          // Work that has begun is not repeated, even if the browser takes the lock away.
          transaction.onabort = null;
          void work().then(resolve, reject).then(end);
          keepOpen();
        };
        transaction.onabort = () => reject(transaction.error);
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          if (!isDone) transaction.abort();
        });
      });
    } finally {
      database.close();
    }
  },
};
