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
        const extend = () => {
          if (!isDone) store.get(STORE).onsuccess = extend;
        };
        const end = () => {
          isDone = true;
        };
        store.get(STORE).onsuccess = () => {
          if (signal.aborted) return;
          // Work that has begun is not repeated, even if the browser takes the lock away.
          transaction.onabort = null;
          void work().then(resolve, reject).then(end);
          extend();
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
   * `LockTimeoutError`, without running it, if another tab holds the lock for too long.
   */
  withLock<T>(mode: 'shared' | 'exclusive', work: () => Promise<T>): Promise<T>;
  /** Notifies the other tabs of a commit. */
  announce(): void;
  /** Calls `listener` when another tab has committed. */
  onNews(listener: () => void): void;
  /** Stops listening. */
  close(): void;
}

/** Another tab holds the lock: it was force-closed, is frozen, or the browser has lost the release (WebKit). */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
}

/** Seconds to wait for a lock. */
const LOCK_LIMIT = 5;

function createLocalLock(): Tabs['withLock'] {
  const queue = createWriteQueue();
  return (_mode, work) => queue(work);
}

/** No other tabs: Node, and storage that is not shared. */
export function singleTab(): Tabs {
  return {
    withLock: createLocalLock(),
    announce: () => undefined,
    onNews: () => undefined,
    close: () => undefined,
  };
}

/** The platform APIs of `browserTabs`; each may be missing (insecure origin, blocked storage, old browsers). */
type TabPlatform = {
  locks?: TabLocks | undefined;
  openChannel?: ((name: string) => BroadcastChannel) | undefined;
};

/** Nothing in Node. */
function currentPlatform(): TabPlatform {
  if (typeof window === 'undefined') return {};
  return {
    locks: 'locks' in navigator ? navigator.locks : indexedDbLocks,
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
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
  const local = createLocalLock();
  const lock = `${name}:data`;
  const channel = tryToOpen(platform, name);
  async function underLock<T>(
    mode: 'shared' | 'exclusive',
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { locks } = platform;
    if (!locks) return local(mode, work);
    const request = new AbortController();
    let state: 'waiting' | 'working' | 'given up' = 'waiting';
    let stopTimer = (): void => undefined;
    const giveUp = () => {
      if (state === 'waiting') state = 'given up';
      stopTimer();
      request.abort();
    };
    signal.addEventListener('abort', giveUp);
    // Does not rely on the signal alone: a browser that loses a lock may also never settle the request.
    const timedOut = new Promise<never>((_, reject) => {
      stopTimer = afterSeconds(LOCK_LIMIT, () => {
        reject(new LockTimeoutError(`Another tab keeps the lock ${lock}.`));
        giveUp();
      });
    });
    const granted = locks.request(lock, { mode, signal: request.signal }, async () => {
      if (state === 'given up') throw new LockTimeoutError('The lock came too late.');
      state = 'working';
      stopTimer();
      return interruptible(work);
    });
    try {
      return await Promise.race([granted, timedOut]);
    } catch (error) {
      // If the lock request itself fails (blocked storage), the demo continues; errors of `work` are the caller's.
      if (state !== 'waiting') throw error;
      stopTimer();
      return local(mode, work);
    }
  }

  return {
    withLock: (mode, work) => interruptible((signal) => underLock(mode, work, signal)),
    announce: () => channel?.postMessage('committed'),
    onNews: (listener) => channel?.addEventListener('message', listener),
    close: () => channel?.close(),
  };
}
