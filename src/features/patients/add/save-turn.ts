/** One tab saves at a time (Web Locks). Where the browser has no locks, every tab may. */
export interface SaveTurn {
  /** Takes the turn; false where another tab has it. */
  take(): Promise<boolean>;
  end(): void;
  isElsewhere(): Promise<boolean>;
  /** Resolves when no tab has the turn any more, also where its tab was closed. */
  free(): Promise<void>;
  stop(): void;
}

const name = 'kitwell:save-patients';

/** A tab's last write to storage may reach the others a moment after the lock that it held, in milliseconds. */
const storageDelay = 250;

/** @param onElsewhere another tab has taken the turn */
export function createSaveTurn(onElsewhere: () => void): SaveTurn {
  // Missing on insecure origins.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined')
    return {
      take: async () => true,
      end: () => undefined,
      isElsewhere: async () => false,
      free: async () => undefined,
      stop: () => undefined,
    };

  const channel = new BroadcastChannel(name);
  channel.onmessage = onElsewhere;
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
        // Locks are refused together with storage: then no other tab shares the draft.
        locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true));
      }),
    async isElsewhere() {
      const { held = [] } = await locks.query().catch(() => ({ held: [] }));
      return held.some((lock) => lock.name === name);
    },
    async free() {
      await locks.request(name, { mode: 'shared' }, () => undefined).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, storageDelay));
    },
    stop() {
      end();
      channel.close();
    },
  };
}
