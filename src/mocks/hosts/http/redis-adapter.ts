import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createStorage, type Driver, prefixStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { singleTab, type Tabs } from '@/mocks/db/tabs';
import { createWriteQueue, type WriteQueue } from '@/mocks/db/write-queue';
import type { StorageAdapter } from '@/mocks/hosts/http/storage-adapter';

/** What the lock uses of an ioredis client. */
interface LockClient {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

interface RedisLockOptions {
  /** Milliseconds after which the lock of a process that died is free; renewed while the work goes on. */
  readonly lifetime?: number;
  /** Milliseconds to wait for the lock before giving up. */
  readonly patience?: number;
}

const RETRY_MS = 10;

const RENEW = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])`;

/** Answers whether somebody else waits. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
return redis.call('exists', KEYS[2])`;

/** Locks that processes on one Redis share. */
interface RedisLock {
  /**
   * Runs `work` alone among all processes. The token proves that the lock is still held: a write that is to survive a
   * process that was suspended for too long checks it in the same step (see `redisAdapter`).
   *
   * @throws Error when the lock did not come free in time
   */
  run<T>(key: string, work: (token: string) => Promise<T>): Promise<T>;
}

/** `SET NX PX` with a token, renewed while the work goes on, released by its holder only. */
export function createRedisLock(client: LockClient, options: RedisLockOptions = {}): RedisLock {
  const { lifetime = 10_000, patience = 30_000 } = options;
  const queues = new Map<string, { queue: WriteQueue; waiting: number }>();

  async function acquire(key: string, waitingKey: string): Promise<string> {
    const token = randomUUID();
    const until = performance.now() + patience;
    while ((await client.set(key, token, 'PX', lifetime, 'NX')) !== 'OK') {
      if (performance.now() > until)
        throw new Error(`The lock ${key} did not come free within ${patience} ms.`);
      // Seen by the holder, who then lets this process go first.
      await client.set(waitingKey, token, 'PX', 4 * RETRY_MS, 'NX');
      await pause(RETRY_MS);
    }
    return token;
  }

  async function alone<T>(key: string, work: (token: string) => Promise<T>): Promise<T> {
    const waitingKey = `${key}:waiting`;
    const token = await acquire(key, waitingKey);
    // A renewal that fails is found out by the next write.
    const renew = () => void client.eval(RENEW, 1, key, token, lifetime).catch(() => undefined);
    const timer = setInterval(renew, lifetime / 3);
    try {
      return await work(token);
    } finally {
      clearInterval(timer);
      // The lock of a Redis that cannot be reached ends by itself.
      const awaited = await client.eval(RELEASE, 2, key, waitingKey, token).catch(() => 0);
      if (awaited === 1) await pause(2 * RETRY_MS);
    }
  }

  return {
    async run(key, work) {
      // Within the process callers queue, so that at most one of them asks Redis.
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
export async function redisAdapter(url: string, options: RedisPlaceOptions = {}): Promise<StorageAdapter> {
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
      ...singleTab(),
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
