import { loneTab, type Tabs } from '@/mocks/db/tabs';

/** Tabs of one browser, in one process: shared locks, and messages that may be lost. */
export function createTabHub({ losesMessages = false } = {}) {
  const { withLock } = loneTab();
  const listeners = new Map<Tabs, () => void>();
  const leaving = new Map<Tabs, () => void>();

  function open(): Tabs {
    const tab: Tabs = {
      withLock,
      announce() {
        if (losesMessages) return;
        for (const [other, listener] of listeners) if (other !== tab) queueMicrotask(listener);
      },
      onNews: (listener) => void listeners.set(tab, listener),
      onLeave: (listener) => void leaving.set(tab, listener),
      close: () => void listeners.delete(tab),
    };
    return tab;
  }

  return { open, leave: (tab: Tabs) => leaving.get(tab)?.() };
}
