import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createWriteQueue } from '../../db/promises';
import { orStorageFailed, StorageFailedError } from '../../db/storage';
import { singleTab } from '../../db/tabs';
import type { StorageAdapter } from './storage-adapter';
import { UsageError } from './usage-error';

/** Milliseconds until others may take the lock of a crashed or suspended process; renewed during the work. */
const LIFETIME_MS = 2_000;
/** Maximum milliseconds to wait for the lock. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 10;

/**
 * The key of the token that took the lock last. It outlives the lock, so that a write knows whether another process has
 * had the lock since.
 */
const lastHolderKey = (key: string): string => `${key}:last`;

/** Takes the lock if it is free; otherwise notifies its holder that a process is waiting. */
const ACQUIRE = `if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  redis.call('set', KEYS[2], ARGV[1])
  return 1
end
redis.call('set', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[3])
return 0`;

/** Also takes the lock again that expired while this process was busy, if no other has had it since. */
const RENEW = `if redis.call('get', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Returns whether another process is waiting. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
return redis.call('exists', KEYS[2])`;

/** A lock shared by the processes on one Redis. */
interface RedisLock {
  /**
   * Runs `work` while no other process holds the lock. Writes check in the same step that its token was the last to take
   * the lock (see `redisAdapter`), because a process may have been suspended until its lock expired.
   *
   * @throws StorageFailedError if the lock was not free in time, or Redis does not answer
   */
  run<T>(work: (token: string) => Promise<T>): Promise<T>;
}

/**
 * `SET NX PX` with a token, renewed during the work, released only by its holder. Its life is short, because that is how
 * long a dead process stops the others; a process that was only slow loses nothing by that.
 */
function createRedisLock(client: Redis, key: string): RedisLock {
  /** Callers in this process queue, so that at most one of them polls Redis. */
  const queue = createWriteQueue();
  const waitingKey = `${key}:waiting`;

  async function acquire(): Promise<string> {
    const token = randomUUID();
    const until = performance.now() + PATIENCE_MS;
    const keys = [key, lastHolderKey(key), waitingKey];
    while ((await client.eval(ACQUIRE, 3, ...keys, token, LIFETIME_MS, 4 * RETRY_MS)) !== 1) {
      if (performance.now() > until)
        throw new StorageFailedError(`The lock ${key} did not come free within ${PATIENCE_MS} ms.`);
      await pause(RETRY_MS);
    }
    return token;
  }

  async function alone<T>(work: (token: string) => Promise<T>): Promise<T> {
    const token = await orStorageFailed(acquire);
    // A failed renewal is detected by the next write.
    const renew = () =>
      void client.eval(RENEW, 2, key, lastHolderKey(key), token, LIFETIME_MS).catch(() => undefined);
    const timer = setInterval(renew, LIFETIME_MS / 3);
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
    run: (work) => queue(() => alone(work)),
  };
}

const SET_AS_HOLDER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2])
return 1`;

const REMOVE_AS_HOLDER = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('unlink', KEYS[2])
return 1`;

/** A write came after another process took the lock, which may have written since. */
export class LockLostError extends StorageFailedError {}

/** Milliseconds until a Redis that keeps silent counts as away, and between two tries to connect to one that is. */
const SILENCE_MS = 2_000;
const RECONNECT_MS = 500;

/**
 * Data in Redis, shared by every server on it. Writes are serialized, and Redis itself rejects each write
 * whose lock another process has taken meanwhile (see `createRedisLock`), or that began before Redis lost its data. While
 * Redis is away every call rejects, at once or after two seconds; the adapter connects again by itself.
 *
 * @param url such as `redis://127.0.0.1:6379/0`
 * @param base starts every key
 * @throws UsageError if `ioredis` is not installed; Error if Redis does not respond
 */
export async function redisAdapter(url: string, base: string): Promise<StorageAdapter> {
  const { Redis } = await import('ioredis').catch((cause: unknown) => {
    throw new UsageError('To store data in Redis, install ioredis in the project (npm install ioredis).', {
      cause,
    });
  });
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3000,
    commandTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // A caller gets its 503 at once, rather than after a queue of attempts.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  });
  let trouble: Error | undefined;
  // Each call rejects by itself; without a listener the client would log every attempt.
  client.on('error', (error) => {
    trouble = error;
  });
  await client.connect().catch((error: unknown) => {
    client.disconnect();
    throw new Error(`No Redis answers at ${url}: ${(trouble ?? error) as Error}`);
  });

  const dataKey = (key: string) => `${base}:data:${key}`;
  const lockKey = `${base}:lock:data`;
  const lock = createRedisLock(client, lockKey);
  /** The token with which this process may currently write. */
  let dataToken = '';

  /** Requires the lock of the data. Only the scenario does not. */
  async function asHolder(script: string, key: string, ...values: string[]) {
    const keys = [lastHolderKey(lockKey), dataKey(key)];
    if ((await client.eval(script, 2, ...keys, dataToken, ...values)) !== 1)
      throw new LockLostError(`The lock was lost before ${key} was written.`);
  }

  return {
    storage: {
      getItem: (key) => client.get(dataKey(key)),
      async setItem(key, text) {
        if (key === 'scenario') await client.set(dataKey(key), text);
        else await asHolder(SET_AS_HOLDER, key, text);
      },
      removeItem: (key) => asHolder(REMOVE_AS_HOLDER, key),
      async getKeys() {
        const match = dataKey('*').replaceAll(/[?[\]\\]/g, '\\$&');
        const keys: string[] = [];
        for await (const some of client.scanStream({ match, count: 1000 })) keys.push(...(some as string[]));
        return keys.map((key) => key.slice(dataKey('').length));
      },
    },
    tabs: {
      ...singleTab(),
      // Readers also exclude each other: a readers–writer lock would need more Redis calls than a request itself.
      withLock: (_mode, work) =>
        lock.run(async (token) => {
          dataToken = token;
          try {
            return await work();
          } finally {
            dataToken = '';
          }
        }),
    },
    async close() {
      await client.quit().catch(() => client.disconnect());
    },
  };
}
