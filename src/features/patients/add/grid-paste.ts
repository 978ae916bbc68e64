import { useCallback } from 'react';
import { dashboardToast } from '@/app/store';
import { cleanEmail, cleanText } from '@/contract/clean-text';
import { type ImportKits, importColumns } from '@/domain/patient-import';
import type { GridRowValues } from '@/domain/patient-rows';
import { blankGridRow, type GridRow } from '@/domain/storage-keys';
import { announce } from '@/ui/feedback/announce';
import { lookUpKit } from '../row-issues';
import { strings } from '../strings';
import type { GridCell, GridColumn } from './grid-movement';
import type { GridRows, GridStore } from './grid-store';

/** Cells by line, as spreadsheet programs put them on the clipboard. */
type PastedBlock = readonly (readonly string[])[];

/** A pasted block fills the twelve columns of the import file, in the same order (§5). */
const pasteColumns = importColumns.map(({ key }) => key);

export type PasteColumn = (typeof pasteColumns)[number];

/**
 * Parses tab-separated text; a quoted cell may contain tabs and line breaks.
 *
 * @returns the cells, or null for a single cell, which the input pastes itself
 */
export function parsePastedBlock(text: string): PastedBlock | null {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g,
  )) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    lines.at(-1)?.push(cleanText(cell));
    if (end === '') break;
    if (end !== '\t') lines.push([]);
  }
  // Spreadsheet programs end the last line with a line break, too.
  if (lines.length > 1 && lines.at(-1)?.join('') === '') lines.pop();
  return lines.length > 1 || (lines[0]?.length ?? 0) > 1 ? lines : null;
}

/** Whether a line contains the columns' titles instead of a patient. */
function isHeader(line: readonly string[], from: number): boolean {
  const titles = importColumns.slice(from, from + line.length).map(({ title }) => title.toLowerCase());
  return titles.length > 1 && titles.every((title, index) => line[index]?.toLowerCase() === title);
}

interface PastedInto {
  readonly rows: GridRows;
  readonly pastedRows: number;
  /** A pasted kit is not in the kit list: those rows have no kit. */
  readonly unknownKits: boolean;
  /** A kit was pasted before the list was fetched: those rows keep its text, to be looked up later. */
  readonly waitingKits: boolean;
}

/**
 * Pastes a block into the grid, down and to the right from one cell. Lines beyond the last row become new rows, cells
 * beyond the last column are dropped, and a first line of column titles is skipped.
 */
export function pasteInto(
  rows: GridRows,
  at: { readonly row: number; readonly column: PasteColumn },
  block: PastedBlock,
  kits: ImportKits,
  newId: () => string,
): PastedInto {
  const from = pasteColumns.indexOf(at.column);
  const lines = isHeader(block[0] ?? [], from) ? block.slice(1) : block;
  const missing = Math.max(0, at.row + lines.length - rows.length);
  const target: GridRow[] = [...rows, ...Array.from({ length: missing }, () => blankGridRow(newId()))];
  let unknownKits = false;
  let waitingKits = false;
  for (const [offset, line] of lines.entries()) {
    const row = target[at.row + offset];
    if (row === undefined) continue;
    const pasted = valuesOf(line, from, kits);
    unknownKits ||= pasted.unknownKit;
    waitingKits ||= pasted.values.kitText !== undefined;
    target[at.row + offset] = { ...row, ...pasted.values };
  }
  return { rows: target, pastedRows: lines.length, unknownKits, waitingKits };
}

function valuesOf(line: readonly string[], from: number, kits: ImportKits) {
  const values: Partial<GridRowValues> = {};
  let unknownKit = false;
  for (const [offset, text] of line.entries()) {
    const column = pasteColumns[from + offset];
    if (column === undefined) break;
    if (column === 'kitType') {
      const waits = text !== '' && kits === 'unavailable';
      values.kitType = lookUpKit(text, kits).kitId;
      values.kitText = waits ? text : undefined;
      unknownKit = text !== '' && !waits && values.kitType === null;
    } else values[column] = column === 'email' ? cleanEmail(text) : text;
  }
  return { values, unknownKit };
}

/** A block pasted into the address cell starts with the street. */
const pasteColumnOf = (column: GridColumn): PasteColumn => (column === 'address' ? 'street' : column);

/** Pastes clipboard text into the grid as one undo step; false for a single cell, which the input pastes itself. */
export function useGridPaste(store: GridStore, kits: ImportKits): (text: string, at: GridCell) => boolean {
  return useCallback(
    (text, at) => {
      const block = parsePastedBlock(text) ?? (at.column === 'address' ? [[cleanText(text)]] : null);
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
