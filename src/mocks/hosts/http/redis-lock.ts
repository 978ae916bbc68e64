import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { orStorageFailed, StorageFailedError } from '../../db/storage';
import { createWriteQueue, type WriteQueue } from '../../db/write-queue';

/** The part of an ioredis client that the lock uses. */
interface LockClient {
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

export interface RedisLockOptions {
  /** Milliseconds until others may take the lock of a crashed or suspended process; renewed during the work. */
  readonly lifetime?: number;
  /** Maximum milliseconds to wait for the lock. */
  readonly patience?: number;
}

const RETRY_MS = 10;

/**
 * The key of the token that took the lock last. It outlives the lock, so that a write knows whether another process has
 * had the lock since.
 */
export const lastHolderKey = (key: string): string => `${key}:last`;

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

/** Locks shared by the processes on one Redis. */
interface RedisLock {
  /**
   * Runs `work` while no other process holds the lock. Writes check in the same step that its token was the last to take
   * the lock (see `redisAdapter`), because a process may have been suspended until its lock expired.
   *
   * @throws StorageFailedError if the lock was not free in time, or Redis does not answer
   */
  run<T>(key: string, work: (token: string) => Promise<T>): Promise<T>;
}

/**
 * `SET NX PX` with a token, renewed during the work, released only by its holder. Its life is short, because that is how
 * long a dead process stops the others; a process that was only slow loses nothing by that.
 */
export function createRedisLock(client: LockClient, options: RedisLockOptions = {}): RedisLock {
  const { lifetime = 2_000, patience = 10_000 } = options;
  const queues = new Map<string, { queue: WriteQueue; waiting: number }>();

  async function acquire(key: string, waitingKey: string): Promise<string> {
    const token = randomUUID();
    const until = performance.now() + patience;
    const keys = [key, lastHolderKey(key), waitingKey];
    while ((await client.eval(ACQUIRE, 3, ...keys, token, lifetime, 4 * RETRY_MS)) !== 1) {
      if (performance.now() > until)
        throw new StorageFailedError(`The lock ${key} did not come free within ${patience} ms.`);
      await pause(RETRY_MS);
    }
    return token;
  }

  async function alone<T>(key: string, work: (token: string) => Promise<T>): Promise<T> {
    const waitingKey = `${key}:waiting`;
    const token = await orStorageFailed(() => acquire(key, waitingKey));
    // A failed renewal is detected by the next write.
    const renew = () =>
      void client.eval(RENEW, 2, key, lastHolderKey(key), token, lifetime).catch(() => undefined);
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
