import type { Tabs } from '../../src/db/tabs';

/** A lock as in browsers: shared ones run concurrently, an exclusive one alone. */
function createLock(): Tabs['withLock'] {
  let writer: Promise<unknown> = Promise.resolve();
  let readers: Promise<unknown>[] = [];
  return (mode, work) => {
    const before = mode === 'shared' ? writer : Promise.all([writer, ...readers]);
    const turn = before.then(work);
    const over = turn.catch(() => undefined);
    if (mode === 'shared') readers.push(over);
    else {
      writer = over;
      readers = [];
    }
    return turn;
  };
}

/** Tabs of one browser in one process: shared locks, and messages that may be lost. */
export function createTabHub({ losesMessages = false } = {}) {
  const withLock = createLock();
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
