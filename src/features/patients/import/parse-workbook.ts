import { asciiDigits, cleanEmail, cleanText } from '@/contract/clean-text';
import { importLimits } from '@/contract/constants';
import {
  type ColumnMatch,
  type ColumnTarget,
  type FileColumns,
  ImportError,
  type ImportedRow,
  type ImportField,
  type ImportIssue,
  type ImportKits,
  type ImportResult,
  importColumns,
  type SheetView,
  type SourceColumn,
} from '@/domain/patient-import';
import type { GridRowValues } from '@/domain/patient-rows';
import { createPeopleIndex } from '../people-index';
import { isState, isUnitedStates, lookUpKit, plain, valueIssues, zipCode } from '../row-issues';
import { columnLetter, columnTargets, matchOfHeader, suggestMatch, titlesIn } from './column-match';
import { cellWithoutResult, maxColumns } from './sheet-facts';
import * as strings from './strings';
import { type ReadSheet, readSheet, type SheetCell, type SheetRow } from './workbook-guard';

/** No patient field is longer; megabytes of text in one cell must not reach the grid. */
const maxCellLength = 500;

type CellReading = {
  readonly text: string;
  readonly problem?: string | undefined;
  /** The value may not be what was typed. */
  readonly warning?: string | undefined;
};

const digitColumns: ReadonlySet<ImportField> = new Set(['phone', 'age', 'postalCode']);
const rounded = /^[+-]?\d([.,]\d+)?E[+-]?\d+$/i;
const plainNumber = /^\d[\d.,\s]*$/;

/**
 * Returns the text that the spreadsheet program shows, except for whole numbers shown rounded ("1.4E+10") or with
 * separators where only digits make sense ("6,175,550,123").
 */
function numberText(value: number, display: string, column: ImportField): string {
  if (!Number.isSafeInteger(value) || value < 0) return display;
  if (rounded.test(display)) return String(value);
  const hasSeparators = plainNumber.test(display) && !/^\d+$/.test(display);
  return digitColumns.has(column) && hasSeparators ? String(value) : display;
}

function displayText(cell: SheetCell, column: ImportField): string {
  const display = cell.w ?? String(cell.v ?? '');
  if (cell.t === 'n' && typeof cell.v === 'number') return numberText(cell.v, display, column);
  return cell.t === 's' ? String(cell.v ?? '') : display;
}

/** A date as spreadsheet programs show one. Phones and ZIP codes have more digits in a piece. */
const dateLike = /[a-z]{3}|^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$/i;

/** Whether the program has made another value of what was typed: TRUE of "true", 10-Mar of "10-3", 0.5 of "1/2". */
const isTransformed = ({ t, v }: SheetCell, display: string): boolean =>
  t === 'b' || (typeof v === 'number' && (!Number.isInteger(v) || dateLike.test(display)));

/** Reads one cell as one line of text. Formulas are never evaluated; their stored result is used. */
function readCell(cell: FilledCell | undefined, column: ImportField): CellReading {
  if (!cell || cell.t === 'z') return { text: '' };
  if (cell.t === 'e') {
    const isMissing = cell.w === cellWithoutResult;
    return { text: '', problem: isMissing ? strings.noResult : strings.cellError(cell.w ?? '#ERROR') };
  }
  const display = displayText(cell, column);
  // Cut first: a cell can hold megabytes.
  const cleaned = cleanText(display.slice(0, 2 * maxCellLength));
  const read = column === 'email' ? cleanEmail(cleaned) : cleaned;
  const text = digitColumns.has(column) ? asciiDigits(read) : read;
  if (text.length > maxCellLength)
    return { text: text.slice(0, maxCellLength), problem: strings.tooLong(maxCellLength) };
  if (cell.filledFrom !== undefined) return { text, warning: strings.filledDown(cell.filledFrom) };
  return isTransformed(cell, display) ? { text, warning: strings.transformed(text) } : { text };
}

type PostalCodeReading = { readonly text: string; readonly warning?: string };

/** Countries whose postal codes have four digits. */
const withFourDigits: ReadonlySet<string> = new Set(
  'argentina australia austria osterreich bangladesh belgium bulgaria cyprus denmark georgia hungary latvia liechtenstein luxembourg moldova netherlands thenetherlands newzealand norway philippines portugal slovenia southafrica switzerland schweiz suisse tunisia venezuela ar at au be bg ch cy dk hu lu lv nl no nz ph pt si za'.split(
    ' ',
  ),
);

/**
 * Restores the leading zeros of a US ZIP code that a spreadsheet stored as a number: 2139 is 02139, and 21391234 is
 * 02139-1234. Codes of other countries are unchanged.
 */
function readPostalCode(typed: string, { country, state }: RowTexts['texts']): PostalCodeReading {
  if (typed === '' || zipCode.test(typed)) return { text: typed };
  if (!isUnitedStates(country))
    return /^\d{3,4}$/.test(typed) && isState(state) && !withFourDigits.has(plain(country))
      ? { text: typed, warning: strings.maybeUnitedStates }
      : { text: typed };
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
export function checkRow(values: GridRowValues): ImportIssue[] {
  const missing = importColumns
    .filter(({ key, required }) => required && values[key] === '')
    .map(({ key, title }): ImportIssue => ({ column: key, message: strings.missing(title), level: 'error' }));
  return [...missing, ...valueIssues(values)];
}

/** Other people at the same address, who may share an email. */
const isHousehold = (one: GridRowValues, other: GridRowValues): boolean =>
  plain(one.name) !== plain(other.name) &&
  plain(one.street) !== '' &&
  (['street', 'postalCode', 'city'] as const).every((part) => plain(one[part]) === plain(other[part]));

/** Returns a function that marks a row that may be the same person as a row it was called with before. */
function duplicateMarker(): (row: ImportedRow) => ImportedRow {
  const earlier = createPeopleIndex<number>();
  const valuesOf = new Map<number, GridRowValues>();
  return (row) => {
    const twin = earlier.like(row.values);
    const twinValues = twin && valuesOf.get(twin.id);
    earlier.set(row.sheetRow, row.values);
    valuesOf.set(row.sheetRow, row.values);
    if (!twin || !twinValues) return row;
    const issue: ImportIssue =
      twin.by === 'name'
        ? { column: 'name', message: strings.samePerson(twin.id), level: 'warning' }
        : isHousehold(row.values, twinValues)
          ? { column: 'email', message: strings.householdEmail(twin.id), level: 'warning' }
          : { column: 'email', message: strings.sameEmail(twin.id), level: 'error' };
    return { ...row, issues: [...row.issues, issue] };
  };
}

type ParseOptions = {
  readonly fileName: string;
  readonly kits: ImportKits;
  /** Where the user said that each column is; null to read by position, or as suggested. */
  readonly match?: ColumnMatch | null;
  readonly view?: SheetView | null;
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

/** So many rows show what a column holds. */
const sampledRows = 50;

const textOf = (cell: SheetCell | undefined): string => readCell(cell, 'name').text;

const isBlankRow = ({ cells }: SheetRow): boolean =>
  cells.slice(0, maxColumns).every((cell) => textOf(cell) === '' && cell?.t !== 'e');

/** Describes the columns that have a header or a value in the first rows. */
function sourceColumns(header: SheetRow, rows: readonly SheetRow[]): SourceColumn[] {
  const sampled = rows.slice(0, sampledRows);
  const width = Math.min(maxColumns, Math.max(...[header, ...sampled].map(({ cells }) => cells.length)));
  const text = ({ cells }: SheetRow, index: number) => textOf(cells[index]);
  return Array.from({ length: width }, (_, index) => ({
    index,
    letter: columnLetter(index),
    header: text(header, index),
    samples: sampled.map((row) => text(row, index)).filter((sample) => sample !== ''),
  })).filter(({ header: title, samples }) => title !== '' || samples.length > 0);
}

type RowTexts = {
  texts: Record<ImportField, string>;
  problems: ImportIssue[];
  /** Whether the row has a cell of its own, besides cells merged with other rows. */
  hasOwn: boolean;
};

/** The column of the preview that shows a target. */
const fieldOf = (target: ColumnTarget): ImportField => (target === 'lastName' ? 'name' : target);

/** What differs from person to person, so it is never taken from merged cells. */
const ownTargets: ReadonlySet<ColumnTarget> = new Set(['name', 'lastName', 'age']);

function readTexts(
  { cells }: { readonly cells: readonly (FilledCell | undefined)[] },
  match: ColumnMatch,
): RowTexts {
  const texts = { ...noTexts };
  const problems: ImportIssue[] = [];
  let hasOwn = false;
  for (const target of columnTargets) {
    const index = match[target];
    const cell = index === null ? undefined : cells[index];
    if (cell === undefined || (cell.filledFrom !== undefined && ownTargets.has(target))) continue;
    const field = fieldOf(target);
    const { text, problem, warning } = readCell(cell, field);
    if (problem !== undefined) problems.push({ column: field, message: problem, level: 'error' });
    else if (warning !== undefined) problems.push({ column: field, message: warning, level: 'warning' });
    if (cell.filledFrom === undefined && (text !== '' || problem !== undefined)) hasOwn = true;
    texts[field] = texts[field] === '' ? text : `${texts[field]} ${text}`.trim();
  }
  return { texts, problems, hasOwn };
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

function toImportedRow(sheetRow: number, { texts, problems }: RowTexts, kits: ImportKits): ImportedRow {
  const postalCode = readPostalCode(texts.postalCode, texts);
  const kit = lookUpKit(texts.kitType, kits);
  const values = { ...texts, postalCode: postalCode.text, kitType: kit.kitId };
  const valueIssues = checkRow(values);
  const isIn = (issues: readonly ImportIssue[], field: ImportField) =>
    issues.some(({ column }) => column === field);
  // One message for a cell: an error of the cell itself, what is wrong with its value, or else what is doubtful.
  const errors = problems.filter(({ level }) => level === 'error');
  const ofValues = valueIssues.filter(({ column }) => !isIn(errors, column));
  const doubts = problems.filter(({ column, level }) => level === 'warning' && !isIn(ofValues, column));
  const issues = [...errors, ...ofValues, ...doubts];
  if (postalCode.warning !== undefined) {
    issues.push({ column: 'postalCode', message: postalCode.warning, level: 'warning' });
  }
  if (kit.issue) issues.push(kit.issue);
  return { sheetRow, values, kit: texts.kitType, issues };
}

/** The columns that the user sees in the matching step. */
const sampleCount = 3;

const previewOf = ({ sources, headerIsPatient }: FileColumns): FileColumns => ({
  sources: sources.map((source) => ({
    ...source,
    samples: [...new Set(source.samples)].slice(0, sampleCount),
  })),
  headerIsPatient,
});

/** A cell, or the cell of another row that it is merged with. */
type FilledCell = SheetCell & { readonly filledFrom?: number };

/** The most cells that are filled from merged cells; a file may claim billions. */
const maxFilled = 200_000;

/**
 * Copies the values of cells merged over several rows to each of these rows that has a value of its own.
 *
 * @param all all rows, because a merged cell may begin in one that is not read
 */
function fillDown(
  rows: readonly SheetRow[],
  all: readonly SheetRow[],
  merges: ReadSheet['merges'],
): readonly SheetRow[] {
  if (merges.length === 0) return rows;
  const sources = new Map(all.map((row) => [row.sheetRow, row.cells]));
  const byNumber = new Map(rows.map((row) => [row.sheetRow, [...row.cells]]));
  const last = rows.at(-1)?.sheetRow ?? 0;
  let left = maxFilled;
  for (const { column, first, last: end } of merges) {
    const source = sources.get(first + 1)?.[column];
    if (source === undefined) continue;
    for (let number = first + 2; number <= Math.min(end + 1, last) && left > 0; number++, left--) {
      const cells = byNumber.get(number);
      const filled: FilledCell = { ...source, filledFrom: first + 1 };
      if (cells !== undefined && textOf(cells[column]) === '') cells[column] = filled;
    }
  }
  return rows.map((row) => ({ ...row, cells: byNumber.get(row.sheetRow) ?? row.cells }));
}

/** The rows that a spreadsheet program shows, and how many rows and columns it hides. */
function visiblePart(rows: readonly SheetRow[], { hiddenRows, hiddenColumns }: ReadSheet) {
  const isVisible = ({ sheetRow }: SheetRow) => !hiddenRows.has(sheetRow - 1);
  const columns = new Set<number>();
  for (const index of hiddenColumns)
    if (index < maxColumns && rows.some(({ cells }) => textOf(cells[index]) !== '')) columns.add(index);
  const withoutHidden = ({ sheetRow, cells }: SheetRow): SheetRow => ({
    sheetRow,
    cells: cells.map((cell, index) => (columns.has(index) ? undefined : cell)),
  });
  const inColumns = columns.size === 0 ? rows : rows.map(withoutHidden);
  const visible = inColumns.filter(isVisible);
  return {
    inColumns,
    rows: visible,
    hidden: { rows: rows.length - visible.length, columns: columns.size },
  };
}

/** The header is one of the first rows: this many. */
const maxFirstRows = 20;

/** A row with this many titles, and more than the first row, is the header. */
const leastTitles = 3;

/** The row that names the most columns, if the first one is only a title. */
function headerAmong(rows: readonly SheetRow[], chosenRow: number | null): SheetRow | undefined {
  const chosen = rows.find(({ sheetRow }) => sheetRow === chosenRow);
  if (chosen !== undefined) return chosen;
  const counts = rows.map(({ cells }) => titlesIn(cells.slice(0, maxColumns).map(textOf)));
  const most = Math.max(...counts);
  return most >= leastTitles && most > (counts[0] ?? 0) + 1 ? rows[counts.indexOf(most)] : rows[0];
}

const total = /^(?:(?:grand|sub)[ -]?)?totals?\b|^(?:sum|count|average)\b\W*$|^page \d+(?: of \d+)?$/i;

/** Whether a row repeats the header, as on each printed page, or sums up the rows. */
function isNoPatient({ cells }: SheetRow, titles: readonly string[], { texts }: RowTexts): boolean {
  const first = cells.findIndex((cell) => textOf(cell) !== '');
  const text = textOf(cells[first]);
  if (text.toLowerCase() !== titles[first])
    return total.test(text) && !texts.email.includes('@') && texts.phone.replace(/\D/g, '').length < 7;
  const titlesOfRow = cells.slice(0, maxColumns).map((cell) => textOf(cell).toLowerCase());
  return (
    titlesIn(titlesOfRow) > 1 && titlesOfRow.every((title, index) => title === '' || title === titles[index])
  );
}

const textLength = 80;
const firstView: SheetView = { sheet: null, headerRow: null, withHidden: false };

/** Where each column is, and whether the user has confirmed it. */
async function findColumns(sources: readonly SourceColumn[], { match, recall }: ParseOptions) {
  const headerIsPatient = sources.some((source) => source.header.includes('@'));
  const expected = matchOfHeader(sources);
  const columns = expected === null ? { sources, headerIsPatient } : null;
  const confirmedMatch = match ?? expected ?? (columns && (await recall?.(columns))) ?? null;
  return {
    columns,
    match: confirmedMatch ?? suggestMatch({ sources, headerIsPatient }),
    confirmed: confirmedMatch !== null,
  };
}

/** Blank sheets before the list are skipped unless the user has chosen a sheet. */
async function readFilledSheet(
  bytes: Uint8Array,
  fileName: string,
  sheetIndex: number | null,
): Promise<ReadSheet> {
  const first = await readSheet(bytes, fileName, sheetIndex);
  let sheet = first;
  const isBlank = () => sheet.rows.every(isBlankRow);
  for (let next = 1; sheetIndex === null && isBlank() && next < Math.min(first.sheetNames.length, 5); next++)
    sheet = await readSheet(bytes, fileName, next);
  return isBlank() ? first : sheet;
}

/** Where the header and the patients are in a sheet. Throws ImportError `empty`. */
function findTable(sheet: ReadSheet, view: SheetView) {
  const all = sheet.rows.filter((row) => !isBlankRow(row));
  const { inColumns, rows, hidden } = visiblePart(all, sheet);
  const visible = rows.filter((row) => !isBlankRow(row));
  const withHidden = view.withHidden || visible.length === 0;
  const present = withHidden ? all : visible;
  const firstRows = present.slice(0, maxFirstRows);
  const header = headerAmong(firstRows, view.headerRow);
  if (!header) throw new ImportError('empty');
  return {
    header,
    body: fillDown(present.slice(present.indexOf(header) + 1), withHidden ? all : inColumns, sheet.merges),
    hidden,
    withHidden,
    firstRows: firstRows.map((row) => ({ sheetRow: row.sheetRow, text: textOfRow(row) })),
  };
}

const textOfRow = ({ cells }: SheetRow): string =>
  cells
    .slice(0, maxColumns)
    .map(textOf)
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, textLength);

/**
 * Parses a sheet of an .xlsx or .xls file into patient rows (§5 "Spreadsheet import"): the header row skipped, blank rows
 * dropped, at most 10,000 rows kept. With the header row of the sample file the columns are found by position, otherwise by
 * `match`, by what was confirmed before, or by a suggestion that the user must confirm. Throws only ImportError, whatever
 * the bytes are.
 */
export async function parseWorkbook(bytes: Uint8Array, options: ParseOptions): Promise<ImportResult> {
  const { fileName, kits, onProgress, onRows } = options;
  const view = options.view ?? firstView;
  onProgress?.(done.started);
  const sheet = await readFilledSheet(bytes, fileName, view.sheet);
  onProgress?.(done.sheetRead);

  const { header, body, hidden, ...table } = findTable(sheet, view);
  const titles = header.cells.slice(0, maxColumns).map((cell) => textOf(cell).toLowerCase());
  const leftOut: number[] = [];
  const { columns, match, confirmed } = await findColumns(sourceColumns(header, body), options);

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
    if (!texts.hasOwn) continue;
    if (isNoPatient(row, titles, texts)) {
      leftOut.push(row.sheetRow);
      continue;
    }
    totalRows++;
    if (rows.length === importLimits.maxRows) continue;
    rows.push(markDuplicate(toImportedRow(row.sheetRow, texts, kits)));
    if (rows.length - sent === rowsPerPart) sendRows();
  }
  sendRows();
  if (body.length === 0 && hidden.rows === 0) throw new ImportError('no-rows');
  onProgress?.(1);
  return {
    fileName,
    sheetName: sheet.sheetNames[sheet.sheet] ?? '',
    reading: {
      sheets: sheet.sheetNames,
      sheet: sheet.sheet,
      headerRow: header.sheetRow,
      ...table,
      hidden,
      leftOut,
    },
    totalRows,
    truncated: totalRows > rows.length,
    kitsNotLookedUp: kits === 'unavailable' && rows.some(({ kit }) => kit !== ''),
    match,
    columns: columns && previewOf(columns),
    confirmed,
    rows,
  };
}
