import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CellObject, read } from 'xlsx';
import { ImportError, importColumns, importedText } from '@/domain/patient-import';
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
async function readInWorker(
  options: Partial<Parameters<typeof readSpreadsheet>[1]> = {},
  file = fixtureFile('good-25.xlsx'),
) {
  vi.stubGlobal('Worker', WorkerDouble);
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
    expect(worker.jobs).toEqual([
      { kind: 'read', file, kits: threeKits, view: null, match: null, account: null },
    ]);
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

  it.each([
    ['a usual file', 200_000, 8],
    ['a file of the most bytes, which a slow computer reads for long', 10 * 1024 * 1024, 62],
  ])(
    'is ended once it makes no progress with %s, with the reason that it is damaged',
    async (_, size, seconds) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const file = fixtureFile('good-25.xlsx');
      Object.defineProperty(file, 'size', { value: size });
      const { worker, outcome } = await readInWorker({}, file);
      // Its code may come over a slow network. Waiting for the worker took a little of the time.
      vi.advanceTimersByTime(59_000);
      worker.answer({ kind: 'progress', done: 0.05 });
      const almost = (seconds - 1) * 1000;
      vi.advanceTimersByTime(almost);
      worker.answer({ kind: 'progress', done: 0.7 });
      vi.advanceTimersByTime(almost);
      worker.answer({ kind: 'rows', rows: [] });
      vi.advanceTimersByTime(almost);
      expect(worker.terminated).toBe(false);
      vi.advanceTimersByTime(1000);
      expect(worker.terminated).toBe(true);
      expect(await outcome).toMatchObject({ reason: 'damaged' });
    },
  );

  it('passes on progress and errors', async () => {
    const onProgress = vi.fn();
    const { worker, outcome } = await readInWorker({ onProgress });
    worker.answer({ kind: 'progress', done: 0.5 });
    expect(onProgress).toHaveBeenCalledWith(0.5);
    worker.answer({ kind: 'failed', reason: 'encrypted' });
    expect(await outcome).toEqual(new ImportError('encrypted'));
  });

  it('is ended a minute after it was asked if it has not begun', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { worker, outcome } = await readInWorker();
    vi.advanceTimersByTime(60_000);
    expect(worker.terminated).toBe(true);
    expect(await outcome).toMatchObject({ reason: 'damaged' });
  });

  it('fails with a message where its code can’t be run', async () => {
    const { worker, outcome } = await readInWorker();
    worker.dispatchEvent(new Event('error'));
    expect(await outcome).toMatchObject({ reason: 'unreadable' });
    expect(worker.terminated).toBe(true);
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
});

describe('a worker that is started while the user chooses a file', () => {
  it('takes the first job, and no other', async () => {
    vi.stubGlobal('Worker', WorkerDouble);
    const discard = prepareImportWorker();
    const { worker: prepared, outcome } = await readInWorker();
    await vi.waitUntil(() => prepared.jobs.length === 1);
    expect(WorkerDouble.all).toEqual([prepared]);
    discard();
    expect(prepared.terminated).toBe(false);
    prepared.answer({ kind: 'failed', reason: 'damaged' });
    await outcome;
    WorkerDouble.last = undefined;
    const next = await readInWorker();
    expect(WorkerDouble.all).toEqual([prepared, next.worker]);
    next.worker.answer({ kind: 'failed', reason: 'damaged' });
    await next.outcome;
  });

  it('ends when it is not needed, and when its code cannot be loaded', () => {
    vi.stubGlobal('Worker', WorkerDouble);
    prepareImportWorker()();
    expect(WorkerDouble.last?.terminated).toBe(true);
    prepareImportWorker();
    WorkerDouble.last?.dispatchEvent(new Event('error'));
    expect(WorkerDouble.last?.terminated).toBe(true);
  });
});

it('where the security policy requires Trusted Types, the page may load scripts of its own origin only', () => {
  const createPolicy = vi.fn();
  vi.stubGlobal('trustedTypes', { defaultPolicy: null, createPolicy });
  vi.stubGlobal('Worker', WorkerDouble);
  prepareImportWorker()();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('default');
  const own = `${location.origin}/assets/import.worker.js`;
  expect(rules.createScriptURL(own)).toBe(own);
  expect(rules.createScriptURL('https://example.com/import.worker.js')).toBeNull();
});

describe('files that the product writes', () => {
  const parse = (bytes: Uint8Array) => parseWorkbook(bytes, { fileName: 'a.xlsx', kits: threeKits });

  it('the sample file is imported without a remark', async () => {
    const result = await parse(makeSampleFile());
    expect(result).toMatchObject({ totalRows: 2, columns: null });
    expect(result.rows.flatMap(({ issues }) => issues)).toEqual([]);
    expect(result.rows[0]?.values).toMatchObject({ postalCode: '02116', kitType: 'gid-1' });
  });

  it('the error rows can be imported as they are, and a text like a formula stays a text', async () => {
    const { rows } = await parseFixture('dates-and-formulas.xlsx');
    const file = writeErrorRows(rows);
    const again = await parse(file);
    expect(again.columns).toBeNull();
    const texts = (list: typeof rows) =>
      list.map((row) => importColumns.map(({ key }) => importedText(row, key)));
    expect(texts(again.rows)).toEqual(texts(rows));
    expect(again.rows[3]?.values.name).toBe("=HYPERLINK('http://example.com')");
    const { Sheets, SheetNames } = read(file, { type: 'array', cellFormula: true });
    const cells: CellObject[] = Object.values(Sheets[SheetNames[0] ?? ''] ?? {});
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
  });
});
