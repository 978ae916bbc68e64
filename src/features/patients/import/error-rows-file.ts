import { type ImportedRow, importColumns } from '@/contract/patient-import';
import * as strings from './strings';
import { writeTextWorkbook } from './text-workbook';

const titleOf = new Map<string, string>(importColumns.map(({ key, title }) => [key, title]));

/**
 * Writes rows with their problems as an .xlsx file. The twelve columns keep their positions, so that the corrected file
 * can be imported unchanged.
 */
export function writeErrorRows(rows: readonly ImportedRow[]): Uint8Array {
  const header = [...importColumns.map(({ title }) => title), strings.rowInFile, strings.problems];
  const body = rows.map(({ sheetRow, values, issues }) => [
    ...importColumns.map(({ key }) => values[key]),
    String(sheetRow),
    issues.map(({ column, message }) => `${titleOf.get(column) ?? column}: ${message}`).join('\n'),
  ]);
  return writeTextWorkbook(strings.errorSheet, [header, ...body]);
}
