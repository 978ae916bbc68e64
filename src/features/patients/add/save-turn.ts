import { openChannel } from '@/features/api/other-tabs';

/** One tab saves at a time (Web Locks). In a browser without locks, every tab may. */
interface SaveLock {
  /** Takes the turn; resolves to false if another tab has it. */
  take(): Promise<boolean>;
  end(): void;
  isInOtherTab(): Promise<boolean>;
  /** Resolves when no tab has the turn any more, also if its tab was closed. */
  free(): Promise<void>;
  stop(): void;
}

const lockName = 'kitwell:save-patients';

/** A tab's last storage write may reach other tabs after its lock is released, by at most this many milliseconds. */
const storageDelay = 250;

/** @param onOtherTab called when another tab takes the turn */
export function createSaveLock(onOtherTab: () => void): SaveLock {
  // Missing on insecure origins.
  const locks = navigator.locks as LockManager | undefined;
  const channel = openChannel(lockName);
  if (locks === undefined || channel === undefined)
    return {
      take: async () => true,
      end: () => undefined,
      isInOtherTab: async () => false,
      free: async () => undefined,
      stop: () => undefined,
    };

  channel.onmessage = onOtherTab;
  let release: () => void = () => undefined;
  const end = () => release();
  return {
    end,
    take: () =>
      new Promise((resolve) => {
        const hold = (lock: Lock | null) => {
          resolve(lock !== null);
          if (lock === null) return;
          channel.postMessage('taken');
          return new Promise<void>((released) => {
            release = released;
          });
        };
        // Locks are rejected when storage is blocked: then no other tab shares the draft.
        locks.request(lockName, { ifAvailable: true }, hold).catch(() => resolve(true));
      }),
    async isInOtherTab() {
      const { held = [] } = await locks.query().catch(() => ({ held: [] }));
      return held.some((lock) => lock.name === lockName);
    },
    async free() {
      await locks.request(lockName, { mode: 'shared' }, () => undefined).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, storageDelay));
    },
    stop() {
      end();
      channel.close();
    },
  };
}
