import { useSyncExternalStore } from 'react';

let printing = false;

const listeners = new Set<() => void>();

function setPrinting(next: boolean): void {
  printing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

const begin = () => setPrinting(true);

const end = () => setPrinting(false);

/** Whether the page is being printed; lists must then render all rows, because paper can't be scrolled. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
