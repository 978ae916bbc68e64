import { importLimits } from '@/contract/constants';
import {
  type ColumnMatch,
  type ColumnTarget,
  type FileColumns,
  ImportError,
  type ImportedRow,
  type ImportedValues,
  type ImportField,
  type ImportIssue,
  type ImportKits,
  type ImportResult,
  importColumns,
  type SourceColumn,
} from '@/contract/patient-import';
import { createPeopleIndex } from '../people-index';
import { isUnitedStates, lookUpKit, valueIssues, zipCode } from '../row-issues';
import { columnLetter, columnTargets, matchOfHeader, suggestMatch } from './column-match';
import * as strings from './strings';
import { readFirstSheet, type SheetCell, type SheetRow } from './workbook-guard';

/** No patient field is longer; megabytes of text in one cell must not reach the grid. */
const maxCellLength = 500;

type CellReading = { readonly text: string; readonly problem?: string };

const digitColumns: ReadonlySet<ImportField> = new Set(['phone', 'age', 'postalCode']);
const rounded = /^[+-]?\d([.,]\d+)?E[+-]?\d+$/i;
const plainNumber = /^\d[\d.,\s]*$/;

/**
 * Returns the text that the spreadsheet program shows, except for whole numbers shown rounded ("1.4E+10") or with
 * separators where only digits make sense ("6,175,550,123").
 */
function numberText(value: number, shown: string, column: ImportField): string {
  if (!Number.isSafeInteger(value) || value < 0) return shown;
  if (rounded.test(shown)) return String(value);
  const hasSeparators = plainNumber.test(shown) && !/^\d+$/.test(shown);
  return digitColumns.has(column) && hasSeparators ? String(value) : shown;
}

function shownText(cell: SheetCell, column: ImportField): string {
  const shown = cell.w ?? String(cell.v ?? '');
  if (cell.t === 'n' && typeof cell.v === 'number') return numberText(cell.v, shown, column);
  return cell.t === 's' ? String(cell.v ?? '') : shown;
}

/** Reads one cell as one line of text. Formulas are never evaluated; their stored result is used. */
function readCell(cell: SheetCell | undefined, column: ImportField): CellReading {
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
  return { text: typed };
}

/** Returns what is missing or doubtful in one row's values; duplicates and kits can't be checked by one row alone. */
export function checkRow(values: ImportedValues): ImportIssue[] {
  const missing = importColumns
    .filter(({ key, required }) => required && values[key] === '')
    .map(({ key, title }): ImportIssue => ({ column: key, message: strings.missing(title), level: 'error' }));
  return [...missing, ...valueIssues(values)];
}

/** Returns a function that marks a row that may be the same person as a row it was called with before. */
function duplicateMarker(): (row: ImportedRow) => ImportedRow {
  const earlier = createPeopleIndex<number>();
  return (row) => {
    const twin = earlier.like(row.values);
    earlier.set(row.sheetRow, row.values);
    if (twin === null) return row;
    const issue: ImportIssue =
      twin.by === 'email'
        ? { column: 'email', message: strings.sameEmail(twin.id), level: 'error' }
        : { column: 'name', message: strings.samePerson(twin.id), level: 'warning' };
    return { ...row, issues: [...row.issues, issue] };
  };
}

type ParseOptions = {
  readonly fileName: string;
  readonly kits: ImportKits;
  /** Where the user said that each column is; null to read by position, or as suggested. */
  readonly match?: ColumnMatch | null;
  /** Returns the match that the user confirmed for this header row before; null if there is none. */
  readonly recall?: (columns: FileColumns) => Promise<ColumnMatch | null>;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** Called with the rows part by part, so that they can be sent on while the others are read. */
  readonly onRows?: (rows: readonly ImportedRow[]) => void;
};

const rowsPerProgressStep = 1000;
/** Few enough that the page deserializes them well within a frame. */
const rowsPerPart = 500;
const done = { started: 0.05, sheetRead: 0.7 } as const;

/** A file with more columns than this is not a patient list; the others are not offered. */
const maxColumns = 60;

/** So many rows show what a column holds. */
const sampledRows = 50;

const isBlankRow = ({ cells }: SheetRow): boolean =>
  cells.slice(0, maxColumns).every((cell) => readCell(cell, 'name').text === '' && cell?.t !== 'e');

/** Describes the columns that have a header or a value in the first rows. */
function sourceColumns(header: SheetRow, rows: readonly SheetRow[]): SourceColumn[] {
  const sampled = rows.slice(0, sampledRows);
  const width = Math.min(maxColumns, Math.max(...[header, ...sampled].map(({ cells }) => cells.length)));
  const text = ({ cells }: SheetRow, index: number) => readCell(cells[index], 'name').text;
  return Array.from({ length: width }, (_, index) => ({
    index,
    letter: columnLetter(index),
    header: text(header, index),
    samples: sampled.map((row) => text(row, index)).filter((sample) => sample !== ''),
  })).filter(({ header: title, samples }) => title !== '' || samples.length > 0);
}

type RowTexts = { texts: Record<ImportField, string>; problems: ImportIssue[] };

/** The column of the preview that shows a target. */
const fieldOf = (target: ColumnTarget): ImportField => (target === 'lastName' ? 'name' : target);

function readTexts({ cells }: SheetRow, match: ColumnMatch): RowTexts {
  const texts = { ...noTexts };
  const problems: ImportIssue[] = [];
  for (const target of columnTargets) {
    const index = match[target];
    if (index === null) continue;
    const field = fieldOf(target);
    const { text, problem } = readCell(cells[index], field);
    if (problem !== undefined) problems.push({ column: field, message: problem, level: 'error' });
    texts[field] = texts[field] === '' ? text : `${texts[field]} ${text}`.trim();
  }
  return { texts, problems };
}

const noTexts: Readonly<Record<ImportField, string>> = {
  name: '',
  email: '',
  phone: '',
  age: '',
  street: '',
  addressLine2: '',
  city: '',
  postalCode: '',
  state: '',
  country: '',
  shippingType: '',
  frequency: '',
  kitType: '',
};

const isBlankText = ({ texts, problems }: RowTexts): boolean =>
  problems.length === 0 && Object.values(texts).every((text) => text === '');

function toImportedRow(sheetRow: number, { texts, problems }: RowTexts, kits: ImportKits): ImportedRow {
  const postalCode = readPostalCode(texts.postalCode, texts.country);
  const kit = lookUpKit(texts.kitType, kits);
  const values = { ...texts, postalCode: postalCode.text, kitId: kit.kitId };
  const isExplained = (field: ImportField) => problems.some(({ column }) => column === field);
  const issues = [...problems, ...checkRow(values).filter(({ column }) => !isExplained(column))];
  if (postalCode.warning !== undefined) {
    issues.push({ column: 'postalCode', message: postalCode.warning, level: 'warning' });
  }
  if (kit.issue) issues.push(kit.issue);
  return { sheetRow, values, issues };
}

/** The columns that the user sees in the matching step. */
const samplesShown = 3;

const shown = ({ sources, headerIsPatient }: FileColumns): FileColumns => ({
  sources: sources.map((source) => ({
    ...source,
    samples: [...new Set(source.samples)].slice(0, samplesShown),
  })),
  headerIsPatient,
});

/**
 * Parses the first sheet of an .xlsx or .xls file into patient rows (§5 "Spreadsheet import"): the first non-empty
 * row skipped as the header, blank rows dropped, at most 10,000 rows kept. With the header row of the sample file the
 * columns are found by position, otherwise by `match`, by what was confirmed before, or by a suggestion that the user must
 * confirm. Throws only ImportError, whatever the bytes are.
 */
export async function parseWorkbook(bytes: Uint8Array, options: ParseOptions): Promise<ImportResult> {
  const { fileName, kits, onProgress, onRows } = options;
  onProgress?.(done.started);
  const sheet = await readFirstSheet(bytes, fileName);
  onProgress?.(done.sheetRead);

  const start = sheet.rows.findIndex((row) => !isBlankRow(row));
  const header = sheet.rows[start];
  if (!header) throw new ImportError('empty');
  const body = sheet.rows.slice(start + 1);
  const sources = sourceColumns(header, body);
  const headerIsPatient = sources.some((source) => source.header.includes('@'));
  const expected = matchOfHeader(sources);
  const columns = expected === null ? { sources, headerIsPatient } : null;
  const known = options.match ?? expected ?? (columns && (await options.recall?.(columns))) ?? null;
  const match = known ?? suggestMatch({ sources, headerIsPatient });

  let totalRows = 0;
  let sent = 0;
  const rows: ImportedRow[] = [];
  const markDuplicate = duplicateMarker();
  const sendRows = () => {
    if (rows.length > sent) onRows?.(rows.slice(sent));
    sent = rows.length;
  };
  for (const [index, row] of body.entries()) {
    if (index % rowsPerProgressStep === 0) {
      onProgress?.(done.sheetRead + (1 - done.sheetRead) * (index / body.length));
    }
    const texts = readTexts(row, match);
    if (isBlankText(texts)) continue;
    totalRows++;
    if (rows.length === importLimits.maxRows) continue;
    rows.push(markDuplicate(toImportedRow(row.sheetRow, texts, kits)));
    if (rows.length - sent === rowsPerPart) sendRows();
  }
  sendRows();
  if (totalRows === 0 && body.every(isBlankRow)) throw new ImportError('no-rows');
  onProgress?.(1);
  return {
    fileName,
    sheetName: sheet.name,
    totalRows,
    truncated: totalRows > rows.length,
    kitsNotLookedUp: kits === 'unavailable' && rows.some(({ values }) => values.kitType !== ''),
    match,
    columns: columns && shown(columns),
    confirmed: known !== null,
    rows,
  };
}
