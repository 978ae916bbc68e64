import { zipSync } from 'fflate';
import { ImportError } from '@/contract/patient-import';
import { listZipEntries, unpackZipEntry, type ZipEntry } from './zip-archive';

/** A 10 MB .xlsx with a patient list unpacks to about 60 MB; much more is an attack or not a list. */
const maxUnpackedBytes = 96 * 1024 * 1024;
const maxParts = 1000;

/** Parts without cell text: pictures, charts, macros, comments and so on are never unpacked. */
const withoutCells =
  /(^|\/)(media|drawings|charts|embeddings|theme|externalLinks|pivotTables|pivotCache|printerSettings|ctrlProps|activeX|customXml|threadedComments)\/|(^|\/)(comments\d*|vmlDrawing\d*|calcChain)\.|worksheets\/_rels\//i;
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

/**
 * Converts an .xlsx to one that the sheet library can read safely: only the parts with cells, already unpacked under a
 * hard limit, so that no archive can make the library unpack gigabytes.
 */
export async function safeXlsx(xlsx: Uint8Array): Promise<Uint8Array> {
  const entries = listZipEntries(xlsx);
  assertExcelParts(entries);
  const wanted = entries.filter(({ name }) => xmlOrBinaryPart.test(name) && !withoutCells.test(name));
  if (wanted.length > maxParts) throw new ImportError('too-large');
  const parts: Record<string, Uint8Array> = {};
  let left = maxUnpackedBytes;
  for (const entry of wanted) {
    const data = await unpackZipEntry(entry, left);
    left -= data.length;
    // Of two parts with one name the library reads the first.
    parts[entry.name] ??= cellsOnly(entry.name, data);
  }
  // Stored, so that the library has nothing to unpack. The date is fixed: fflate rejects a clock outside 1980 to 2099.
  return zipSync(parts, { level: 0, mtime: '2000-01-02' });
}
