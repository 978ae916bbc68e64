import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable } from '@kitwell/mock-engine/db/table';
import { build, type PreviewServer, preview } from 'vite';
import * as z from '@/contract/zod';
import { ROOT } from '../lib/run';
import { type Figure, inPairs, median, ratio } from './support/bench';
import { demoPage } from './support/bench-browser';

/** The mock's tables at 10,000 rows, and one small response of it in the browser, without its simulated latency. */

const ROWS = 10_000;
const CALLS = 40;
const patientSchema = z.object({
  patient_id: z.string(),
  patient_name: z.string(),
  patient_email: z.string(),
  patient_age: z.number(),
  authorized: z.union([z.literal(0), z.literal(1)]),
});
const patients = Array.from(
  { length: ROWS },
  (_, position): z.output<typeof patientSchema> => ({
    patient_id: `P-${position}`,
    patient_name: `Patient Number ${position}`,
    patient_email: `patient.${position}@kitwell.test`,
    patient_age: position % 100,
    authorized: 0,
  }),
);

/** Spreads the ids over the whole table, identically in each run. */
const idAt = (turn: number) => `P-${(turn * 7919) % ROWS}`;

/** The average milliseconds of one `work` over `turns` runs. */
async function eachTakes(turns: number, work: (turn: number) => unknown): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    const made = work(turn);
    // Waiting takes longer than a synchronous read.
    if (made instanceof Promise) await made;
  }
  return (performance.now() - start) / turns;
}

/** A map of the same rows, each validated with the same schema. */
const validatedMap = () => new Map(patients.map((row) => [row.patient_id, patientSchema.parse(row)]));

type Measure = () => Promise<number>;

async function compared(what: string, budget: number, work: Measure, reference: Measure): Promise<Figure> {
  // Warm up: code is compiled on its first run.
  await work();
  await reference();
  return ratio(`mock: ${what}`, budget, await inPairs(work, reference));
}

async function tables(): Promise<Figure[]> {
  const table = createTable({
    name: 'patients',
    schema: patientSchema,
    key: 'patient_id',
    unique: ['patient_email'],
  });
  await table.reset(patients);
  const map = validatedMap();
  return [
    await compared(
      'reset to 10,000, by a map of the validated rows',
      1.5,
      () => eachTakes(1, () => table.reset(patients)),
      () => eachTakes(1, validatedMap),
    ),
    await compared(
      'get by id of 10,000, by Map.get',
      3,
      () => eachTakes(50_000, (turn) => table.get(idAt(turn))),
      () => eachTakes(50_000, (turn) => map.get(idAt(turn))),
    ),
    await compared(
      'patch one of 10,000, by cloning it',
      10,
      () => eachTakes(500, (turn) => table.patch(idAt(turn), { patient_age: turn % 100 })),
      () => eachTakes(500, (turn) => structuredClone(map.get(idAt(turn)))),
    ),
  ];
}

/** Serves a page on which MSW has a single handler, which only responds with `body`. */
async function serveMswAlone(body: string): Promise<PreviewServer> {
  const folder = join(ROOT, '.cache/msw-alone');
  const dir = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = '<!doctype html><title>MSW alone</title><script type="module" src="./main.js"></script>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(
    join(folder, 'main.js'),
    `import { http, HttpResponse } from 'msw';
    import { setupWorker } from 'msw/browser';
    const headers = { 'content-type': 'application/json' };
    const answer = http.get('/api', () => new HttpResponse(${JSON.stringify(body)}, { headers }));
    setupWorker(answer).start({ quiet: true }).then(() => document.body.append('ready'));`,
  );
  await build({ configFile: false, root: folder, logLevel: 'error', build: { outDir: dir } });
  copyFileSync(join(ROOT, 'node_modules/msw/lib/mockServiceWorker.js'), join(dir, 'mockServiceWorker.js'));
  return preview({ configFile: false, root: folder, build: { outDir: dir }, preview: { port: 0 } });
}

/** Runs in the page. Returns the milliseconds of each call. */
async function timeCalls([url, calls]: readonly [string, number]): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - start);
  }
  return times;
}

const inBrowser = (): Promise<Figure> =>
  demoPage(async (browser, url) => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => window.__mock !== undefined);
    const body = await page.evaluate(async () => {
      await window.__mock?.ready;
      window.__mock?.latency(0, 0);
      return (await fetch('/api/clinic/fetch-clinics')).text();
    });
    const served = await serveMswAlone(body);
    const msw = await browser.newPage();
    await msw.goto(served.resolvedUrls?.local[0] ?? '');
    await msw.getByText('ready').waitFor();
    const pairs = await inPairs(
      async () => median(await page.evaluate(timeCalls, ['/api/clinic/fetch-clinics', CALLS] as const)),
      async () => median(await msw.evaluate(timeCalls, ['/api', CALLS] as const)),
    );
    await served.close();
    return ratio('mocked fetch in the browser, by MSW with one handler', 1.6, pairs);
  });

export const run = async (): Promise<Figure[]> => [...(await tables()), await inBrowser()];
