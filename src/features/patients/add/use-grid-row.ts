import { useCallback, useSyncExternalStore } from 'react';
import { blankGridRow, type GridRowDraft } from '@/contract/storage-keys';
import type { GridStore } from './grid-store';

const goneRow = blankGridRow('gone');

/** One row, drawn again when that row changes and not when any other does. A row that is just leaving is blank. */
export function useGridRow(store: GridStore, id: string): GridRowDraft {
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => store.row(id) ?? goneRow);
}

/** Something that is worked out of the whole grid; `read` must return the same value until it changes. */
export function useGridValue<Value>(store: GridStore, read: (store: GridStore) => Value): Value {
  return useSyncExternalStore(store.subscribe, () => read(store));
}
