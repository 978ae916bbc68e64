import { useSyncExternalStore } from 'react';
import { createSignal } from './signal';

/** How many reads have failed and are tried again. */
let count = 0;
const changed = createSignal();

function add(number: 1 | -1): void {
  count += number;
  changed.notify();
}

/** A read has failed and is tried again. Returns a function to call when it ends. */
export function startRetrying(): () => void {
  add(1);
  return () => add(-1);
}

/** Whether any read is tried again: for a page that waits for only one. */
export const useIsRetrying = (): boolean =>
  useSyncExternalStore(
    changed.subscribe,
    () => count > 0,
    () => false,
  );
