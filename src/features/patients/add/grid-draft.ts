import { useSyncExternalStore } from 'react';
import { initialGridRows } from '@/contract/constants';
import { blankGrid, type StoredGrid } from '@/domain/storage-keys';
import { createSignal } from '@/lib/signal';
import type { WriteResult } from '@/lib/storage';
import { blankRows, createGridStore, type GridStore } from './grid-store';

/** Typing pause after which the rows are written, in milliseconds: writing the grid on each keystroke is too slow. */
const writeAfter = 250;

/** What is stored beside the rows, and whether the last write was successful. */
type GridNotes = Omit<StoredGrid, 'version' | 'rows'> & { readonly lastWrite: WriteResult };

/** The grid's rows and their copy in IndexedDB (§2 "Add Patients"): what was typed survives a reload and a closed tab. */
export interface GridDraft {
  readonly store: GridStore;
  /** Everything, as it is to be stored now. */
  grid(): StoredGrid;
  /** The same object until it changes. */
  notes(): GridNotes;
  subscribe(listener: () => void): () => void;
  /** Changes what is stored beside the rows, and writes at once. */
  note(change: Partial<GridNotes>): void;
  /** Writes what was typed since the last write; resolves once everything is written. */
  flush(): Promise<void>;
  /** Writes nothing more. */
  stop(): void;
}

/** @param write stores the grid; resolves to null if that was not for this page to do any more */
export function createGridDraft(
  stored: StoredGrid,
  write: (grid: StoredGrid) => Promise<WriteResult | null>,
): GridDraft {
  const store = createGridStore(stored.rows.length > 0 ? stored.rows : blankRows(initialGridRows));
  const { sent, skipped, unread } = stored;
  let notes: GridNotes = { sent, skipped, unread, lastWrite: 'written' };
  const changed = createSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: Promise<void> = Promise.resolve();

  const grid = (): StoredGrid => {
    const { lastWrite: _, ...rest } = notes;
    return { ...blankGrid, ...rest, rows: [...store.rows()] };
  };
  const change = (next: Partial<GridNotes>) => {
    notes = { ...notes, ...next };
    changed.notify();
  };
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    written = write(grid()).then((lastWrite) => {
      if (lastWrite !== null && lastWrite !== notes.lastWrite) change({ lastWrite });
    });
  };
  const flush = () => {
    if (timer !== undefined) writeNow();
    return written;
  };
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') void flush();
  };
  const stopListening = store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(writeNow, writeAfter);
  });
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flushHidden);

  return {
    store,
    grid,
    notes: () => notes,
    subscribe: changed.subscribe,
    note(next) {
      change(next);
      writeNow();
    },
    flush,
    stop() {
      clearTimeout(timer);
      timer = undefined;
      stopListening();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushHidden);
    },
  };
}

/** Subscribes to what is stored beside the rows. */
export const useGridNotes = ({ subscribe, notes }: GridDraft): GridNotes =>
  useSyncExternalStore(subscribe, notes);
