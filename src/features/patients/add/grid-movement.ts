import type { KeyboardEvent } from 'react';

/** The columns that can have the focus, from left to right. */
const gridColumns = ['name', 'email', 'phone', 'age', 'address'] as const;
export type GridColumn = (typeof gridColumns)[number];

/** The cell in which a field is typed: the parts of an address share one. */
export const gridColumnOf = (field: string): GridColumn =>
  gridColumns.find((column) => column === field) ?? 'address';

export interface GridCell {
  readonly row: number;
  readonly column: GridColumn;
}

/** Whether the caret is at an end of the focused cell; in a cell without text it is at both ends. */
interface CaretEnds {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * Returns the cell that a key moves to. Up, Down and Enter stay in the column (Enter opens an address instead); Left
 * and Right leave a cell only from an end of its text, so that the text can be edited. Tab is left to the browser.
 *
 * @returns the cell, or null if the key does not move the focus
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

/** The name by which a cell is found in the document, in its `data-cell` attribute. */
export const cellName = ({ row, column }: GridCell): string => `${row}:${column}`;

/** Parses a cell's name; null if it is not one. */
function parseCellName(name: string | undefined): GridCell | null {
  const [row, column] = name?.split(':') ?? [];
  const gridColumn = gridColumns.find((candidate) => candidate === column);
  return gridColumn === undefined ? null : { row: Number(row), column: gridColumn };
}

/** Returns the cell that an event comes from; null for the other controls of a row. */
export const cellOf = (target: EventTarget): GridCell | null =>
  target instanceof HTMLElement ? parseCellName(target.dataset.cell) : null;

function caretEnds(target: EventTarget): CaretEnds {
  if (!(target instanceof HTMLInputElement)) return { atStart: true, atEnd: true };
  const { selectionStart, selectionEnd, value } = target;
  // A cell that is fully selected, as after moving into it, is left at once.
  const whole = selectionStart === 0 && selectionEnd === value.length;
  return {
    atStart: selectionEnd === 0 || whole,
    atEnd: selectionStart === value.length || whole,
  };
}

/** Returns the cell that a pressed key moves to, or null. */
export function cellForKey(event: KeyboardEvent, rowCount: number): GridCell | null {
  const from = cellOf(event.target);
  if (from === null || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
    return null;
  return cellAfter(from, event, caretEnds(event.target), rowCount);
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (Command on a Mac). */
export function historyKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
