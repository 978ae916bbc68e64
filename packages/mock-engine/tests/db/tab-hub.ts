import type { Tabs } from '../../src/db/tabs';

/** Locks as in browsers: shared ones run concurrently, an exclusive one alone. */
function createLocks(): Tabs['withLock'] {
  const held = new Map<string, { writer: Promise<unknown>; readers: Promise<unknown>[] }>();
  return (name, mode, work) => {
    const lock = held.get(name) ?? { writer: Promise.resolve(), readers: [] };
    held.set(name, lock);
    const before = mode === 'shared' ? lock.writer : Promise.all([lock.writer, ...lock.readers]);
    const turn = before.then(work);
    const over = turn.catch(() => undefined);
    if (mode === 'shared') lock.readers.push(over);
    else held.set(name, { writer: over, readers: [] });
    return turn;
  };
}

/** Tabs of one browser in one process: shared locks, and messages that may be lost. */
export function createTabHub({ losesMessages = false } = {}) {
  const withLock = createLocks();
  const listeners = new Map<Tabs, () => void>();

  function open(): Tabs {
    const tab: Tabs = {
      withLock,
      announce() {
        if (losesMessages) return;
        for (const [other, listener] of listeners) if (other !== tab) queueMicrotask(listener);
      },
      onNews: (listener) => void listeners.set(tab, listener),
      close: () => void listeners.delete(tab),
    };
    return tab;
  }

  return { open };
}
