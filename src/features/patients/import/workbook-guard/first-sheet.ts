import { type CellObject, CFB, read, type WorkBook } from 'xlsx';
import { ImportError } from '@/contract/patient-import';
import type { WorkbookContainer } from '@/features/patients/import/file-signature';
import { safeWorkbookBytes } from './safe-workbook-bytes';
import { safeXlsStream } from './safe-xls-stream';

export type SheetRow = { readonly sheetRow: number; readonly cells: ReadonlyArray<CellObject | undefined> };
type FirstSheet = { readonly name: string; readonly rows: readonly SheetRow[] };

type CompoundEntry = { name: string; size: number; content?: ArrayLike<number> };

/** An .xls file is a small file system; only its workbook stream is read. */
function workbookStream(bytes: Uint8Array): Uint8Array {
  const container: { FileIndex: CompoundEntry[] } = CFB.read(bytes, { type: 'array' });
  const named = (pattern: RegExp) => container.FileIndex.find((entry) => pattern.test(entry.name));
  if (named(/^EncryptedPackage$/i)) throw new ImportError('encrypted');
  const stream = named(/^(Workbook|Book)$/i);
  if (!stream) throw new ImportError('content');
  const content = stream.content ?? [];
  // The library reads a truncated file without an error, and a short list must not pass for the complete one.
  if (content.length < stream.size) throw new ImportError('damaged');
  return safeXlsStream(content);
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const isPassword = error instanceof Error && /password|encrypt/i.test(error.message);
  return new ImportError(isPassword ? 'encrypted' : 'damaged', { cause: error });
}

async function readWorkbook(bytes: Uint8Array, container: WorkbookContainer): Promise<WorkBook> {
  try {
    const safeBytes = container === 'zip' ? await safeWorkbookBytes(bytes) : workbookStream(bytes);
    // Formulas are not read: a cell is its stored result, and empty if none was stored.
    return read(safeBytes, { type: 'array', sheets: 0, dense: true, cellFormula: false, cellHTML: false });
  } catch (error) {
    throw asImportError(error);
  }
}

/**
 * Reads the first sheet without the placeholders of blank rows. Rows are taken from the cells that exist, never from
 * the range that a file declares. Throws ImportError `encrypted`, `content`, `too-large` or `damaged`.
 */
export async function readFirstSheet(bytes: Uint8Array, container: WorkbookContainer): Promise<FirstSheet> {
  const workbook = await readWorkbook(bytes, container);
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
