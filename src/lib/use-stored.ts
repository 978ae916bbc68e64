import { useCallback, useSyncExternalStore } from 'react';
import type { StorageKey, Stored } from '@/contract/storage-keys';
import { readStored, subscribeStored, type WriteResult, writeStored } from './storage';

/** A stored value as React state, synchronized with other tabs. */
export function useStored<K extends StorageKey>(key: K): [Stored<K>, (value: Stored<K>) => WriteResult] {
  const subscribe = useCallback((listener: () => void) => subscribeStored(key, listener), [key]);
  const value = useSyncExternalStore(subscribe, () => readStored(key));
  const write = useCallback((next: Stored<K>) => writeStored(key, next), [key]);
  return [value, write];
}
