import { useCallback } from 'react';
import type { ImportKits } from '@/contract/patient-import';
import { dashboardToast } from '@/features/api/store';
import { announce } from '@/ui/feedback/announce';
import type { GridCell } from './grid-movement';
import type { GridStore } from './grid-store';
import { parsePastedBlock, pasteColumnOf, pasteInto } from './pasted-block';
import { strings } from './strings';

/** Pastes clipboard text into the grid as one undo step; false for a single cell, which the input pastes itself. */
export function useGridPaste(store: GridStore, kits: ImportKits): (text: string, at: GridCell) => boolean {
  return useCallback(
    (text, at) => {
      const block = parsePastedBlock(text) ?? (at.column === 'address' ? [[text.trim()]] : null);
      if (block === null) return false;
      let count = 0;
      let unknownKits = false;
      let waitingKits = false;
      store.change((rows, newId) => {
        const target = { row: at.row, column: pasteColumnOf(at.column) };
        const pasted = pasteInto(rows, target, block, kits, newId);
        count = pasted.pastedRows;
        unknownKits = pasted.unknownKits;
        waitingKits = pasted.waitingKits;
        return pasted.rows;
      });
      announce(strings.spoken.pasted(count));
      if (unknownKits) dashboardToast(strings.kits.unknown, { tone: 'warning' });
      if (waitingKits) dashboardToast(strings.kits.waiting, { tone: 'warning' });
      return true;
    },
    [store, kits],
  );
}
