import { importLimits } from '@/contract/constants';
import { type ImportColumnKey, importColumns } from '@/contract/import-columns';
import {
  ImportError,
  type ImportedRow,
  type ImportIssue,
  type ImportKits,
  type ImportResult,
} from '@/contract/import-result';
import { readCell } from './cell-text';
import { checkRow } from './check-row';
import { markDuplicatesInFile } from './duplicate-emails';
import { hasWorkbookExtension, sniffContainer } from './file-signature';
import { readFirstSheet, type SheetRow } from './first-sheet';
import { checkHeader } from './header-check';
import { lookUpKit } from './kit-lookup';
import { readPostalCode } from './postal-code';

type ParseOptions = {
  readonly fileName: string;
  readonly kits: ImportKits;
  /** Called with the share of the work that is done, 0 to 1. */
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
  // Every key of the column list is in `entries`, which Object.fromEntries cannot express.
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

function assertWorkbookFile(bytes: Uint8Array, fileName: string) {
  if (!hasWorkbookExtension(fileName)) throw new ImportError('extension');
  if (bytes.length > importLimits.maxBytes) throw new ImportError('too-large');
  if (bytes.length === 0) throw new ImportError('empty');
  const container = sniffContainer(bytes);
  if (!container) throw new ImportError('content');
  return container;
}

function readHeader(row: SheetRow): string[] {
  return importColumns.map(({ key }, index) => readCell(row.cells[index], key).text);
}

const hasCellsAfterLastColumn = ({ cells }: SheetRow) => cells.length > importColumns.length;

/**
 * Reads the first sheet of an .xlsx or .xls file into patient rows (SPEC §5 "Spreadsheet import"): twelve columns by
 * position, the first row that holds anything skipped as the header, blank rows dropped, at most 10,000 rows kept.
 * Throws ImportError and nothing else, whatever the bytes are.
 */
export async function parseWorkbook(bytes: Uint8Array, options: ParseOptions): Promise<ImportResult> {
  const { fileName, kits, onProgress } = options;
  const container = assertWorkbookFile(bytes, fileName);
  onProgress?.(done.started);
  const sheet = await readFirstSheet(bytes, container);
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
