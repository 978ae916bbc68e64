import { readStored, removeStored, subscribeStored, type WriteResult, writeStored } from '@/shared/storage';
import { rowState } from './grid-rows';
import type { GridStore } from './grid-store';

/** Pause in the typing after which the draft is written, in milliseconds: a whole grid per keystroke is too dear. */
const writeAfter = 250;

export interface GridDraft {
  /** Writes now what is waiting to be written. */
  flush(): void;
  /** Writes what is waiting and stops keeping the draft. */
  stop(): void;
}

/**
 * Keeps the grid in browser storage (SPEC §2 "Add Patients"): what was typed survives a reload, a closed tab and a change
 * of section. Rows that another tab wrote come in; an emptied draft (saved there, or logged out) empties this grid too.
 */
export function keepGridDraft(store: GridStore, onWritten: (result: WriteResult) => void): GridDraft {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let own = false;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    own = true;
    onWritten(writeStored('patientGrid', [...store.rows()]));
    own = false;
  };
  const flush = () => {
    if (timer !== undefined) write();
  };
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };

  const stopEdits = store.subscribe(() => {
    if (own) return;
    clearTimeout(timer);
    timer = setTimeout(write, writeAfter);
  });
  const stopStored = subscribeStored('patientGrid', () => {
    if (own) return;
    const stored = readStored('patientGrid');
    const emptied = stored.every((row) => rowState(row) === 'blank');
    // What is being typed here outlives a write of another tab, but not the end of the draft.
    if (timer !== undefined && !emptied) return;
    clearTimeout(timer);
    timer = undefined;
    own = true;
    store.replaceAll(stored);
    own = false;
  });
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flushWhenHidden);

  return {
    flush,
    stop() {
      flush();
      stopEdits();
      stopStored();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
    },
  };
}

/** Forgets the draft; a grid on screen goes back to blank rows. */
export const clearGridDraft = (): void => removeStored('patientGrid');
