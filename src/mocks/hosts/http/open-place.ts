import { filePlace } from '@/mocks/hosts/http/file-place';
import { redisPlace } from '@/mocks/hosts/http/redis-place';
import { memoryPlace, type StoragePlace } from '@/mocks/hosts/http/storage-place';

/**
 * The place that `MOCK_STORAGE` names: `memory`, `fs:DIR` or `redis:URL` (a URL that begins with `redis://` may stand
 * alone).
 *
 * @throws Error for anything else, and when the place cannot be used
 */
export async function openPlace(storage = 'memory'): Promise<StoragePlace> {
  if (storage === 'memory' || storage === '') return memoryPlace();
  if (storage.startsWith('fs:') && storage.length > 3) return filePlace(storage.slice(3));
  if (/^rediss?:\/\//.test(storage)) return redisPlace(storage);
  if (storage.startsWith('redis:') && storage.length > 6) {
    const url = storage.slice(6);
    return redisPlace(/^rediss?:\/\//.test(url) ? url : `redis://${url}`);
  }
  throw new Error(`MOCK_STORAGE must be memory, fs:DIR or redis:URL, not "${storage}".`);
}
