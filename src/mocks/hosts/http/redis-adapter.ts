import type { Redis } from 'ioredis';
import { createStorage, type Driver, prefixStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { StorageFailedError } from '../../db/storage';
import { singleTab, type Tabs } from '../../db/tabs';
import { createRedisLock, lastHolderKey, type RedisLockOptions } from './redis-lock';
import type { StorageAdapter } from './storage-adapter';

const SET_AS_HOLDER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2])
return 1`;

const REMOVE_AS_HOLDER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('unlink', KEYS[2])
return 1`;

export interface RedisAdapterOptions extends RedisLockOptions {
  /** Prefix of every key. */
  readonly base?: string;
}

/** A write came after another process took the lock, which may have written since. */
export class LockLostError extends StorageFailedError {}

/** Milliseconds until a Redis that keeps silent counts as away, and between two tries to connect to one that is. */
const SILENCE_MS = 2_000;
const RECONNECT_MS = 500;

/**
 * Data in Redis, shared by every server on it. Writes to one tenant are serialized, and Redis itself rejects each write
 * whose lock another process has taken meanwhile (see `createRedisLock`), or that began before Redis lost its data. While
 * Redis is away every call rejects, at once or after two seconds; the adapter connects again by itself.
 *
 * @param url such as `redis://127.0.0.1:6379/0`
 * @throws Error if Redis does not respond
 */
export async function redisAdapter(url: string, options: RedisAdapterOptions = {}): Promise<StorageAdapter> {
  const { base = 'mock' } = options;
  const driver = redisDriver({
    url,
    base: `${base}:data`,
    scanCount: 1000,
    lazyConnect: true,
    connectTimeout: 3000,
    commandTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // A caller gets its 503 at once, rather than after a queue of attempts.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  });
  const client = driver.getInstance?.() as Redis;
  let trouble: Error | undefined;
  // Each call rejects by itself; without a listener the client would log every attempt.
  client.on('error', (error) => {
    trouble = error;
  });
  await client.connect().catch((error: unknown) => {
    client.disconnect();
    throw new Error(`No Redis answers at ${url}: ${(trouble ?? error) as Error}`);
  });

  const lock = createRedisLock(client, options);
  const lockKey = (tenant: string, name: string) => `${base}:lock:${tenant}:${name}`;
  /** The token with which this process may currently write to a tenant. */
  const tokens = new Map<string, string>();

  /** Requires the tenant's data lock. Only rows (their keys are never reused) and the scenario do not. */
  async function asHolder(script: string, key: string, ...values: string[]) {
    const tenant = key.slice(0, key.indexOf(':'));
    const held = await client.eval(
      script,
      2,
      lastHolderKey(lockKey(tenant, 'data')),
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
      else await asHolder(SET_AS_HOLDER, key, value);
    },
    removeItem: (key) => asHolder(REMOVE_AS_HOLDER, key),
  };
  const storage = createStorage({ driver: fenced });

  function tabsOf(tenant: string): Tabs {
    return {
      ...singleTab(),
      // Readers also exclude each other: a readers–writer lock would need more Redis calls than a request itself.
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
