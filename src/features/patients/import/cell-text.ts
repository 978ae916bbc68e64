import type { CellObject } from 'xlsx';
import type { ImportColumnKey } from '@/contract/import-columns';
import * as strings from './strings';

/** No field of a patient is longer; a text of megabytes in one cell must not reach the grid. */
export const maxCellLength = 500;

type CellReading = { readonly text: string; readonly problem?: string };

const digitColumns: ReadonlySet<ImportColumnKey> = new Set(['phone', 'age', 'postalCode']);
const rounded = /^[+-]?\d([.,]\d+)?E[+-]?\d+$/i;
const plainNumber = /^\d[\d.,\s]*$/;

/**
 * The text that the spreadsheet program shows, but for whole numbers that it shows rounded ("1.4E+10") or with
 * separators where only digits make sense ("6,175,550,123").
 */
function numberText(value: number, shown: string, column: ImportColumnKey): string {
  if (!Number.isSafeInteger(value) || value < 0) return shown;
  if (rounded.test(shown)) return String(value);
  const hasSeparators = plainNumber.test(shown) && !/^\d+$/.test(shown);
  return digitColumns.has(column) && hasSeparators ? String(value) : shown;
}

function shownText(cell: CellObject, column: ImportColumnKey): string {
  const shown = cell.w ?? String(cell.v ?? '');
  if (cell.t === 'n' && typeof cell.v === 'number') return numberText(cell.v, shown, column);
  return cell.t === 's' ? String(cell.v ?? '') : shown;
}

/** Reads one cell as one line of text. Formulas are never evaluated: the stored result counts. */
export function readCell(cell: CellObject | undefined, column: ImportColumnKey): CellReading {
  if (!cell || cell.t === 'z') return { text: '' };
  if (cell.t === 'e') return { text: '', problem: strings.cellError(cell.w ?? '#ERROR') };
  const text = shownText(cell, column).replace(/\s+/g, ' ').trim();
  if (text.length <= maxCellLength) return { text };
  return {
    text: text.slice(0, maxCellLength),
    problem: strings.tooLong(maxCellLength),
  };
}
