import { type CellObject, read } from 'xlsx';
import { checkNameAndSize, ImportError } from '@/contract/patient-import';
import { safeXls } from './safe-xls';
import { safeXlsx } from './safe-xlsx';

export type SheetRow = { readonly sheetRow: number; readonly cells: ReadonlyArray<CellObject | undefined> };
type FirstSheet = { readonly name: string; readonly rows: readonly SheetRow[] };

/**
 * The first bytes decide, not the extension: a CSV or HTML file may be named .xls. SheetJS trusts what it reads, so it
 * gets only what these functions return (docs/decisions/0010, 0028).
 */
const formats = [
  { signature: [0x50, 0x4b, 0x03, 0x04], cutDown: safeXlsx },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], cutDown: safeXls },
] as const;

async function cutDown(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formats.find(({ signature }) => signature.every((byte, index) => bytes[index] === byte));
  if (!format) throw new ImportError('content');
  return format.cutDown(bytes);
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
  // Formulas are not read: a cell is its stored result, and empty if none was stored.
  const options = { type: 'array', sheets: 0, dense: true, cellFormula: false, cellHTML: false } as const;
  const workbook = await cutDown(bytes)
    .then((safeBytes) => read(safeBytes, options))
    .catch((error: unknown) => {
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
