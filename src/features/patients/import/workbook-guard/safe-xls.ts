import { CFB } from 'xlsx';
import { ImportError } from '@/contract/patient-import';

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
 * Returns the safe workbook stream of an .xls, which is a small file system: nothing else of it is read. Throws
 * ImportError `encrypted`, `content` or `damaged`.
 */
export function safeXls(xls: Uint8Array): Uint8Array {
  const container: { FileIndex: CompoundEntry[] } = CFB.read(xls, { type: 'array' });
  const named = (pattern: RegExp) => container.FileIndex.find((entry) => pattern.test(entry.name));
  if (named(/^EncryptedPackage$/i)) throw new ImportError('encrypted');
  const stream = named(/^(Workbook|Book)$/i);
  if (!stream) throw new ImportError('content');
  const content = stream.content ?? [];
  // The library reads a truncated file without an error, and a short list must not pass for the complete one.
  if (content.length < stream.size) throw new ImportError('damaged');
  return safeStream(content);
}
