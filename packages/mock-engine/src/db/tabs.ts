import { afterSeconds, createWriteQueue } from './promises';
import { uninterrupted } from './storage';

/** What is used of Web Locks. A request that is not granted yet rejects when `signal` is aborted. */
interface TabLocks {
  request<T>(
    name: string,
    options: { mode: 'shared' | 'exclusive'; signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T>;
}

const STORE = 'lock';

/** A new connection for each lock, so that none is open while a tab only waits for the user. */
function openLock(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Otherwise the tab would block the deletion of its data.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });
}

/**
 * Locks for browsers without Web Locks (plain http). IndexedDB runs one write transaction of a store at a time, whichever
 * tab started it, so an open transaction is a lock. It ends with its tab. Requests keep it open, which costs some
 * processor time while `work` runs.
 */
export const indexedDbLocks: TabLocks = {
  async request(name, { mode, signal }, work) {
    const database = await openLock(name);
    try {
      signal.throwIfAborted();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, mode === 'shared' ? 'readonly' : 'readwrite');
        const store = transaction.objectStore(STORE);
        let isDone = false;
        const keepOpen = () => {
          if (!isDone) store.get(STORE).onsuccess = keepOpen;
        };
        const end = () => {
          isDone = true;
        };
        store.get(STORE).onsuccess = () => {
          if (signal.aborted) return;
          // Work that has begun is not repeated, even if the browser takes the lock away.
          transaction.onabort = null;
          void work().then(resolve, reject).then(end);
          keepOpen();
        };
        transaction.onabort = () => reject(transaction.error);
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          if (!isDone) transaction.abort();
        });
      });
    } finally {
      database.close();
    }
  },
};

/**
 * Coordinates with the other tabs that share a database's storage. Messages only trigger a read: the data always comes
 * from storage, under the lock.
 */
export interface Tabs {
  /**
   * Runs `work` while no other tab writes (`shared`), or while no other tab reads or writes (`exclusive`). Rejects with
   * `LockTimeoutError`, without running it, if another tab holds the lock and is silent.
   */
  withLock<T>(name: string, mode: 'shared' | 'exclusive', work: () => Promise<T>): Promise<T>;
  /** Notifies the other tabs of a commit. */
  announce(): void;
  /** Calls `listener` when another tab has committed. */
  onNews(listener: () => void): void;
  /** Calls `listener` when the page is about to be left for good. */
  onLeave(listener: () => void): void;
  /** Stops listening. */
  close(): void;
}

/** Another tab holds the lock: it was force-closed, is frozen, or the browser has lost the release (WebKit). */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
}

/** Seconds to wait for a lock while its holder is silent, and in any case. */
const LOCK_LIMIT = 5;
const LONGEST_LOCK = 30;
/** How often the lock holder reports that it is still busy; shorter work sends nothing. */
const BUSY_INTERVAL_MS = 1_000;
/** The messages on the channel. */
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

/** No other tabs: Node, and storage that is not shared. */
export function singleTab(): Tabs {
  return {
    withLock: createLocalLocks(),
    announce: () => undefined,
    onNews: () => undefined,
    onLeave: () => undefined,
    close: () => undefined,
  };
}

/** The platform APIs of `browserTabs`; each may be missing (insecure origin, blocked storage, old browsers). */
type TabPlatform = {
  locks?: TabLocks | undefined;
  openChannel?: ((name: string) => BroadcastChannel) | undefined;
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
};

/** Undefined in Node. */
function currentLocks(): TabLocks | undefined {
  if (typeof window === 'undefined') return undefined;
  return 'locks' in navigator ? navigator.locks : indexedDbLocks;
}

function currentPlatform(): TabPlatform {
  return {
    locks: currentLocks(),
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
 * The tabs of one origin, using Web Locks and a BroadcastChannel named `name`. Without locks, work is still serialized
 * within this tab; without channels, tabs catch up on their next request.
 */
export function browserTabs(
  name: string,
  platform: TabPlatform = currentPlatform(),
  interruptible = uninterrupted,
): Tabs {
  const local = createLocalLocks();
  const channel = tryToOpen(platform, name);
  const stops: (() => void)[] = [() => channel?.close()];

  function announceWhile<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(() => channel?.postMessage(BUSY), BUSY_INTERVAL_MS);
    return work.finally(() => clearInterval(timer));
  }

  /** Calls `onSilence` when the lock holder was silent for too long. Returns a function that stops watching. */
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

  async function underLock<T>(
    lock: string,
    mode: 'shared' | 'exclusive',
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { locks } = platform;
    if (!locks) return local(lock, mode, work);
    const request = new AbortController();
    let state: 'waiting' | 'working' | 'given up' = 'waiting';
    let stopWatching = (): void => undefined;
    // Does not rely on the signal alone: a browser that loses a lock may also never settle the request.
    const timedOut = new Promise<never>((_, reject) => {
      stopWatching = watchHolder(() => {
        state = 'given up';
        stopWatching();
        reject(new LockTimeoutError(`Another tab keeps the lock ${name}:${lock}.`));
        request.abort();
      });
    });
    signal.addEventListener('abort', () => {
      if (state === 'waiting') state = 'given up';
      stopWatching();
      request.abort();
    });
    const granted = locks.request(`${name}:${lock}`, { mode, signal: request.signal }, async () => {
      if (state === 'given up') throw new LockTimeoutError('The lock came too late.');
      state = 'working';
      stopWatching();
      return interruptible(() => announceWhile(work()));
    });
    try {
      return await Promise.race([granted, timedOut]);
    } catch (error) {
      // If the lock request itself fails (blocked storage), the demo continues; errors of `work` are the caller's.
      if (state !== 'waiting') throw error;
      stopWatching();
      return local(lock, mode, work);
    }
  }

  return {
    withLock: (lock, mode, work) => interruptible((signal) => underLock(lock, mode, work, signal)),
    announce: () => channel?.postMessage(COMMITTED),
    onNews(listener) {
      channel?.addEventListener('message', (event) => {
        if (event.data !== BUSY) listener();
      });
    },
    onLeave(listener) {
      const leave = (event: Event) => {
        // A page that is kept for Back is frozen: it would keep a lock that it is granted now (WebKit).
        if (!(event as PageTransitionEvent).persisted) listener();
      };
      platform.page?.addEventListener('pagehide', leave);
      stops.push(() => platform.page?.removeEventListener('pagehide', leave));
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
