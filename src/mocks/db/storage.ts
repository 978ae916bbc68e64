import { createStorage, type Storage } from 'unstorage';
import indexedDbDriver from 'unstorage/drivers/indexedb';

/** Storage that ends with the page or process: tests, and the fallback where nothing else is allowed. */
export function memoryStorage(): Storage {
  return createStorage();
}

/**
 * An IndexedDB database of its own, called `name`. Opens at the first read; where the browser refuses (blocked site
 * data, some private modes) each call rejects, and the database goes on in memory.
 */
export function indexedDbStorage(name: string): Storage {
  return createStorage({ driver: indexedDbDriver({ dbName: name, storeName: 'mock' }) });
}
