import { afterSeconds } from '@/mocks/db/time-limit';
import { createWriteQueue } from '@/mocks/db/write-queue';

/**
 * What a database needs of the other tabs that share its storage. Messages only say "look": what is true is read from
 * storage under the lock, never from a message.
 */
export interface Tabs {
  /**
   * Runs `work` while no other tab writes (`shared`) or while no other tab reads or writes (`exclusive`). Rejects with
   * `LockTimeoutError`, without having run it, where another tab holds the lock and gives no sign of life.
   */
  withLock<T>(name: string, mode: 'shared' | 'exclusive', work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs that something was committed. */
  announce(): void;
  /** Calls back when another tab committed. */
  onNews(listener: () => void): void;
  /** Calls back when the page is about to go away. */
  onLeave(listener: () => void): void;
  /** Stops listening. */
  close(): void;
}

/** Another tab keeps the lock: it was closed by force, it is frozen, or the browser has lost the release (WebKit). */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
}

/** How long a tab waits for a lock whose holder is silent, and how long whatever the holder says; in seconds. */
const LOCK_LIMIT = 5;
const LONGEST_LOCK = 30;
/** How often the holder of a lock says that it is still at work; short work says nothing. */
const BUSY_INTERVAL_MS = 1_000;
/** What a tab says on the channel. */
const COMMITTED = 'committed';
const BUSY = 'busy';

function createLocalLocks(): Tabs['withLock'] {
  const queues = new Map<string, ReturnType<typeof createWriteQueue>>();
  return (name, _mode, work) => {
    const queue = queues.get(name) ?? createWriteQueue();
    queues.set(name, queue);
    return queue(work);
  };
}

/** No other tabs: Node, and storage that nobody shares. */
export function singleTab(): Tabs {
  return {
    withLock: createLocalLocks(),
    announce: () => undefined,
    onNews: () => undefined,
    onLeave: () => undefined,
    close: () => undefined,
  };
}

/** What `browserTabs` uses of the platform; each may be missing (an insecure origin, blocked storage, old browsers). */
type TabPlatform = {
  locks?: Pick<LockManager, 'request'> | undefined;
  openChannel?: ((name: string) => BroadcastChannel) | undefined;
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
};

function currentPlatform(): TabPlatform {
  return {
    locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
    page: typeof window === 'undefined' ? undefined : window,
  };
}

function tryToOpen(platform: TabPlatform, name: string): BroadcastChannel | undefined {
  try {
    return platform.openChannel?.(name);
  } catch {
    return undefined;
  }
}

/**
 * The tabs of one origin, by Web Locks and a BroadcastChannel called `name`. Where locks are missing or refused, work
 * is still serialised within this tab; where channels are missing, tabs catch up at their next request.
 */
export function browserTabs(name: string, platform: TabPlatform = currentPlatform()): Tabs {
  const local = createLocalLocks();
  const channel = tryToOpen(platform, name);
  const stops: (() => void)[] = [() => channel?.close()];

  function announceWhile<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(() => channel?.postMessage(BUSY), BUSY_INTERVAL_MS);
    return work.finally(() => clearInterval(timer));
  }

  /** Calls back once no holder has been heard for too long. Returns the function that ends the wait. */
  function watchHolder(onSilence: () => void): () => void {
    let stopTimer = afterSeconds(LOCK_LIMIT, onSilence);
    const stopLast = afterSeconds(LONGEST_LOCK, onSilence);
    const listen = (event: Event) => {
      if ((event as MessageEvent).data !== BUSY) return;
      stopTimer();
      stopTimer = afterSeconds(LOCK_LIMIT, onSilence);
    };
    channel?.addEventListener('message', listen);
    return () => {
      stopTimer();
      stopLast();
      channel?.removeEventListener('message', listen);
    };
  }

  return {
    async withLock<T>(lock: string, mode: 'shared' | 'exclusive', work: () => Promise<T>): Promise<T> {
      const { locks } = platform;
      if (!locks) return local(lock, mode, work);
      const request = new AbortController();
      let state: 'waiting' | 'working' | 'given up' = 'waiting';
      let stopWatching = (): void => undefined;
      // Not left to the signal alone: a browser that loses a lock may also lose the end of the request.
      const timedOut = new Promise<never>((_, reject) => {
        stopWatching = watchHolder(() => {
          state = 'given up';
          stopWatching();
          reject(new LockTimeoutError(`Another tab keeps the lock ${name}:${lock}.`));
          request.abort();
        });
      });
      const granted = locks.request(`${name}:${lock}`, { mode, signal: request.signal }, async () => {
        if (state === 'given up') throw new LockTimeoutError('The lock came too late.');
        state = 'working';
        stopWatching();
        return announceWhile(work());
      });
      try {
        return await Promise.race([granted, timedOut]);
      } catch (error) {
        // A refusal of the lock itself (blocked storage) must not stop the demo; a failure of the work is the caller's.
        if (state !== 'waiting') throw error;
        stopWatching();
        return local(lock, mode, work);
      }
    },
    announce: () => channel?.postMessage(COMMITTED),
    onNews(listener) {
      channel?.addEventListener('message', (event) => {
        if (event.data !== BUSY) listener();
      });
    },
    onLeave(listener) {
      platform.page?.addEventListener('pagehide', listener);
      stops.push(() => platform.page?.removeEventListener('pagehide', listener));
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
