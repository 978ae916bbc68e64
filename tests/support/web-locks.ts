type Granted = (lock: Lock | null) => unknown;

interface Waiting {
  readonly mode: LockMode;
  readonly start: () => void;
}

/**
 * The Web Locks that the product uses, which jsdom lacks: exclusive and shared locks, `ifAvailable`, and a query. Two
 * applications in one window compete for them as two tabs do.
 *
 * @returns a function that removes them
 */
export function installWebLocks(): () => void {
  const held = new Map<string, LockMode[]>();
  const queues = new Map<string, Waiting[]>();

  const isFree = (name: string, mode: LockMode): boolean => {
    const modes = held.get(name) ?? [];
    return modes.length === 0 || (mode === 'shared' && modes.every((each) => each === 'shared'));
  };
  const startNext = (name: string): void => {
    const queue = queues.get(name) ?? [];
    for (let first = queue[0]; first !== undefined && isFree(name, first.mode); first = queue[0]) {
      queue.shift();
      take(name, first.mode);
      first.start();
    }
  };
  const take = (name: string, mode: LockMode): void => {
    held.set(name, [...(held.get(name) ?? []), mode]);
  };
  /** Calls back with a lock that was taken, and releases it afterwards. */
  const hold = async (name: string, mode: LockMode, granted: Granted): Promise<unknown> => {
    try {
      return await granted({ name, mode });
    } finally {
      const modes = held.get(name) ?? [];
      held.set(name, modes.toSpliced(modes.indexOf(mode), 1));
      startNext(name);
    }
  };

  const locks = {
    async request(name: string, { mode = 'exclusive', ifAvailable = false }: LockOptions, granted: Granted) {
      await Promise.resolve();
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (queue.length === 0 && isFree(name, mode)) {
        take(name, mode);
        return hold(name, mode, granted);
      }
      if (ifAvailable) return granted(null);
      await new Promise<void>((start) => queue.push({ mode, start }));
      return hold(name, mode, granted);
    },
    async query() {
      return {
        held: [...held].flatMap(([name, modes]) => modes.map((mode) => ({ name, mode }))),
        pending: [],
      };
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
