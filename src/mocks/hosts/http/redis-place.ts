import type { Redis } from 'ioredis';
import { createStorage, type Driver, prefixStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { loneTab, type Tabs } from '@/mocks/db/tabs';
import { createRedisLock, type RedisLockOptions } from '@/mocks/hosts/http/redis-lock';
import type { StoragePlace } from '@/mocks/hosts/http/storage-place';

const SET_WHILE_HELD = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2])
return 1`;
const REMOVE_WHILE_HELD = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('unlink', KEYS[2])
return 1`;

export interface RedisPlaceOptions extends RedisLockOptions {
  /** What every key begins with. */
  readonly base?: string;
}

/** A write came after the lock was lost: somebody else may have written since. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/**
 * Data in Redis, shared by every server on it: writes to one tenant wait for each other, and each is refused by Redis
 * itself when the lock was lost meanwhile (a process suspended for longer than the lock lives), so that none is lost.
 *
 * @param url as `redis://127.0.0.1:6379/0`
 * @throws Error when Redis does not answer
 */
export async function redisPlace(url: string, options: RedisPlaceOptions = {}): Promise<StoragePlace> {
  const { base = 'kitwell-mock' } = options;
  const driver = redisDriver({
    url,
    base: `${base}:data`,
    scanCount: 1000,
    maxRetriesPerRequest: 3,
    connectTimeout: 3000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  const client = driver.getInstance?.() as Redis;
  let trouble: Error | undefined;
  // Each call rejects by itself; without a listener the client would print every attempt.
  client.on('error', (error) => {
    trouble = error;
  });
  await client.ping().catch((error: unknown) => {
    client.disconnect();
    throw new Error(`No Redis answers at ${url}: ${(trouble ?? error) as Error}`);
  });

  const lock = createRedisLock(client, options);
  const lockKey = (tenant: string, name: string) => `${base}:lock:${tenant}:${name}`;
  /** The token under which this process may write to a tenant now. */
  const tokens = new Map<string, string>();

  /** Everything but rows, whose keys are never written twice, may be written under the tenant's data lock only. */
  async function whileHeld(script: string, key: string, ...values: string[]) {
    const tenant = key.slice(0, key.indexOf(':'));
    const held = await client.eval(
      script,
      2,
      lockKey(tenant, 'data'),
      `${base}:data:${key}`,
      tokens.get(tenant) ?? '',
      ...values,
    );
    if (held !== 1) throw new LockLostError(`The lock of ${tenant} was lost before ${key} was written.`);
  }
  const isFree = (key: string) => /^[^:]+:(rows|scenario)(:|$)/.test(key);
  const fenced: Driver = {
    ...driver,
    async setItem(key, value, transactionOptions) {
      if (isFree(key)) await driver.setItem?.(key, value, transactionOptions);
      else await whileHeld(SET_WHILE_HELD, key, value);
    },
    removeItem: (key) => whileHeld(REMOVE_WHILE_HELD, key),
  };
  const storage = createStorage({ driver: fenced });

  function tabsOf(tenant: string): Tabs {
    return {
      ...loneTab(),
      // Readers exclude each other as well: a lock for many readers would cost more calls than a request takes.
      withLock: (name, _mode, work) =>
        lock.run(lockKey(tenant, name), async (token) => {
          if (name !== 'data') return work();
          tokens.set(tenant, token);
          try {
            return await work();
          } finally {
            tokens.delete(tenant);
          }
        }),
    };
  }

  return {
    open: (tenant) => ({ storage: prefixStorage(storage, tenant), tabs: tabsOf(tenant) }),
    async close() {
      await client.quit().catch(() => client.disconnect());
    },
  };
}
