import {
  type ColumnMatch,
  checkNameAndSize,
  ImportError,
  type ImportedRow,
  type ImportKits,
  type ImportResult,
} from '@/contract/patient-import';
import { readStored } from '@/lib/storage';
import { startImportJob } from './start-import-job';

type ReadSpreadsheetOptions = {
  readonly kits: ImportKits;
  /** Where the user said that each column is; null to read by position, as confirmed before, or as suggested. */
  readonly match?: ColumnMatch | null;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Reads a spreadsheet file into patient rows without blocking the page (SPEC §5 "Spreadsheet import"). Rejects with
 * ImportError, whose message is for the user, or with the signal's reason after an abort.
 */
export async function readSpreadsheet(file: File, options: ReadSpreadsheetOptions): Promise<ImportResult> {
  // Before the worker's code is fetched.
  checkNameAndSize(file.name, file.size);
  const rows: ImportedRow[] = [];
  let outcome: ImportResult | ImportError = new ImportError('unreadable');
  await startImportJob(
    {
      kind: 'read',
      file,
      kits: options.kits,
      match: options.match ?? null,
      account: readStored('account'),
    },
    {
      signal: options.signal,
      onMessage: (message) => {
        if (message.kind === 'progress') options.onProgress?.(message.done);
        if (message.kind === 'rows') rows.push(...message.rows);
        if (message.kind === 'read') outcome = { ...message.summary, rows };
        if (message.kind === 'failed') outcome = new ImportError(message.reason);
      },
    },
  );
  if (outcome instanceof ImportError) throw outcome;
  return outcome;
}

/** Creates the .xlsx file of "Download error rows". Rejects with ImportError if no worker can be started. */
export async function makeErrorRowsFile(rows: readonly ImportedRow[], signal?: AbortSignal): Promise<Blob> {
  let file: Blob | undefined;
  await startImportJob(
    { kind: 'write-error-rows', rows },
    {
      signal,
      onMessage: (message) => {
        if (message.kind !== 'written') return;
        file = new Blob([message.bytes], {
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        });
      },
    },
  );
  if (!file) throw new ImportError('unreadable');
  return file;
}
