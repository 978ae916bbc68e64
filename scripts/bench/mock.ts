import { Collection } from '@msw/data';
import * as z from '@/contract/zod';
import { createDatabase } from '@/mocks/db/database';
import { memoryStorage } from '@/mocks/db/storage';
import { createTable } from '@/mocks/db/table';
import { type Figure, inPairs, ratio } from './support/bench';

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

/** Spreads the ids over the whole table, identically in each run. */
const idAt = (turn: number) => `P-${(turn * 7919) % ROWS}`;

/** The average milliseconds of one `work` over `turns` runs. */
async function eachTakes(turns: number, work: (turn: number) => unknown): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < turns; turn += 1) await work(turn);
  return (performance.now() - start) / turns;
}

/** The same for synchronous work. */
function eachTakesAtOnce(turns: number, work: (turn: number) => unknown): number {
  const start = performance.now();
  for (let turn = 0; turn < turns; turn += 1) work(turn);
  return (performance.now() - start) / turns;
}

/** The longest time in ms that `work` blocked the event loop. */
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

/** A table that uses only the library and validates the same rows with the same schema. */
async function bareTable(): Promise<Collection<typeof patientSchema>> {
  const collection = new Collection({ schema: patientSchema });
  await collection.createMany(ROWS, (position) => patients[position] as Patient);
  return collection;
}

const once = (work: () => unknown) => () => eachTakes(1, work);

/** Compares the mock's tables at 10,000 rows with the minimum work for the same result: docs/decisions/0023. */
export async function run(): Promise<Figure[]> {
  const table = openTable();
  const bare = await bareTable();
  const plain = new Map(patients.map((row) => [row.patient_id, row]));
  const updateBare = (turn: number) =>
    bare.update((query) => query.where({ patient_id: idAt(turn) }), {
      data: (draft) => {
        draft.patient_age = turn % 100;
      },
    });
  const ids = patients.map((row) => row.patient_id);
  await table.reset(patients);
  const storage = memoryStorage();
  const seed = () => ({ rows: { patients } });
  const open = (snapshotDelay = 1000) =>
    createDatabase({ tables: { patients: openTable() }, version: '1', storage, seed, snapshotDelay });
  const db = open(3_600_000);
  await db.hydrate();
  await db.flush();
  const rows: readonly [
    what: string,
    budget: number,
    work: () => Promise<number> | number,
    reference: () => Promise<number> | number,
  ][] = [
    ['reset to 10,000, by the library alone', 1.1, once(() => table.reset(patients)), once(bareTable)],
    [
      'hydrate 10,000, by reading their JSON and the library alone',
      1.1,
      once(() => open().hydrate()),
      once(() => {
        JSON.parse(JSON.stringify(patients));
        return bareTable();
      }),
    ],
    [
      'get by id of 10,000, by Map.get',
      3,
      () => eachTakesAtOnce(50_000, (turn) => table.get(idAt(turn))),
      () => eachTakesAtOnce(50_000, (turn) => plain.get(idAt(turn))),
    ],
    [
      'patch one of 10,000, by the library alone',
      1,
      () => eachTakes(500, (turn) => table.patch(idAt(turn), { patient_age: turn % 100 })),
      () => eachTakes(500, updateBare),
    ],
    [
      'transaction that patches one of 10,000, by the library alone',
      1.5,
      () =>
        eachTakes(500, (turn) =>
          db.transaction(({ tables }) => tables.patients.patch(idAt(turn), { patient_age: turn % 100 })),
        ),
      () => eachTakes(500, updateBare),
    ],
    [
      'patch all of 10,000 at once, by cloning them',
      10,
      once(() => table.patchMany(ids, { authorized: 1 })),
      once(() => patients.map((row) => structuredClone(row))),
    ],
    [
      'longest block while 10,000 are stored, by turning them into JSON at once',
      1,
      async () => {
        await db.patch('patients', idAt(1), { authorized: 1 });
        return longestBlock(() => db.flush());
      },
      once(() => JSON.stringify(patients)),
    ],
  ];
  const figures: Figure[] = [];
  for (const [what, budget, work, reference] of rows) {
    // Warm up: code is compiled on its first run.
    await work();
    await reference();
    figures.push(ratio(`mock: ${what}`, budget, await inPairs(work, reference)));
  }
  return figures;
}
