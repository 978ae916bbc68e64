import {
  type ColumnMatch,
  checkNameAndSize,
  type FileColumns,
  ImportError,
  type ImportedRow,
  type ImportFailureReason,
  type ImportKits,
  type ImportResult,
  importColumns,
  importedText,
  type SheetView,
} from '@/domain/patient-import';
import { recallColumns } from './column-match';
import { parseWorkbook } from './parse-workbook';
import * as strings from './strings';
import { writeTextWorkbook } from './text-workbook';

const titleOf = new Map<string, string>(importColumns.map(({ key, title }) => [key, title]));

/**
 * Writes rows with their problems as an .xlsx file. The twelve columns keep their positions, so that the corrected file
 * can be imported without a question; the import knows the further ones.
 */
export function writeErrorRows(rows: readonly ImportedRow[]): Uint8Array {
  const { addressLine2 } = strings.matchColumns.titles;
  const header = [
    ...importColumns.map(({ title }) => title),
    addressLine2,
    strings.rowInFile,
    strings.problems,
  ];
  const body = rows.map((row) => [
    ...importColumns.map(({ key }) => importedText(row, key)),
    row.values.addressLine2,
    String(row.sheetRow),
    row.issues.map(({ column, message }) => `${titleOf.get(column) ?? column}: ${message}`).join('\n'),
  ]);
  return writeTextWorkbook(strings.errorSheet, [header, ...body]);
}

/** A worker does one job and is then terminated. */
export type ImportJob =
  | {
      readonly kind: 'read';
      readonly file: File;
      readonly kits: ImportKits;
      readonly view: SheetView | null;
      readonly match: ColumnMatch | null;
      /** Whose confirmed columns count; null for none. */
      readonly account: string | null;
    }
  | { readonly kind: 'write-error-rows'; readonly rows: readonly ImportedRow[] };

export type ImportWorkerMessage =
  | { readonly kind: 'progress'; readonly done: number }
  /** A part of the rows: deserializing all at once would block the page. They count once `read` arrives. */
  | { readonly kind: 'rows'; readonly rows: readonly ImportedRow[] }
  | { readonly kind: 'read'; readonly summary: Omit<ImportResult, 'rows'> }
  | { readonly kind: 'written'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: ImportFailureReason };

async function bytesOf(file: File): Promise<Uint8Array> {
  // Before the file is read into memory.
  checkNameAndSize(file.name, file.size);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new ImportError('unreadable', { cause });
  }
}

async function run(job: ImportJob, post: (message: ImportWorkerMessage) => void): Promise<void> {
  if (job.kind === 'write-error-rows') {
    post({ kind: 'written', bytes: new Uint8Array(writeErrorRows(job.rows)) });
    return;
  }
  const onProgress = (done: number) => post({ kind: 'progress', done });
  const bytes = await bytesOf(job.file);
  // Asked for here, between the header row and the others, so that the file is parsed once.
  const recall = (columns: FileColumns) => recallColumns(job.account, columns);
  const onRows = (rows: readonly ImportedRow[]) => post({ kind: 'rows', rows });
  const { file, kits, view, match } = job;
  const options = { fileName: file.name, kits, view, match, recall, onProgress, onRows };
  const { rows: _, ...summary } = await parseWorkbook(bytes, options);
  post({ kind: 'read', summary });
}

/** Runs one job and posts its outcome. A failure is posted as its reason, because a posted error loses its class. */
export async function runImportJob(
  job: ImportJob,
  post: (message: ImportWorkerMessage) => void,
): Promise<void> {
  try {
    await run(job, post);
  } catch (error) {
    post({ kind: 'failed', reason: error instanceof ImportError ? error.reason : 'damaged' });
  }
}
