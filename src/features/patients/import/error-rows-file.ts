import { type ImportedRow, importColumns } from '@/contract/patient-import';
import * as strings from './strings';
import { writeTextWorkbook } from './text-workbook';

const titleOf = new Map<string, string>(importColumns.map(({ key, title }) => [key, title]));

/**
 * Writes rows with their problems as an .xlsx file. The twelve columns keep their positions, so that the corrected file
 * can be imported without a question; the import knows the further ones.
 */
export function writeErrorRows(rows: readonly ImportedRow[]): Uint8Array {
  const { addressLine2 } = strings.matchColumns.titles;
  const header = [
    ...importColumns.map(({ title }) => title),
    addressLine2,
    strings.rowInFile,
    strings.problems,
  ];
  const body = rows.map(({ sheetRow, values, issues }) => [
    ...importColumns.map(({ key }) => values[key]),
    values.addressLine2,
    String(sheetRow),
    issues.map(({ column, message }) => `${titleOf.get(column) ?? column}: ${message}`).join('\n'),
  ]);
  return writeTextWorkbook(strings.errorSheet, [header, ...body]);
}
