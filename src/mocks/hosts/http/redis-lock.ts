import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createWriteQueue, type WriteQueue } from '@/mocks/db/write-queue';

/** What the lock uses of an ioredis client. */
interface LockClient {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

export interface RedisLockOptions {
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
   * process that was suspended for too long checks it in the same step (see `redisPlace`).
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
