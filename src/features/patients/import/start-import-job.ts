import { ImportError } from '@/contract/patient-import';
import type { ImportJob, ImportWorkerMessage } from './run-import-job';
import { trustOwnScripts } from './trusted-scripts';

type ImportJobOptions = {
  readonly onMessage: (message: ImportWorkerMessage) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Time limit in milliseconds: a file that keeps the worker busy for longer is not a patient list. */
const timeLimit = 60_000;

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
    const end = (settle: () => void) => {
      worker.terminate();
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(() => reject(new ImportError('damaged'))), timeLimit);
    worker.addEventListener('message', (event: MessageEvent<ImportWorkerMessage>) => {
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
export async function startImportJob(job: ImportJob, options: ImportJobOptions): Promise<void> {
  options.signal?.throwIfAborted();
  if (import.meta.env.MODE === 'test' && typeof Worker === 'undefined') return startInPlace(job, options);
  return startInWorker(job, options);
}
