import type { KeyboardEvent } from 'react';
import { type CaretEnds, cellAfter, type GridCell, parseCellName } from './grid-movement';

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
