import { type CellObject, type ParsingOptions, parse_zip, read, type WorkBook } from 'xlsx';
import { checkNameAndSize, ImportError } from '@/domain/patient-import';
import { newSheetFacts, type SheetFacts } from './sheet-facts';
import { workbookStream } from './xls-container';
import { openXlsx } from './xlsx-package';

/** An archive whose parts are unpacked, as the sheet library represents it. */
interface UnpackedArchive {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly {
    readonly name: string;
    readonly type: number;
    readonly content: Uint8Array;
  }[];
}

declare module 'xlsx' {
  /** `read` calls it after unpacking; the library exports it, but its types do not have it. */
  export function parse_zip(archive: UnpackedArchive, options: ParsingOptions): WorkBook;
}

/** The library notes in them what it finds in a file. Formulas are not read: a cell is its stored result, or empty. */
const newOptions = (): ParsingOptions => ({
  type: 'array',
  dense: true,
  cellFormula: false,
  cellHTML: false,
});

export type SheetCell = CellObject;

export type SheetRow = { readonly sheetRow: number; readonly cells: ReadonlyArray<SheetCell | undefined> };

export interface ReadSheet extends Pick<SheetFacts, 'hiddenRows' | 'hiddenColumns' | 'merges'> {
  /** The names of the sheets that a person can see. */
  readonly sheetNames: readonly string[];
  /** The index of the sheet that was read. */
  readonly sheet: number;
  readonly rows: readonly SheetRow[];
}

/** A sheet as the library reads it, and the facts that it does not read. */
interface OpenedSheet {
  readonly sheetNames: readonly string[];
  readonly sheet: number;
  readonly data: WorkBook['Sheets'][string] | undefined;
  readonly facts: SheetFacts;
}

/** The requested sheet if there is one, else the first. */
const sheetIndex = (requested: number | null, count: number): number =>
  requested !== null && requested < count ? requested : 0;

/** The type of an entry that is a file. */
const FILE = 2;

async function readXlsx(bytes: Uint8Array, requestedSheet: number | null): Promise<OpenedSheet> {
  const file = await openXlsx(bytes);
  const sheet = sheetIndex(requestedSheet, file.sheets.length);
  const entry = file.sheets[sheet];
  if (entry === undefined) throw new ImportError('damaged');
  const { parts, facts } = await file.read(entry);
  const encoder = new TextEncoder();
  const archive = {
    FullPaths: parts.map(({ name }) => name),
    FileIndex: parts.map(({ name, text }) => ({ name, type: FILE, content: encoder.encode(text) })),
  };
  const { Sheets } = parse_zip(archive, newOptions());
  return {
    sheetNames: file.sheets.map(({ name }) => name),
    sheet,
    data: Object.values(Sheets)[0],
    facts,
  };
}

/** Maximum data length of one record in an .xls stream. */
const maxRecordLength = 8224;
const headerLength = 4;

const recordType = {
  formula: 0x0006,
  endOfPart: 0x000a,
  filePass: 0x002f,
  codePage: 0x0042,
  columns: 0x007d,
  sheet: 0x0085,
  merges: 0x00e5,
  row: 0x0208,
  beginOfPart: 0x0809,
} as const;

/** All record types that cell values and their formats need; drawings, names, links and macros are never read. */
const neededTypes: ReadonlySet<number> = new Set([
  ...[recordType.formula, recordType.endOfPart, recordType.beginOfPart],
  // Date1904, Continue, CodePage, BoundSheet8, MulRk, RString, XF, SST, LabelSst
  ...[0x0022, 0x003c, 0x0042, 0x0085, 0x00bd, 0x00d6, 0x00e0, 0x00fc, 0x00fd],
  // Number, Label, BoolErr, String, RK, Format
  ...[0x0203, 0x0204, 0x0205, 0x0207, 0x027e, 0x041e],
]);

/** Replaces the type of a record that is not needed: the library knows this type (Pls) and skips it unread. */
const skippedType = 0x004d;

/** Offset of the formula's length in a formula record, and the length that means "none". */
const formulaLengthAt = 20;
const noFormula = 0xffff;

/** A sheet as the workbook lists it. */
interface BiffSheet {
  /** Where its part begins in the stream. */
  readonly start: number;
  readonly isVisible: boolean;
  readonly isWorksheet: boolean;
}

interface BiffFacts {
  readonly stream: Uint8Array;
  /** In the order in which they are shown. */
  readonly sheets: readonly BiffSheet[];
  readonly facts: ReadonlyMap<number, SheetFacts>;
  /** The code page of its texts; null if they are Unicode. */
  readonly codePage: number | null;
}

const unicodeVersion = 0x0600;

function noteFacts(type: number, record: DataView, facts: SheetFacts): void {
  const number = (at: number) => record.getUint16(at, true);
  if (type === recordType.row && number(12) & 0x20) facts.hiddenRows.add(number(0));
  if (type === recordType.columns && (number(8) & 1 || number(4) === 0)) {
    const last = Math.min(number(2), 0xff);
    for (let column = number(0); column <= last; column++) facts.hiddenColumns.add(column);
  }
  if (type === recordType.merges)
    for (let at = 2; at + 8 <= record.byteLength; at += 8)
      facts.addMerge(number(at + 4), number(at), number(at + 2));
}

/** The lengths that the records have at least. */
const leastLength: Readonly<Record<number, number>> = {
  [recordType.row]: 14,
  [recordType.columns]: 10,
  [recordType.merges]: 2,
  [recordType.sheet]: 6,
  [recordType.codePage]: 2,
  [recordType.beginOfPart]: 2,
};

interface BiffRecord {
  readonly type: number;
  /** Where its header begins. */
  readonly at: number;
  readonly content: DataView;
  /** How many parts are open; a part in a part is a chart. */
  readonly depth: number;
}

/**
 * The records of a workbook stream. An .xls has no checksums, and a single wrong byte can make the library loop until
 * memory runs out, so a stream whose records do not line up is rejected. Throws ImportError `damaged` or `encrypted`.
 */
function* recordsOf(stream: Uint8Array): Generator<BiffRecord> {
  const view = new DataView(stream.buffer);
  let depth = 0;
  let at = 0;
  while (at + headerLength <= stream.length) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (type === recordType.beginOfPart) depth++;
    // What follows the last part is padding, whatever its content.
    if (depth === 0) break;
    const next = at + headerLength + length;
    if (length > maxRecordLength || next > stream.length) throw new ImportError('damaged');
    if (type === recordType.filePass) throw new ImportError('encrypted');
    yield { type, at, content: new DataView(stream.buffer, at + headerLength, length), depth };
    if (type === recordType.endOfPart) depth--;
    at = next;
  }
  if (depth > 0 || at === 0) throw new ImportError('damaged');
}

/** Blanks a record that cell values do not need, formulas included; their stored results are kept. */
function blankUnneeded(stream: DataView, { type, at, content }: BiffRecord): void {
  if (!neededTypes.has(type)) stream.setUint16(at, skippedType, true);
  if (type === recordType.formula && content.byteLength >= formulaLengthAt + 2)
    content.setUint16(formulaLengthAt, noFormula, true);
}

/** Copies a workbook stream with the records that cell values need, and notes what the library does not read. */
function readRecords(whole: Uint8Array): BiffFacts {
  const stream = whole.slice();
  const view = new DataView(stream.buffer);
  const sheets: BiffSheet[] = [];
  const facts = new Map<number, SheetFacts>();
  let current = newSheetFacts();
  let codePage = 1252;
  let isUnicode = true;
  for (const record of recordsOf(stream)) {
    const { type, at, content, depth } = record;
    blankUnneeded(view, record);
    if (depth > 1 || content.byteLength < (leastLength[type] ?? Number.POSITIVE_INFINITY)) continue;
    if (type === recordType.beginOfPart) {
      if (at === 0) isUnicode = content.getUint16(0, true) === unicodeVersion;
      current = newSheetFacts();
      facts.set(at, current);
    } else if (type === recordType.codePage) codePage = content.getUint16(0, true);
    else if (type === recordType.sheet)
      sheets.push({
        start: content.getUint32(0, true),
        isVisible: (content.getUint8(4) & 3) === 0,
        isWorksheet: content.getUint8(5) === 0,
      });
    else noteFacts(type, content, current);
  }
  return { stream, sheets, facts, codePage: isUnicode ? null : codePage };
}

/** The names that browsers have for code pages of Windows, DOS and the Macintosh. */
const encodings: Readonly<Record<number, string>> = {
  367: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  // As Excel for the Macintosh and Excel 4 number them.
  32768: 'macintosh',
  32769: 'windows-1252',
};

const encodingOf = (codePage: number): string | undefined =>
  codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : encodings[codePage];

/** The characters of the bytes 0x80 to 0x9f, which Node takes for control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Returns a function that reads a text of Excel 5.0/95, whose bytes the sheet library takes for characters. Throws
 * ImportError `old-format` where nothing knows the code page: a name must not become another.
 */
function decoderFor(codePage: number): (text: string) => string {
  const encoding = encodingOf(codePage);
  return (text) => {
    if (/^[\0-\x7f]*$/.test(text)) return text;
    if (encoding === undefined) throw new ImportError('old-format');
    if (encoding === 'windows-1252')
      return Array.from(text, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte).join('');
    return new TextDecoder(encoding).decode(Uint8Array.from(text, (byte) => byte.charCodeAt(0)));
  };
}

function readXls(xls: Uint8Array, requestedSheet: number | null): OpenedSheet {
  const { stream, sheets, facts, codePage } = readRecords(workbookStream(xls));
  const workbook = read(stream, newOptions());
  const decode = codePage === null ? (text: string) => text : decoderFor(codePage);
  // The library sorts them by their place in the file.
  const starts = [...new Set(sheets.map(({ start }) => start))].sort((one, other) => one - other);
  const named = sheets.flatMap((record) => {
    const name = workbook.SheetNames[starts.indexOf(record.start)];
    return name === undefined || !record.isWorksheet ? [] : [{ ...record, name }];
  });
  const visible = named.filter(({ isVisible }) => isVisible);
  const choices = visible.length > 0 ? visible : named;
  const sheet = sheetIndex(requestedSheet, choices.length);
  const chosen = choices[sheet];
  // Some programs write a workbook of one sheet without a list of its sheets.
  const name = chosen?.name ?? (sheets.length === 0 ? workbook.SheetNames[0] : undefined);
  const data = name === undefined ? undefined : workbook.Sheets[name];
  if (codePage !== null)
    for (const cell of data?.['!data']?.flat() ?? [])
      if (typeof cell?.v === 'string') cell.v = decode(cell.v);
  return {
    sheetNames: choices.map((choice) => decode(choice.name)),
    sheet,
    data,
    facts: facts.get(chosen?.start ?? -1) ?? newSheetFacts(),
  };
}

/** The first bytes of a workbook of Excel 2 to 4, or of Excel 5 without the file system around it. */
const isOldWorkbook = ([first, second = 0xff]: Uint8Array): boolean =>
  first === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(second);

/**
 * The first bytes decide, not the extension: a CSV or HTML file may be named .xls. SheetJS trusts what it reads, so it
 * gets only what these functions give it (docs/decisions/0010).
 */
const formats = [
  { signature: [0x50, 0x4b, 0x03, 0x04], read: readXlsx },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], read: readXls },
] as const;

async function openSheet(bytes: Uint8Array, requestedSheet: number | null): Promise<OpenedSheet> {
  const format = formats.find(({ signature }) => signature.every((byte, index) => bytes[index] === byte));
  if (!format) throw new ImportError(isOldWorkbook(bytes) ? 'old-format' : 'content');
  return format.read(bytes, requestedSheet);
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const isPassword = error instanceof Error && /password|encrypt/i.test(error.message);
  return new ImportError(isPassword ? 'encrypted' : 'damaged', { cause: error });
}

/**
 * Reads a sheet without the placeholders of blank rows. Rows are taken from the cells that exist, never from the range
 * that a file declares. Throws only ImportError, whatever the bytes are.
 *
 * @param requestedSheet the index of a sheet among those that a person can see; null for the first one
 */
export async function readSheet(
  bytes: Uint8Array,
  fileName: string,
  requestedSheet: number | null,
): Promise<ReadSheet> {
  checkNameAndSize(fileName, bytes.length);
  const { sheetNames, sheet, data, facts } = await openSheet(bytes, requestedSheet).catch(
    (error: unknown) => {
      throw asImportError(error);
    },
  );
  // The library omits a sheet that it could not parse.
  if (!data) throw new ImportError('damaged');
  const rows: SheetRow[] = [];
  const cellsByRow: ReadonlyArray<SheetRow['cells'] | undefined> = data['!data'] ?? [];
  // forEach visits existing rows only: a single cell in row 1,048,576 costs one step.
  cellsByRow.forEach((cells, index) => {
    if (cells) rows.push({ sheetRow: index + 1, cells });
  });
  const { hiddenRows, hiddenColumns, merges } = facts;
  return { sheetNames, sheet, rows, hiddenRows, hiddenColumns, merges };
}
