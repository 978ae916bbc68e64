import { importLimits } from '@/contract/constants';
import { ImportError } from '@/contract/import-result';
import { writeErrorRows } from './error-rows-file';
import type { ImportJob, ImportWorkerMessage } from './import-worker-messages';
import { parseWorkbook } from './parse-workbook';

async function bytesOf(file: File): Promise<Uint8Array> {
  // Refused by its size before a byte of it is in memory.
  if (file.size > importLimits.maxBytes) throw new ImportError('too-large');
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
  post({
    kind: 'read',
    result: await parseWorkbook(bytes, { fileName: job.file.name, kits: job.kits, onProgress }),
  });
}

/** Does one job and posts its outcome, failures included: an error object would lose its class on the way. */
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
