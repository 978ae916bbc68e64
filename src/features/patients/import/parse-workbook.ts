import type { CellObject } from 'xlsx';
import { frequencyOptions, importLimits, patientAge, shippingTypes } from '@/contract/constants';
import { isAge, isEmail } from '@/contract/fields';
import {
  type HeaderWarning,
  type ImportColumnKey,
  ImportError,
  type ImportedRow,
  type ImportedValues,
  type ImportIssue,
  type ImportKits,
  type ImportResult,
  importColumns,
} from '@/contract/patient-import';
import { markDuplicatesInFile } from './duplicate-emails';
import { lookUpKit } from './kit-lookup';
import * as strings from './strings';
import { readFirstSheet, type SheetRow } from './workbook-guard/workbook-guard';

/** No patient field is longer; megabytes of text in one cell must not reach the grid. */
export const maxCellLength = 500;

type CellReading = { readonly text: string; readonly problem?: string };

const digitColumns: ReadonlySet<ImportColumnKey> = new Set(['phone', 'age', 'postalCode']);
const rounded = /^[+-]?\d([.,]\d+)?E[+-]?\d+$/i;
const plainNumber = /^\d[\d.,\s]*$/;

/**
 * Returns the text that the spreadsheet program shows, except for whole numbers shown rounded ("1.4E+10") or with
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

/** Reads one cell as one line of text. Formulas are never evaluated; their stored result is used. */
function readCell(cell: CellObject | undefined, column: ImportColumnKey): CellReading {
  if (!cell || cell.t === 'z') return { text: '' };
  if (cell.t === 'e') return { text: '', problem: strings.cellError(cell.w ?? '#ERROR') };
  const text = shownText(cell, column).replace(/\s+/g, ' ').trim();
  if (text.length <= maxCellLength) return { text };
  return {
    text: text.slice(0, maxCellLength),
    problem: strings.tooLong(maxCellLength),
  };
}

type PostalCodeReading = { readonly text: string; readonly warning?: string };

const unitedStates = new Set(['', 'us', 'usa', 'unitedstates', 'unitedstatesofamerica']);
const zipCode = /^\d{5}(-\d{4})?$/;

function isUnitedStates(country: string): boolean {
  return unitedStates.has(country.toLowerCase().replace(/[^a-z]/g, ''));
}

/**
 * Restores the leading zeros of a US ZIP code that a spreadsheet stored as a number: 2139 is 02139, and 21391234 is
 * 02139-1234. Codes of other countries are unchanged.
 */
function readPostalCode(typed: string, country: string): PostalCodeReading {
  if (typed === '' || !isUnitedStates(country) || zipCode.test(typed)) return { text: typed };
  if (/^\d{3,4}$/.test(typed)) {
    const text = typed.padStart(5, '0');
    return { text, warning: strings.zerosMissing(typed, text) };
  }
  if (/^\d{7,9}$/.test(typed)) {
    const digits = typed.padStart(9, '0');
    const text = `${digits.slice(0, 5)}-${digits.slice(5)}`;
    return digits === typed ? { text } : { text, warning: strings.zerosMissing(typed, text) };
  }
  return { text: typed, warning: strings.notAZipCode };
}

type Finding = ImportIssue | undefined;

function checkEmail({ email }: ImportedValues): Finding {
  if (email === '' || isEmail(email)) return undefined;
  return { column: 'email', message: strings.notAnEmail, level: 'error' };
}

function checkAge({ age }: ImportedValues): Finding {
  if (age === '' || isAge(age)) return undefined;
  const message = strings.notAnAge(patientAge.min, patientAge.max);
  return { column: 'age', message, level: 'error' };
}

function checkPhone({ phone }: ImportedValues): Finding {
  const digits = phone.replace(/\D/g, '').length;
  const onlyPhoneCharacters = /^[\d\s+().-]*$/.test(phone);
  if (phone === '' || (onlyPhoneCharacters && digits >= 10 && digits <= 15)) return undefined;
  return { column: 'phone', message: strings.notAPhone, level: 'warning' };
}

function checkOption(
  column: 'shippingType' | 'frequency',
  options: readonly string[],
  values: ImportedValues,
): Finding {
  const text = values[column];
  if (text === '' || options.includes(text)) return undefined;
  return { column, message: strings.notAnOption(text, options), level: 'warning' };
}

const frequencies = frequencyOptions.map(({ value }) => value);

/** Returns what is missing or doubtful in one row's values; duplicates and kits can't be checked by one row alone. */
export function checkRow(values: ImportedValues): ImportIssue[] {
  const missing = importColumns
    .filter(({ key, required }) => required && values[key] === '')
    .map(({ key, title }): ImportIssue => ({ column: key, message: strings.missing(title), level: 'error' }));
  const findings = [
    checkEmail(values),
    checkPhone(values),
    checkAge(values),
    checkOption('shippingType', shippingTypes, values),
    checkOption('frequency', frequencies, values),
  ];
  return [...missing, ...findings.filter((finding) => finding !== undefined)];
}

/** Other headers that are commonly used for the same column. */
const otherNames: Partial<Record<ImportColumnKey, readonly string[]>> = {
  name: ['patientname', 'fullname', 'patient'],
  email: ['emailaddress', 'patientemail', 'mail'],
  phone: ['phonenumber', 'patientphone', 'telephone', 'mobile'],
  age: ['patientage', 'ageyears'],
  street: ['address', 'streetaddress', 'address1', 'addressline1'],
  city: ['town'],
  postalCode: ['zip', 'zipcode', 'postcode', 'postal'],
  country: ['countryregion'],
  shippingType: ['shipping', 'shippingmethod'],
  frequency: ['kitfrequency'],
  kitType: ['kit'],
};

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function columnLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/**
 * Compares the header texts with the expected titles. Columns are found by position, so a different header usually
 * means shifted or swapped columns; the first row is skipped in any case.
 */
function checkHeader(header: readonly string[], hasFurtherColumns: boolean): HeaderWarning[] {
  const warnings: HeaderWarning[] = [];
  if (header.some((text) => text.includes('@'))) {
    warnings.push({ column: null, message: strings.headerIsPatient });
  } else {
    importColumns.forEach(({ key, title }, index) => {
      const found = header[index] ?? '';
      const accepted = [letters(title), ...(otherNames[key] ?? [])];
      if (accepted.includes(letters(found))) return;
      const letter = columnLetter(index);
      const message =
        found === '' ? strings.noHeader(letter, title) : strings.otherHeader(letter, found, title);
      warnings.push({ column: key, message });
    });
  }
  if (hasFurtherColumns) {
    const last = columnLetter(importColumns.length - 1);
    warnings.push({
      column: null,
      message: strings.furtherColumns(last),
    });
  }
  return warnings;
}

type ParseOptions = {
  readonly fileName: string;
  readonly kits: ImportKits;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (done: number) => void;
};

const rowsPerProgressStep = 1000;
const done = { started: 0.05, sheetRead: 0.7 } as const;

type RowTexts = { texts: Record<ImportColumnKey, string>; problems: ImportIssue[] };

function readTexts({ cells }: SheetRow): RowTexts {
  const problems: ImportIssue[] = [];
  const entries = importColumns.map(({ key }, index) => {
    const { text, problem } = readCell(cells[index], key);
    if (problem !== undefined) problems.push({ column: key, message: problem, level: 'error' });
    return [key, text] as const;
  });
  // `entries` contains every key of the column list, which Object.fromEntries cannot express.
  return { texts: Object.fromEntries(entries) as Record<ImportColumnKey, string>, problems };
}

function isBlank({ texts, problems }: RowTexts): boolean {
  return problems.length === 0 && importColumns.every(({ key }) => texts[key] === '');
}

function toImportedRow(sheetRow: number, { texts, problems }: RowTexts, kits: ImportKits): ImportedRow {
  const postalCode = readPostalCode(texts.postalCode, texts.country);
  const kit = lookUpKit(texts.kitType, kits);
  const values = { ...texts, postalCode: postalCode.text, addressLine2: '' as const, kitId: kit.kitId };
  const explained = new Set(problems.map(({ column }) => column));
  const issues = [...problems, ...checkRow(values).filter(({ column }) => !explained.has(column))];
  if (postalCode.warning !== undefined) {
    issues.push({ column: 'postalCode', message: postalCode.warning, level: 'warning' });
  }
  if (kit.issue) issues.push(kit.issue);
  return { sheetRow, values, issues };
}

function readHeader(row: SheetRow): string[] {
  return importColumns.map(({ key }, index) => readCell(row.cells[index], key).text);
}

const hasCellsAfterLastColumn = ({ cells }: SheetRow) => cells.length > importColumns.length;

/**
 * Parses the first sheet of an .xlsx or .xls file into patient rows (SPEC §5 "Spreadsheet import"): twelve columns by
 * position, the first non-empty row skipped as the header, blank rows dropped, at most 10,000 rows kept. Throws only
 * ImportError, whatever the bytes are.
 */
export async function parseWorkbook(bytes: Uint8Array, options: ParseOptions): Promise<ImportResult> {
  const { fileName, kits, onProgress } = options;
  onProgress?.(done.started);
  const sheet = await readFirstSheet(bytes, fileName);
  onProgress?.(done.sheetRead);

  let header: SheetRow | undefined;
  let totalRows = 0;
  const rows: ImportedRow[] = [];
  let hasFurtherColumns = false;
  for (const [index, row] of sheet.rows.entries()) {
    if (index % rowsPerProgressStep === 0) {
      onProgress?.(done.sheetRead + (1 - done.sheetRead) * (index / sheet.rows.length));
    }
    const texts = readTexts(row);
    if (isBlank(texts)) continue;
    hasFurtherColumns ||= hasCellsAfterLastColumn(row);
    if (!header) {
      header = row;
      continue;
    }
    totalRows++;
    if (rows.length < importLimits.maxRows) rows.push(toImportedRow(row.sheetRow, texts, kits));
  }
  if (!header) throw new ImportError('empty');
  if (totalRows === 0) throw new ImportError('no-rows');
  onProgress?.(1);
  return {
    fileName,
    sheetName: sheet.name,
    totalRows,
    truncated: totalRows > rows.length,
    kitsNotLookedUp: kits === 'unavailable' && rows.some(({ values }) => values.kitType !== ''),
    headerWarnings: checkHeader(readHeader(header), hasFurtherColumns),
    rows: markDuplicatesInFile(rows),
  };
}
