import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { importLimits } from '@/contract/constants';
import { ImportError, importColumns } from '@/contract/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import {
  makeErrorRowsFile,
  prepareImportWorker,
  readSpreadsheet,
} from '@/features/patients/import/read-spreadsheet';
import { type ImportWorkerMessage, writeErrorRows } from '@/features/patients/import/run-import-job';
import { removeStored, writeStored } from '@/lib/storage';
import { makeSampleFile } from '../../../scripts/build/sample-file';
import { fixtureFile, parseFixture, threeKits } from './support';

/** A worker whose responses the test controls. */
class WorkerDouble extends EventTarget {
  static last: WorkerDouble | undefined;
  static all: WorkerDouble[] = [];
  terminated = false;
  jobs: unknown[] = [];
  constructor(
    readonly url: URL,
    readonly options: WorkerOptions,
  ) {
    super();
    WorkerDouble.last = this;
    WorkerDouble.all.push(this);
  }
  postMessage(job: unknown) {
    this.jobs.push(job);
  }
  terminate() {
    this.terminated = true;
  }
  answer(data: ImportWorkerMessage) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Starts a read with the worker double and waits until the worker is created. */
async function readInWorker(options: Partial<Parameters<typeof readSpreadsheet>[1]> = {}) {
  vi.stubGlobal('Worker', WorkerDouble);
  const file = fixtureFile('good-25.xlsx');
  const outcome = readSpreadsheet(file, { kits: threeKits, ...options }).catch((error: unknown) => error);
  const worker = await vi.waitUntil(() => WorkerDouble.last);
  return { worker, outcome, file };
}

afterEach(() => {
  WorkerDouble.last = undefined;
  WorkerDouble.all = [];
  vi.unstubAllGlobals();
});

describe('reading a file', () => {
  it('gives rows and reports progress up to the end, in order', async () => {
    const steps: number[] = [];
    const onProgress = (done: number) => steps.push(done);
    const { rows } = await readSpreadsheet(fixtureFile('good-25.xls'), { kits: threeKits, onProgress });
    expect(rows).toHaveLength(25);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  it('rejects a large file before reading it', async () => {
    const huge = new File([], 'huge.xlsx');
    Object.defineProperty(huge, 'size', { value: importLimits.maxBytes + 1 });
    await expect(readSpreadsheet(huge, { kits: [] })).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('reports when the file is gone', async () => {
    const gone = fixtureFile('good-25.xlsx');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    await expect(readSpreadsheet(gone, { kits: [] })).rejects.toMatchObject({ reason: 'unreadable' });
  });
});

describe('in a browser the worker does the work', () => {
  it('gets the file itself, not its bytes, and is ended after its answer', async () => {
    const { worker, outcome, file } = await readInWorker();
    expect(worker.options).toEqual({ type: 'module' });
    expect(worker.jobs).toEqual([{ kind: 'read', file, kits: threeKits, match: null, account: null }]);
    const result = await parseFixture('good-25.xlsx');
    const { rows, ...summary } = result;
    worker.answer({ kind: 'rows', rows: rows.slice(0, 20) });
    worker.answer({ kind: 'rows', rows: rows.slice(20) });
    expect(worker.terminated).toBe(false);
    worker.answer({ kind: 'read', summary });
    expect(await outcome).toEqual(result);
    expect(worker.terminated).toBe(true);
  });

  it('is ended at once by an abort', async () => {
    const controller = new AbortController();
    const { worker, outcome } = await readInWorker({ signal: controller.signal });
    expect(worker.terminated).toBe(false);
    controller.abort();
    expect(worker.terminated).toBe(true);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
  });

  it('is ended after a minute, with the reason that the file is damaged', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { worker, outcome } = await readInWorker();
    // Waiting for the worker took a little of the time.
    vi.advanceTimersByTime(59_000);
    expect(worker.terminated).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(worker.terminated).toBe(true);
    expect(await outcome).toMatchObject({ reason: 'damaged' });
  });

  it('passes on progress and errors', async () => {
    const onProgress = vi.fn();
    const { worker, outcome } = await readInWorker({ onProgress });
    worker.answer({ kind: 'progress', done: 0.5 });
    expect(onProgress).toHaveBeenCalledWith(0.5);
    worker.answer({ kind: 'failed', reason: 'encrypted' });
    expect(await outcome).toEqual(new ImportError('encrypted'));
  });

  it.each(['error', 'messageerror'])('fails with a message at its event “%s”', async (event) => {
    const { worker, outcome } = await readInWorker();
    worker.dispatchEvent(new Event(event));
    expect(await outcome).toMatchObject({ reason: 'unreadable' });
    expect(worker.terminated).toBe(true);
  });

  it('is not started for a job that was aborted before', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    const signal = AbortSignal.abort();
    const outcome = readSpreadsheet(fixtureFile('good-25.xlsx'), { kits: threeKits, signal });
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
    expect(WorkerDouble.all).toEqual([]);
  });

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { signal } = new AbortController();
    const listening = vi.spyOn(signal, 'addEventListener');
    const leaving = vi.spyOn(signal, 'removeEventListener');
    const { worker, outcome } = await readInWorker({ signal });
    worker.answer({ kind: 'failed', reason: 'damaged' });
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
    expect(listening.mock.calls).toEqual([['abort', expect.any(Function)]]);
    expect(leaving.mock.calls).toEqual(listening.mock.calls);
  });

  it('uses the column match and the account of the session', async () => {
    const { match } = await parseFixture('good-25.xlsx');
    writeStored('account', 'someone');
    onTestFinished(() => removeStored('account'));
    const { worker, outcome } = await readInWorker({ match });
    expect(worker.jobs).toMatchObject([{ match, account: 'someone' }]);
    worker.answer({ kind: 'failed', reason: 'damaged' });
    await outcome;
  });

  it('gets the rows with errors, and its answer becomes an Excel file', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    const { rows } = await parseFixture('good-25.xlsx');
    const outcome = makeErrorRowsFile(rows);
    const worker = await vi.waitUntil(() => WorkerDouble.last);
    expect(worker.jobs).toEqual([{ kind: 'write-error-rows', rows }]);
    worker.answer({ kind: 'written', bytes: new Uint8Array([1, 2, 3]) });
    const file = await outcome;
    expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(file.size).toBe(3);
  });

  it('fails with a message where it wrote nothing', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    const outcome = makeErrorRowsFile([]);
    const worker = await vi.waitUntil(() => WorkerDouble.last);
    worker.answer({ kind: 'failed', reason: 'damaged' });
    await expect(outcome).rejects.toEqual(new ImportError('unreadable'));
  });
});

describe('a worker that is started while the user chooses a file', () => {
  it('takes the first job, and no other', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    const discard = prepareImportWorker();
    const [prepared] = WorkerDouble.all;
    const first = readSpreadsheet(fixtureFile('good-25.xlsx'), { kits: threeKits }).catch(String);
    await vi.waitUntil(() => prepared?.jobs.length === 1);
    expect(WorkerDouble.all).toHaveLength(1);
    discard();
    expect(prepared?.terminated).toBe(false);
    prepared?.answer({ kind: 'failed', reason: 'damaged' });
    await first;
    WorkerDouble.last = undefined;
    const { worker, outcome } = await readInWorker();
    expect(WorkerDouble.all).toEqual([prepared, worker]);
    expect(worker.jobs).toHaveLength(1);
    worker.answer({ kind: 'failed', reason: 'damaged' });
    await outcome;
  });

  it('ends when it is not needed, when another is started, and when its code cannot be loaded', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    prepareImportWorker()();
    expect(WorkerDouble.all[0]?.terminated).toBe(true);
    prepareImportWorker();
    const discard = prepareImportWorker();
    expect(WorkerDouble.all.map(({ terminated }) => terminated)).toEqual([true, true, false]);
    WorkerDouble.all[2]?.dispatchEvent(new Event('error'));
    expect(WorkerDouble.all[2]?.terminated).toBe(true);
    // The next job starts its own.
    discard();
    WorkerDouble.last = undefined;
    const { worker, outcome } = await readInWorker();
    expect(WorkerDouble.all).toHaveLength(4);
    expect(worker.terminated).toBe(false);
    worker.answer({ kind: 'failed', reason: 'damaged' });
    await outcome;
  });

  it('is not needed in a browser without workers', () => {
    vi.stubGlobal('Worker', undefined);
    expect(() => prepareImportWorker()()).not.toThrow();
  });
});

describe('where the security policy requires Trusted Types', () => {
  const trustedTypes = (defaultPolicy: unknown) => {
    const createPolicy = vi.fn();
    vi.stubGlobal('trustedTypes', { defaultPolicy, createPolicy });
    vi.stubGlobal('Worker', WorkerDouble);
    prepareImportWorker()();
    return createPolicy;
  };

  it('the page may load scripts of its own origin, and no others', () => {
    const createPolicy = trustedTypes(null);
    const [name, rules] = createPolicy.mock.calls[0] ?? [];
    expect(name).toBe('default');
    const own = `${location.origin}/assets/import.worker.js`;
    expect(rules.createScriptURL(own)).toBe(own);
    expect(rules.createScriptURL('/assets/import.worker.js')).toBe('/assets/import.worker.js');
    expect(rules.createScriptURL('https://example.com/import.worker.js')).toBeNull();
  });

  it('a policy that exists already is not replaced', () => {
    expect(trustedTypes({})).not.toHaveBeenCalled();
  });
});

describe('files that the product writes', () => {
  const parse = (bytes: Uint8Array) => parseWorkbook(bytes, { fileName: 'a.xlsx', kits: threeKits });

  it('the sample file is imported without a remark', async () => {
    const result = await parse(makeSampleFile());
    expect(result).toMatchObject({ totalRows: 2, columns: null });
    expect(result.rows.flatMap(({ issues }) => issues)).toEqual([]);
    expect(result.rows[0]?.values).toMatchObject({ postalCode: '02116', kitId: 'gid-1' });
  });

  it('the error rows can be imported as they are, and a text like a formula stays a text', async () => {
    const { rows } = await parseFixture('dates-and-formulas.xlsx');
    const again = await parse(writeErrorRows(rows));
    expect(again.columns).toBeNull();
    const texts = (list: typeof rows) =>
      list.map(({ values }) => importColumns.map(({ key }) => values[key]));
    expect(texts(again.rows)).toEqual(texts(rows));
    expect(again.rows[3]?.values.name).toBe("=HYPERLINK('http://example.com')");
  });
});
