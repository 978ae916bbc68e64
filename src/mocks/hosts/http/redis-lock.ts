import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createWriteQueue, type WriteQueue } from '@/mocks/db/write-queue';

/** The part of an ioredis client that the lock uses. */
interface LockClient {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

export interface RedisLockOptions {
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
