import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { cellName, type GridCell } from './grid-movement';

interface CellFocus {
  /** The row that holds the focus or is about to; it is drawn even when it is scrolled out of view. */
  readonly activeRow: number | null;
  readonly setActiveRow: (row: number) => void;
  readonly focusCell: (cell: GridCell) => void;
  /** Goes to the cell that was asked for, if it has been drawn by now. */
  readonly focusWaiting: () => void;
}

/** Moves the focus to a cell, whether its row is drawn or still has to be. */
export function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  scrollToRow: RefObject<(row: number) => void>,
): CellFocus {
  const [activeRow, setActiveRow] = useState<number | null>(null);
  const waiting = useRef<GridCell | null>(null);

  const focusNow = useCallback(
    (cell: GridCell): boolean => {
      const control = grid.current?.querySelector<HTMLElement>(`[data-cell="${cellName(cell)}"]`);
      if (!control) return false;
      control.focus();
      if (control instanceof HTMLInputElement) control.select();
      return true;
    },
    [grid],
  );

  const focusCell = useCallback(
    (cell: GridCell) => {
      setActiveRow(cell.row);
      if (focusNow(cell)) return;
      waiting.current = cell;
      scrollToRow.current(cell.row);
    },
    [focusNow, scrollToRow],
  );

  const focusWaiting = useCallback(() => {
    if (waiting.current !== null && focusNow(waiting.current)) waiting.current = null;
  }, [focusNow]);
  // After every drawing: the awaited row may be there now.
  useLayoutEffect(focusWaiting);

  return { activeRow, setActiveRow, focusCell, focusWaiting };
}
