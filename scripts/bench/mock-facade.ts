import * as z from '@/contract/zod';
import { createDatabase } from '@/mocks/db/database';
import { memoryStorage } from '@/mocks/db/storage';
import { createTable } from '@/mocks/db/table';
import { type Figure, median } from '../lib/bench';

const ROWS = 10_000;
const patientSchema = z.object({
  patient_id: z.string(),
  id: z.number(),
  patient_name: z.string(),
  patient_email: z.string(),
  patient_phone: z.string(),
  patient_age: z.number(),
  patient_street: z.string(),
  patient_city: z.string(),
  patient_postal_code: z.string(),
  patient_state: z.string(),
  patient_country: z.string(),
  address_line_2: z.string(),
  authorized: z.union([z.literal(0), z.literal(1)]),
});
type Patient = z.output<typeof patientSchema>;

const patientAt = (position: number): Patient => ({
  patient_id: `P-${position}`,
  id: position,
  patient_name: `Patient Number ${position}`,
  patient_email: `patient.${position}@kitwell.test`,
  patient_phone: `+1555${String(position).padStart(7, '0')}`,
  patient_age: position % 100,
  patient_street: `${position} Main Street`,
  patient_city: 'Springfield',
  patient_postal_code: '62701',
  patient_state: 'IL',
  patient_country: 'USA',
  address_line_2: '',
  authorized: 0,
});
const patients = Array.from({ length: ROWS }, (_, position) => patientAt(position));
const openTable = () =>
  createTable({ name: 'patients', schema: patientSchema, key: 'patient_id', unique: ['patient_email'] });

/** Spreads the ids over the whole table, the same ones in each run. */
const idAt = (turn: number) => `P-${(turn * 7919) % ROWS}`;

async function eachTakes(turns: number, work: (turn: number) => unknown): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < turns; turn += 1) await work(turn);
  return (performance.now() - start) / turns;
}

async function medianOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await eachTakes(1, work));
  return median(times);
}

/** The longest time that nothing else could run while `work` was under way. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let running = true;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  running = false;
  return longest;
}

/** The figures of the mock's tables at 10,000 rows (TOOLCHAIN.md, budgets). Takes about five seconds. */
export async function run(): Promise<Figure[]> {
  const table = openTable();
  const reset = await medianOf(7, () => table.reset(patients));

  const start = performance.now();
  for (let turn = 0; turn < 50_000; turn += 1) table.get(idAt(turn));
  const get = (performance.now() - start) / 50_000;

  const patch = await eachTakes(1_000, (turn) => table.patch(idAt(turn), { patient_age: turn % 100 }));
  const authorizeAll = await medianOf(3, () =>
    table.patchMany(
      patients.map((row) => row.patient_id),
      { authorized: 1 },
    ),
  );

  const storage = memoryStorage();
  const seed = () => ({ rows: { patients } });
  const db = createDatabase({
    tables: { patients: openTable() },
    version: '1',
    storage,
    seed,
    snapshotDelay: 3_600_000,
  });
  await db.hydrate();
  const request = await eachTakes(500, (turn) =>
    db.transaction(({ tables }) => tables.patients.patch(idAt(turn), { patient_age: turn % 100 })),
  );
  await db.flush();
  const blocks: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await db.patch('patients', idAt(turn), { authorized: 1 });
    blocks.push(await longestBlock(() => db.flush()));
  }
  const hydrate = await medianOf(3, () =>
    createDatabase({ tables: { patients: openTable() }, version: '1', storage, seed }).hydrate(),
  );

  return [
    { what: 'mock: get by id of 10,000', value: get, unit: 'ms', budget: 0.01, floor: 0.003 },
    { what: 'mock: patch one of 10,000', value: patch, unit: 'ms', budget: 0.6, floor: 0.42 },
    { what: 'mock: reset to 10,000', value: reset, unit: 'ms', budget: 200, floor: 147 },
    { what: 'mock: patch all of 10,000 at once', value: authorizeAll, unit: 'ms', budget: 250 },
    { what: 'mock: transaction that patches one of 10,000', value: request, unit: 'ms', budget: 1 },
    {
      what: 'mock: longest block while 10,000 rows are stored',
      value: median(blocks),
      unit: 'ms',
      budget: 16,
    },
    { what: 'mock: hydrate 10,000', value: hydrate, unit: 'ms', budget: 300 },
  ];
}
