import {
  type ColumnMatch,
  checkNameAndSize,
  ImportError,
  type ImportedRow,
  type ImportKits,
  type ImportResult,
  type SheetView,
} from '@/domain/patient-import';
import { readStored } from '@/lib/storage';
import type { ImportJob, ImportWorkerMessage } from './run-import-job';

/** The part of Trusted Types that we use. Not every browser supports it, and TypeScript has no types for it. */
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    readonly defaultPolicy: unknown;
    createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
  };
}

/** Only scripts from this page's own origin. Builds with third-party scripts do not enforce Trusted Types. */
const isOwn = (url: string): boolean => new URL(url, document.baseURI).origin === location.origin;

/**
 * Lets this page start workers from its own origin where the CSP requires Trusted Types. Call before creating the first
 * worker; any other conversion of text to a script is still rejected.
 */
function trustOwnScripts(): void {
  const { trustedTypes } = window as unknown as TrustedTypesWindow;
  if (trustedTypes === undefined || trustedTypes.defaultPolicy !== null) return;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isOwn(url) ? url : null) });
}

type ImportJobOptions = {
  readonly onMessage: (message: ImportWorkerMessage) => void;
  readonly signal?: AbortSignal | undefined;
};

/** How long a worker may take until its first message, in milliseconds: its code may still be on its way. */
const timeToStart = 60_000;

/**
 * How long it may then be busy without reporting progress, in milliseconds: a damaged file can keep it so for ever. The
 * sheet library reads a sheet in one step, which takes slow computers seconds for each megabyte of a large list.
 */
const timeToProgress = (job: ImportJob): number =>
  8000 + 6000 * Math.max(0, (job.kind === 'read' ? job.file.size : 0) / 1024 ** 2 - 1);

const isLast = (message: ImportWorkerMessage) => message.kind !== 'progress' && message.kind !== 'rows';

function makeWorker(): Worker {
  trustOwnScripts();
  return new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
}

/** A worker that has loaded its code and is ready for a job. */
let waiting: Worker | undefined;

/**
 * Loads the worker's code while the user chooses a file, so that reading starts at once.
 *
 * @returns a function that terminates the worker if no job has taken it
 */
export function prepareImportWorker(): () => void {
  if (typeof Worker === 'undefined') return () => undefined;
  const worker = makeWorker();
  const discard = () => {
    if (waiting !== worker) return;
    waiting = undefined;
    worker.terminate();
  };
  waiting?.terminate();
  waiting = worker;
  // If the code fails to load here, the job loads it again and shows the user if that fails, too.
  worker.addEventListener('error', discard);
  return discard;
}

function takeWorker(): Worker {
  const worker = waiting ?? makeWorker();
  waiting = undefined;
  return worker;
}

function startInWorker(job: ImportJob, { onMessage, signal }: ImportJobOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = takeWorker();
    const giveUp = () => end(() => reject(new ImportError('damaged')));
    const end = (settle: () => void) => {
      worker.terminate();
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal?.reason));
    let timer = setTimeout(giveUp, timeToStart);
    worker.addEventListener('message', (event: MessageEvent<ImportWorkerMessage>) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeToProgress(job));
      onMessage(event.data);
      if (isLast(event.data)) end(resolve);
    });
    // The worker's code could not be loaded, or the worker ran out of memory.
    worker.addEventListener('error', () => end(() => reject(new ImportError('unreadable'))));
    worker.addEventListener('messageerror', () => end(() => reject(new ImportError('unreadable'))));
    signal?.addEventListener('abort', onAbort);
    worker.postMessage(job);
  });
}

async function startInPlace(job: ImportJob, { onMessage, signal }: ImportJobOptions): Promise<void> {
  const { runImportJob } = await import('./run-import-job');
  await runImportJob(job, (message) => {
    if (!signal?.aborted) onMessage(message);
  });
  signal?.throwIfAborted();
}

/**
 * Runs a job in its own worker; aborting terminates the worker and rejects with the signal's reason. Only tests without
 * workers run it in place: a build has no parser on the main thread.
 */
async function startImportJob(job: ImportJob, options: ImportJobOptions): Promise<void> {
  options.signal?.throwIfAborted();
  if (import.meta.env.MODE === 'test' && typeof Worker === 'undefined') return startInPlace(job, options);
  return startInWorker(job, options);
}

type ReadSpreadsheetOptions = {
  readonly kits: ImportKits;
  /** What of the file is read; null: its first sheet. */
  readonly view?: SheetView | null;
  /** Where the user said that each column is; null to read by position, as confirmed before, or as suggested. */
  readonly match?: ColumnMatch | null;
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Reads a spreadsheet file into patient rows without blocking the page (§5 "Spreadsheet import"). Rejects with
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
      view: options.view ?? null,
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
