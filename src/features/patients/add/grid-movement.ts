import type { KeyboardEvent } from 'react';

/** The columns that can hold the focus, from left to right. */
const gridColumns = ['name', 'email', 'phone', 'age', 'address'] as const;
export type GridColumn = (typeof gridColumns)[number];

export interface GridCell {
  readonly row: number;
  readonly column: GridColumn;
}

/** Where the caret stands in the cell that has the focus; a cell without text is at both ends. */
interface CaretEnds {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * The cell that a key leads to. Up, Down and Enter stay in the column (Enter opens an address instead); Left and Right
 * leave a cell only where its text ends, so that a text can still be edited. Tab is the browser's own.
 *
 * @returns the cell, or null where the key is not about moving
 */
export function cellAfter(
  from: GridCell,
  { key, shiftKey }: PressedKey,
  caret: CaretEnds,
  rowCount: number,
): GridCell | null {
  const position = gridColumns.indexOf(from.column);
  switch (key) {
    case 'ArrowUp':
      return inColumn(from, -1, rowCount);
    case 'ArrowDown':
      return inColumn(from, 1, rowCount);
    case 'Enter':
      return from.column === 'address' ? null : inColumn(from, shiftKey ? -1 : 1, rowCount);
    case 'ArrowLeft':
      return caret.atStart && !shiftKey ? inRow(from, position - 1) : null;
    case 'ArrowRight':
      return caret.atEnd && !shiftKey ? inRow(from, position + 1) : null;
    default:
      return null;
  }
}

function inColumn({ row, column }: GridCell, step: 1 | -1, rowCount: number): GridCell | null {
  const next = row + step;
  return next >= 0 && next < rowCount ? { row: next, column } : null;
}

function inRow({ row }: GridCell, position: number): GridCell | null {
  const column = gridColumns[position];
  return column === undefined ? null : { row, column };
}

/** The name by which a cell is found in the document. */
export const cellName = ({ row, column }: GridCell): string => `${row}:${column}`;

/** Reads a cell's name; null for what is none. */
function parseCellName(name: string | undefined): GridCell | null {
  const [row, column] = name?.split(':') ?? [];
  const known = gridColumns.find((candidate) => candidate === column);
  return known === undefined ? null : { row: Number(row), column: known };
}

/** The cell that an event comes from; null for the other controls of a row. */
export const cellOf = (target: EventTarget): GridCell | null =>
  target instanceof HTMLElement ? parseCellName(target.dataset.cell) : null;

function caretEnds(target: EventTarget): CaretEnds {
  if (!(target instanceof HTMLInputElement)) return { atStart: true, atEnd: true };
  const { selectionStart, selectionEnd, value } = target;
  // A cell that is selected as a whole, as after moving into it, is left at once.
  const whole = selectionStart === 0 && selectionEnd === value.length;
  return {
    atStart: selectionEnd === 0 || whole,
    atEnd: selectionStart === value.length || whole,
  };
}

/** The cell that a pressed key leads to, or null. */
export function cellForKey(event: KeyboardEvent, rowCount: number): GridCell | null {
  const from = cellOf(event.target);
  if (from === null || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
    return null;
  return cellAfter(from, event, caretEnds(event.target), rowCount);
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (Command on a Mac). */
export function historyKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
