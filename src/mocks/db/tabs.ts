import { createWriteQueue } from '@/mocks/db/write-queue';

/**
 * What a database needs of the other tabs that share its storage. Messages only say "look": what is true is read from
 * storage under the lock, never from a message.
 */
export interface Tabs {
  /** Runs `work` while no other tab writes (`shared`) or while no other tab reads or writes (`exclusive`). */
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

function createLocalLocks(): Tabs['withLock'] {
  const queues = new Map<string, ReturnType<typeof createWriteQueue>>();
  return (name, _mode, work) => {
    const queue = queues.get(name) ?? createWriteQueue();
    queues.set(name, queue);
    return queue(work);
  };
}

/** No other tabs: Node, and storage that nobody shares. */
export function loneTab(): Tabs {
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

  return {
    async withLock(lock, mode, work) {
      if (!platform.locks) return local(lock, mode, work);
      let begun = false;
      try {
        return await platform.locks.request(`${name}:${lock}`, { mode }, () => {
          begun = true;
          return work();
        });
      } catch (error) {
        // A refusal of the lock itself (blocked storage) must not stop the demo; a failure of the work is the caller's.
        if (begun) throw error;
        return local(lock, mode, work);
      }
    },
    announce: () => channel?.postMessage('committed'),
    onNews(listener) {
      channel?.addEventListener('message', listener);
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
