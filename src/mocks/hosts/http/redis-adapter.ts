import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createStorage, type Driver, prefixStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { singleTab, type Tabs } from '@/mocks/db/tabs';
import { createWriteQueue, type WriteQueue } from '@/mocks/db/write-queue';
import type { StorageAdapter } from '@/mocks/hosts/http/storage-adapter';

/** The part of an ioredis client that the lock uses. */
interface LockClient {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

interface RedisLockOptions {
  /** Milliseconds until the lock of a crashed process expires; renewed during the work. */
  readonly lifetime?: number;
  /** Maximum milliseconds to wait for the lock. */
  readonly patience?: number;
}

const RETRY_MS = 10;

const RENEW = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])`;

/** Returns whether another process is waiting. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
return redis.call('exists', KEYS[2])`;

/** Locks shared by the processes on one Redis. */
interface RedisLock {
  /**
   * Runs `work` while no other process holds the lock. The token proves that the lock is still held: writes check it in
   * the same step (see `redisAdapter`), because a process may have been suspended until its lock expired.
   *
   * @throws Error if the lock was not free in time
   */
  run<T>(key: string, work: (token: string) => Promise<T>): Promise<T>;
}

/** `SET NX PX` with a token, renewed during the work, released only by its holder. */
export function createRedisLock(client: LockClient, options: RedisLockOptions = {}): RedisLock {
  const { lifetime = 10_000, patience = 30_000 } = options;
  const queues = new Map<string, { queue: WriteQueue; waiting: number }>();

  async function acquire(key: string, waitingKey: string): Promise<string> {
    const token = randomUUID();
    const until = performance.now() + patience;
    while ((await client.set(key, token, 'PX', lifetime, 'NX')) !== 'OK') {
      if (performance.now() > until)
        throw new Error(`The lock ${key} did not come free within ${patience} ms.`);
      // Tells the lock holder to let this process go first.
      await client.set(waitingKey, token, 'PX', 4 * RETRY_MS, 'NX');
      await pause(RETRY_MS);
    }
    return token;
  }

  async function alone<T>(key: string, work: (token: string) => Promise<T>): Promise<T> {
    const waitingKey = `${key}:waiting`;
    const token = await acquire(key, waitingKey);
    // A failed renewal is detected by the next write.
    const renew = () => void client.eval(RENEW, 1, key, token, lifetime).catch(() => undefined);
    const timer = setInterval(renew, lifetime / 3);
    try {
      return await work(token);
    } finally {
      clearInterval(timer);
      // If Redis cannot be reached, the lock expires by itself.
      const awaited = await client.eval(RELEASE, 2, key, waitingKey, token).catch(() => 0);
      if (awaited === 1) await pause(2 * RETRY_MS);
    }
  }

  return {
    async run(key, work) {
      // Callers in this process queue, so that at most one of them polls Redis.
      const line = queues.get(key) ?? { queue: createWriteQueue(), waiting: 0 };
      queues.set(key, line);
      line.waiting += 1;
      try {
        return await line.queue(() => alone(key, work));
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) queues.delete(key);
      }
    },
  };
}

const SET_WHILE_HELD = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2])
return 1`;
const REMOVE_WHILE_HELD = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('unlink', KEYS[2])
return 1`;

export interface RedisAdapterOptions extends RedisLockOptions {
  /** Prefix of every key. */
  readonly base?: string;
}

/** A write came after the lock was lost; another process may have written since. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/**
 * Data in Redis, shared by every server on it. Writes to one tenant are serialized, and Redis itself rejects each write
 * whose lock was lost meanwhile (a process suspended for longer than the lock's lifetime), so that no write is lost.
 *
 * @param url such as `redis://127.0.0.1:6379/0`
 * @throws Error if Redis does not respond
 */
export async function redisAdapter(url: string, options: RedisAdapterOptions = {}): Promise<StorageAdapter> {
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
  // Each call rejects by itself; without a listener the client would log every attempt.
  client.on('error', (error) => {
    trouble = error;
  });
  await client.ping().catch((error: unknown) => {
    client.disconnect();
    throw new Error(`No Redis answers at ${url}: ${(trouble ?? error) as Error}`);
  });

  const lock = createRedisLock(client, options);
  const lockKey = (tenant: string, name: string) => `${base}:lock:${tenant}:${name}`;
  /** The token with which this process may currently write to a tenant. */
  const tokens = new Map<string, string>();

  /** Requires the tenant's data lock. Only rows (their keys are never reused) and the scenario do not. */
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
