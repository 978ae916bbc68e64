import { type CellObject, utils, type WorkSheet, write } from 'xlsx';

/**
 * Writes rows of text as an .xlsx file. Every cell is a text cell, so "=1+1" and "@cmd" never become formulas, and ZIP
 * codes keep their zeros.
 */
export function writeTextWorkbook(sheetName: string, rows: ReadonlyArray<readonly string[]>): Uint8Array {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const asTextCell = (text: string): CellObject => ({ t: 's', v: text, z: '@' });
  const sheet: WorkSheet = {
    '!data': rows.map((row) => row.map(asTextCell)),
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, rows.length - 1), c: width - 1 } }),
    '!cols': Array.from({ length: width }, () => ({ wch: 20 })),
  };
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, sheetName);
  const buffer: ArrayBuffer = write(workbook, { bookType: 'xlsx', type: 'array', compression: true });
  return new Uint8Array(buffer);
}
