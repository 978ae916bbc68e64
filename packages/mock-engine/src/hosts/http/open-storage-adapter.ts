import { fileAdapter } from './file-adapter';
import { redisAdapter } from './redis-adapter';
import { memoryAdapter, type StorageAdapter } from './storage-adapter';
import { UsageError } from './usage-error';

/**
 * Creates the storage adapter given by `MOCK_STORAGE`: `memory`, `fs:DIR` or `redis:URL` (a `redis://` URL needs no
 * prefix).
 *
 * @param base starts every key in Redis
 * @throws UsageError for anything else; Error if the storage cannot be used
 */
export async function openStorageAdapter(storage = 'memory', base = 'mock'): Promise<StorageAdapter> {
  if (storage === 'memory' || storage === '') return memoryAdapter();
  if (storage.startsWith('fs:') && storage.length > 3) return fileAdapter(storage.slice(3));
  if (/^rediss?:\/\//.test(storage)) return redisAdapter(storage, base);
  if (storage.startsWith('redis:') && storage.length > 6) {
    const url = storage.slice(6);
    return redisAdapter(/^rediss?:\/\//.test(url) ? url : `redis://${url}`, base);
  }
  throw new UsageError(`MOCK_STORAGE must be memory, fs:DIR or redis:URL, not "${storage}".`);
}
