import { deflateSync } from 'fflate';
import { type CellObject, CFB, type ParsingOptions, parse_zip, read, type WorkBook } from 'xlsx';
import { checkNameAndSize, ImportError } from '@/contract/patient-import';

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
  sheets: 0,
  dense: true,
  cellFormula: false,
  cellHTML: false,
});

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

type ZipEntry = {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly data: Uint8Array;
  readonly checksum: number;
  /** The unpacked size that the archive declares, in bytes. */
  readonly size: number;
};

/**
 * The entry as a gzip file: the platform then verifies checksum and size itself. fflate verifies neither; it only puts
 * stored data into the form of compressed data.
 */
function gzipStream({ method, data, checksum, size }: ZipEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const unknownSystem = 0xff;
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, unknownSystem);
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, checksum, true);
  view.setUint32(4, size, true);
  const deflated = method === 'stored' ? deflateSync(data, { level: 0 }) : new Uint8Array(data);
  return new ReadableStream({
    start(controller) {
      for (const part of [header, deflated, trailer]) controller.enqueue(part);
      controller.close();
    },
  });
}

const endRecord = { signature: 0x06054b50, size: 22, maxComment: 0xffff } as const;
const centralHeader = { signature: 0x02014b50, size: 46 } as const;
const localHeader = { signature: 0x04034b50, size: 30 } as const;
const zip64ExtraField = 0x0001;
const inZip64 = 0xffffffff;

function findEndRecord(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endRecord.size - endRecord.maxComment);
  for (let offset = view.byteLength - endRecord.size; offset >= lowest; offset--) {
    if (view.getUint32(offset, true) === endRecord.signature) return offset;
  }
  // An interrupted download has lost its end, and with it the list of entries.
  throw new ImportError('damaged');
}

type Sizes = { compressed: number; uncompressed: number; offset: number };

/** Some programs write 64-bit sizes even into small files, in an extra field with a fixed order. */
function resolveZip64(view: DataView, header: number, nameLength: number, extraLength: number): Sizes {
  const sizes = {
    compressed: view.getUint32(header + 20, true),
    uncompressed: view.getUint32(header + 24, true),
    offset: view.getUint32(header + 42, true),
  };
  if (!Object.values(sizes).includes(inZip64)) return sizes;
  let at = header + centralHeader.size + nameLength;
  const end = at + extraLength;
  while (at + 4 <= end && view.getUint16(at, true) !== zip64ExtraField)
    at += 4 + view.getUint16(at + 2, true);
  at += 4;
  for (const field of ['uncompressed', 'compressed', 'offset'] as const) {
    if (sizes[field] !== inZip64) continue;
    sizes[field] = Number(view.getBigUint64(at, true));
    at += 8;
  }
  return sizes;
}

function entryData(bytes: Uint8Array, view: DataView, { compressed, offset }: Sizes): Uint8Array {
  if (view.getUint32(offset, true) !== localHeader.signature) throw new ImportError('damaged');
  const start =
    offset + localHeader.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressed > bytes.length) throw new ImportError('damaged');
  return bytes.subarray(start, start + compressed);
}

/**
 * Lists the entries of a ZIP file without unpacking them; sizes are taken from the central directory. Throws
 * ImportError `damaged` if the structure is broken, and `encrypted` if an entry has a password.
 */
function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new TextDecoder();
  try {
    const end = findEndRecord(view);
    let header = view.getUint32(end + 16, true);
    return Array.from({ length: view.getUint16(end + 10, true) }, () => {
      if (view.getUint32(header, true) !== centralHeader.signature) throw new ImportError('damaged');
      if (view.getUint16(header + 8, true) & 1) throw new ImportError('encrypted');
      const method = view.getUint16(header + 10, true);
      if (method !== 0 && method !== 8) throw new ImportError('damaged');
      const nameLength = view.getUint16(header + 28, true);
      const extraLength = view.getUint16(header + 30, true);
      const nameStart = header + centralHeader.size;
      const sizes = resolveZip64(view, header, nameLength, extraLength);
      const entry: ZipEntry = {
        name: names.decode(bytes.subarray(nameStart, nameStart + nameLength)).replaceAll('\\', '/'),
        method: method === 0 ? 'stored' : 'deflated',
        checksum: view.getUint32(header + 16, true),
        data: entryData(bytes, view, sizes),
        size: sizes.uncompressed,
      };
      header = nameStart + nameLength + extraLength + view.getUint16(header + 32, true);
      return entry;
    });
  } catch (error) {
    // DataView throws a RangeError for an offset outside the file.
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
}

/**
 * Unpacks one entry with the platform's decompressor and stops once it exceeds `limit` bytes, whatever size the file
 * declares. Throws ImportError `too-large` then, and `damaged` for broken data or a wrong checksum or size: data with a
 * flipped bit may still unpack, to a patient with another phone number.
 */
async function unpackZipEntry(entry: ZipEntry, limit: number): Promise<Uint8Array> {
  const reader = gzipStream(entry).pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value);
      size += step.value.length;
      if (size > limit) throw new ImportError('too-large');
    }
  } catch (error) {
    // Cancelling a stream that has already failed rejects again, with no new information.
    await reader.cancel().catch(() => undefined);
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
  return joined(chunks, size);
}

/** A 10 MB .xlsx with a patient list unpacks to about 60 MB; much more is an attack or not a list. */
const maxUnpackedBytes = 96 * 1024 * 1024;
const maxParts = 1000;

/** Parts without cell text: pictures, charts, macros, comments and so on are never unpacked. */
const withoutCells =
  /(^|\/)(media|drawings|charts|embeddings|theme|externalLinks|pivotTables|pivotCache|printerSettings|ctrlProps|activeX|customXml|threadedComments)\/|(^|\/)(comments\d*|vmlDrawing\d*|calcChain|vbaProject)\.|worksheets\/_rels\//i;
const xmlOrBinaryPart = /\.(xml|rels|bin)$/i;
const worksheetPart = /(^|\/)worksheets\/[^/]+\.xml$/i;

/** Returns the index after the last `…sheetData>`, or -1. */
function endOfSheetData(part: Uint8Array): number {
  const tag = Array.from('sheetData>', (letter) => letter.charCodeAt(0));
  for (let start = part.length - tag.length; start >= 0; start--) {
    if (part[start] === tag[0] && tag.every((code, index) => part[start + index] === code)) {
      return start + tag.length;
    }
  }
  return -1;
}

/** Cuts off what follows the cells (links, merges, validations): it may claim a million cells with one range. */
function cellsOnly(name: string, part: Uint8Array): Uint8Array {
  if (!worksheetPart.test(name)) return part;
  const end = endOfSheetData(part);
  return end < 0 ? part : part.subarray(0, end);
}

function assertExcelParts(entries: readonly ZipEntry[]): void {
  const names = entries.map((entry) => entry.name.toLowerCase());
  const isExcel = names.includes('[content_types].xml') && names.some((name) => name.startsWith('xl/'));
  // A .docx, an .ods or any other archive is also a ZIP file.
  if (!isExcel) throw new ImportError('content');
}

/** A letter for each byte: so the library reads the names of parts where one refers to another. */
const byteString = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** The type of an entry that is a file. */
const FILE = 2;

/**
 * Reads the parts of an .xlsx that have cells, unpacked here under a hard limit, so that no archive can make the sheet
 * library unpack gigabytes.
 */
async function readXlsx(xlsx: Uint8Array): Promise<WorkBook> {
  const entries = listZipEntries(xlsx);
  assertExcelParts(entries);
  const wanted = entries.filter(({ name }) => xmlOrBinaryPart.test(name) && !withoutCells.test(name));
  if (wanted.length > maxParts) throw new ImportError('too-large');
  const parts: { name: string; type: number; content: Uint8Array }[] = [];
  let left = maxUnpackedBytes;
  for (const entry of wanted) {
    const data = await unpackZipEntry(entry, left);
    left -= data.length;
    parts.push({ name: entry.name, type: FILE, content: cellsOnly(entry.name, data) });
  }
  return parse_zip({ FullPaths: parts.map(({ name }) => byteString(name)), FileIndex: parts }, newOptions());
}

/** Maximum data length of one record in an .xls stream. */
const maxRecordLength = 8224;
const headerLength = 4;

const recordType = { formula: 0x0006, endOfPart: 0x000a, filePass: 0x002f, beginOfPart: 0x0809 } as const;

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

/**
 * Copies an .xls workbook stream and blanks every record that cell values do not need, formulas included (their stored
 * results are kept). An .xls has no checksums, and a single wrong byte can make the library loop until memory runs out,
 * so a stream whose records do not line up is rejected. Throws ImportError `damaged` or `encrypted`.
 */
function safeStream(content: ArrayLike<number>): Uint8Array {
  const stream = Uint8Array.from(content);
  const view = new DataView(stream.buffer);
  let openParts = 0;
  let at = 0;
  while (at + headerLength <= stream.length) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (type === recordType.beginOfPart) openParts++;
    // What follows the last part is padding, whatever its content.
    if (openParts === 0) break;
    const next = at + headerLength + length;
    if (length > maxRecordLength || next > stream.length) throw new ImportError('damaged');
    if (type === recordType.filePass) throw new ImportError('encrypted');
    if (type === recordType.endOfPart) openParts--;
    if (!neededTypes.has(type)) view.setUint16(at, skippedType, true);
    if (type === recordType.formula && length >= formulaLengthAt + 2) {
      view.setUint16(at + headerLength + formulaLengthAt, noFormula, true);
    }
    at = next;
  }
  if (openParts > 0 || at === 0) throw new ImportError('damaged');
  return stream;
}

type CompoundEntry = { name: string; size: number; content?: ArrayLike<number> };

/**
 * Reads the workbook stream of an .xls, which is a small file system: nothing else of it is read. Throws ImportError
 * `encrypted`, `content` or `damaged`.
 */
function readXls(xls: Uint8Array): WorkBook {
  const container: { FileIndex: CompoundEntry[] } = CFB.read(xls, { type: 'array' });
  const named = (pattern: RegExp) => container.FileIndex.find((entry) => pattern.test(entry.name));
  if (named(/^EncryptedPackage$/i)) throw new ImportError('encrypted');
  const stream = named(/^(Workbook|Book)$/i);
  if (!stream) throw new ImportError('content');
  const content = stream.content ?? [];
  // The library reads a truncated file without an error, and a short list must not pass for the complete one.
  if (content.length < stream.size) throw new ImportError('damaged');
  return read(safeStream(content), newOptions());
}

export type SheetCell = CellObject;

export type SheetRow = { readonly sheetRow: number; readonly cells: ReadonlyArray<SheetCell | undefined> };
type FirstSheet = { readonly name: string; readonly rows: readonly SheetRow[] };

/**
 * The first bytes decide, not the extension: a CSV or HTML file may be named .xls. SheetJS trusts what it reads, so it
 * gets only what these functions give it (docs/decisions/0010, 0028).
 */
const formats = [
  { signature: [0x50, 0x4b, 0x03, 0x04], read: readXlsx },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], read: readXls },
] as const;

async function readWorkbook(bytes: Uint8Array): Promise<WorkBook> {
  const format = formats.find(({ signature }) => signature.every((byte, index) => bytes[index] === byte));
  if (!format) throw new ImportError('content');
  return format.read(bytes);
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const isPassword = error instanceof Error && /password|encrypt/i.test(error.message);
  return new ImportError(isPassword ? 'encrypted' : 'damaged', { cause: error });
}

/**
 * Reads the first sheet without the placeholders of blank rows. Rows are taken from the cells that exist, never from
 * the range that a file declares. Throws only ImportError, whatever the bytes are.
 */
export async function readFirstSheet(bytes: Uint8Array, fileName: string): Promise<FirstSheet> {
  checkNameAndSize(fileName, bytes.length);
  const workbook = await readWorkbook(bytes).catch((error: unknown) => {
    throw asImportError(error);
  });
  const name = workbook.SheetNames[0];
  const sheet = name === undefined ? undefined : workbook.Sheets[name];
  // The library omits a sheet that it could not parse.
  if (name === undefined || !sheet) throw new ImportError('damaged');
  const rows: SheetRow[] = [];
  const data: ReadonlyArray<SheetRow['cells'] | undefined> = sheet['!data'] ?? [];
  // forEach visits existing rows only: a single cell in row 1,048,576 costs one step.
  data.forEach((cells, index) => {
    if (cells) rows.push({ sheetRow: index + 1, cells });
  });
  return { name, rows };
}
