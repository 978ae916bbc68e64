import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { cellOf } from './grid-keys';
import { cellName, type GridCell } from './grid-movement';

interface CellFocus {
  /** The row that holds the focus or is about to; it is drawn even when it is scrolled out of view. */
  readonly activeRow: number | null;
  readonly focusCell: (cell: GridCell) => void;
  /** To be called after every drawing: the control that is to have the focus may be there by now. */
  readonly onDrawn: () => void;
  /** For the element around all rows. */
  readonly watch: {
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** A control of a row that can be found again when its row is drawn anew. */
type Place = GridCell | { readonly row: number; readonly column: 'remove' };

interface Awaited {
  readonly place: Place;
  /** The part of the text to select; all of it where a cell is gone to. */
  readonly selection: readonly [number, number] | 'all';
  /** What had the focus when the place was asked for; once the user is elsewhere, nothing is awaited any more. */
  readonly from: Element | null;
}

/** Moves the focus to a cell, whether its row is drawn or still has to be, and keeps it when rows are drawn anew. */
export function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  scrollToRow: RefObject<(row: number) => void>,
  ids: readonly string[],
): CellFocus {
  const [activeRow, setActiveRow] = useState<number | null>(null);
  const awaited = useRef<Awaited | null>(null);
  const focused = useRef<HTMLElement | null>(null);
  const drawnIds = useRef(ids);

  const focusAwaited = useCallback((): boolean => {
    if (awaited.current === null) return true;
    const { place, selection, from } = awaited.current;
    const elsewhere = !isNowhere(document.activeElement) && document.activeElement !== from;
    const control = elsewhere ? null : grid.current?.querySelector<HTMLElement>(selectorOf(place));
    if (elsewhere || control) awaited.current = null;
    control?.focus();
    if (control instanceof HTMLInputElement) {
      if (selection === 'all') control.select();
      else control.setSelectionRange(...selection);
    }
    return awaited.current === null;
  }, [grid]);

  const focusCell = useCallback(
    (cell: GridCell) => {
      setActiveRow(cell.row);
      awaited.current = { place: cell, selection: 'all', from: document.activeElement };
      if (!focusAwaited()) scrollToRow.current(cell.row);
    },
    [focusAwaited, scrollToRow],
  );

  const onDrawn = useCallback(() => {
    const lost = focused.current;
    if (lost !== null && !lost.isConnected) {
      focused.current = null;
      const place = placeOf(lost);
      if (place !== null && isNowhere(document.activeElement)) {
        const row = rowNow(place.row, drawnIds.current, ids);
        setActiveRow(row);
        awaited.current ??= { place: { ...place, row }, selection: selectionOf(lost), from: null };
      }
    }
    focusAwaited();
  }, [ids, focusAwaited]);

  useLayoutEffect(() => {
    onDrawn();
    drawnIds.current = ids;
  });

  const watch = {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const place = placeOf(target);
      focused.current = place === null ? null : target;
      if (place !== null) setActiveRow(place.row);
    },
    // React tells of no blur when it takes the control away itself; a window that is left keeps its focused control.
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) focused.current = null;
    },
  };
  return { activeRow, focusCell, onDrawn, watch };
}

const isNowhere = (element: Element | null) => element === null || element === document.body;

function placeOf(target: HTMLElement): Place | null {
  const { remove } = target.dataset;
  return remove === undefined ? cellOf(target) : { row: Number(remove), column: 'remove' };
}

const selectorOf = (place: Place): string =>
  place.column === 'remove' ? `[data-remove="${place.row}"]` : `[data-cell="${cellName(place)}"]`;

/** Where a row stands after a change; for one that is gone, the row that took its place. */
function rowNow(row: number, before: readonly string[], after: readonly string[]): number {
  const kept = after.indexOf(before[row] ?? '');
  return kept < 0 ? Math.max(0, Math.min(row, after.length - 1)) : kept;
}

function selectionOf(control: HTMLElement): readonly [number, number] | 'all' {
  if (!(control instanceof HTMLInputElement)) return 'all';
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? 'all' : [selectionStart, selectionEnd];
}
