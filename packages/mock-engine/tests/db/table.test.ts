import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createDatabase } from '../../src/db/database';
import { TableError } from '../../src/db/row';
import { createTable } from '../../src/db/table';
import { createPatients, type Patient, patientAt, patients } from './clinic-database';

async function withPatients(count: number) {
  const table = createPatients();
  await table.insertMany(patients(count));
  return table;
}

/** The code of the rejection; also checks that the table is unchanged. */
async function rejection(table: ReturnType<typeof createPatients>, write: () => Promise<unknown>) {
  const before = table.dump();
  const error = await write().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(table.dump()).toEqual(before);
  return error instanceof TableError ? `${error.code} ${error.field}` : error;
}

describe('a table reads', () => {
  it('by id, by a unique field and by any other field', async () => {
    const table = await withPatients(5);
    expect(table.get('P-3')).toEqual(patientAt(3));
    expect(table.getBy('email', 'p4@kitwell.test')?.patient_id).toBe('P-4');
    expect(table.getBy('age', 2)?.patient_id).toBe('P-2');
    expect(table.get('P-9')).toBeUndefined();
    expect(table.find({ age: 1 })?.patient_id).toBe('P-1');
    expect(table.find((patient) => patient.address.city === 'City 4')?.patient_id).toBe('P-4');
  });

  it('filtered, sorted, then sliced', async () => {
    const table = await withPatients(10);
    const oldest = table.list({
      where: (patient) => patient.age > 2,
      sort: { by: 'age', order: 'desc' },
      skip: 1,
      take: 2,
    });
    expect(oldest.map((patient) => patient.age)).toEqual([8, 7]);
    expect(table.list({ sort: (left, right) => right.age - left.age, take: 1 })[0]?.age).toBe(9);
    expect(table.count()).toBe(10);
    expect(table.count({ age: 3 })).toBe(1);
  });
});

describe('a table writes', () => {
  it('a patch by fields or by a function of the row, and answers the new row', async () => {
    const table = await withPatients(2);
    expect(await table.patch('P-0', { age: 40 })).toEqual({ ...patientAt(0), age: 40 });
    expect(await table.patch('P-0', (patient) => ({ age: patient.age + 1 }))).toMatchObject({ age: 41 });
    expect(table.get('P-0')?.age).toBe(41);
  });

  it.each([3, 500])('a patch of %i rows at once, in place', async (count) => {
    const table = await withPatients(600);
    const ids = patients(count).map((patient) => patient.patient_id);
    await table.patchMany(ids, (patient) => ({ age: patient.age + 100 }));
    const expected = patients(600).map((patient, position) =>
      position < count ? { ...patient, age: patient.age + 100 } : patient,
    );
    expect(table.dump()).toEqual(expected);
    expect(table.get('P-2')).toEqual(expected[2]);
  });

  it('removals, after which the id and the email are free again', async () => {
    const table = await withPatients(2);
    expect(await table.remove('P-0')).toBe(true);
    expect(await table.remove('P-0')).toBe(false);
    expect(table.get('P-0')).toBeUndefined();
    await table.insert(patientAt(0));
    expect(table.get('P-0')).toEqual(patientAt(0));
  });

  it('a changed email, after which the old one is free and the new one is taken', async () => {
    const table = await withPatients(2);
    await table.patch('P-0', { email: 'new@kitwell.test' });
    expect(table.getBy('email', 'new@kitwell.test')?.patient_id).toBe('P-0');
    await table.patch('P-1', { email: 'p0@kitwell.test' });
    expect(await rejection(table, () => table.patch('P-1', { email: 'new@kitwell.test' }))).toBe(
      'duplicate email',
    );
  });

  it.each([2, 100])(
    'emails that %i rows pass on to each other at once, each of them then taken',
    async (count) => {
      const table = await withPatients(count);
      const ids = patients(count).map((patient) => patient.patient_id);
      const passed = (id: string) => patientAt((ids.indexOf(id) + 1) % count).email;
      await table.patchMany(ids, ({ patient_id }) => ({ email: passed(patient_id) }));
      for (const id of ids) expect(table.getBy('email', passed(id))?.patient_id).toBe(id);
      const again = { ...patientAt(count), email: patientAt(1).email };
      expect(await rejection(table, () => table.insert(again))).toBe('duplicate email');
    },
  );
});

describe('a table rejects, and stays as it was', () => {
  it.each<[string, string, (table: ReturnType<typeof createPatients>) => Promise<unknown>]>([
    [
      'a second row with the same id',
      'duplicate patient_id',
      (table) => table.insert({ ...patientAt(9), patient_id: 'P-1' }),
    ],
    [
      'a second row with the same email',
      'duplicate email',
      (table) => table.insert({ ...patientAt(9), email: 'p1@kitwell.test' }),
    ],
    [
      'a list in which one row is a duplicate',
      'duplicate patient_id',
      (table) => table.insertMany([patientAt(8), patientAt(9), patientAt(1)]),
    ],
    [
      'a list that repeats itself',
      'duplicate patient_id',
      (table) => table.insertMany([patientAt(8), patientAt(8)]),
    ],
    [
      'a list in which one row is invalid',
      'invalid age',
      (table) => table.insertMany([patientAt(8), { ...patientAt(9), age: Number.NaN }]),
    ],
    [
      'a patch to a taken email',
      'duplicate email',
      (table) => table.patch('P-0', { email: 'p1@kitwell.test' }),
    ],
    [
      'a patch of several rows to one email',
      'duplicate email',
      (table) => table.patchMany(['P-0', 'P-1'], { email: 'same@kitwell.test' }),
    ],
    ['a patch that makes the row invalid', 'invalid age', (table) => table.patch('P-0', { age: Number.NaN })],
    ['a patch of the id', 'key-change patient_id', (table) => table.patch('P-0', { patient_id: 'P-7' })],
    ['a patch of a row that is not there', 'missing undefined', (table) => table.patch('P-7', { age: 1 })],
    [
      'a patch of rows of which one is not there',
      'missing undefined',
      (table) => table.patchMany(['P-0', 'P-7'], { age: 1 }),
    ],
    [
      'a reset that repeats an id',
      'duplicate patient_id',
      (table) => table.reset([patientAt(5), patientAt(5)]),
    ],
  ])('%s', async (_what, expected, write) => {
    const table = await withPatients(2);
    expect(await rejection(table, () => write(table))).toBe(expected);
  });

  it('with a message that names table, field and value', async () => {
    const table = await withPatients(1);
    await expect(table.insert(patientAt(0))).rejects.toThrow('patients already has patient_id "P-0"');
    await expect(table.patch('P-5', {})).rejects.toThrow('patients has no row "P-5"');
    const broken: unknown = { ...patientAt(2), address: {} };
    expect(() => table.check([patientAt(1), broken])).toThrow(/row 2 of patients\.address\.city: /);
  });
});

it('a row that a table hands out is frozen, and a copy of the one it was given', async () => {
  const table = createPatients();
  const input = { ...patientAt(1), address: { city: 'Given' } };
  const announced: Patient[] = [];
  table.onChange(({ rows }) => void announced.push(...rows));
  const rows = [
    await table.insert(input),
    await table.patch('P-1', { age: 2 }),
    table.get('P-1'),
    table.getBy('age', 2),
    table.find({ patient_id: 'P-1' }),
    table.list()[0],
    ...announced,
  ];
  input.address.city = 'Changed from outside';
  const change = (row: Patient | undefined) => {
    if (row) row.address.city = 'Changed from outside';
    return { age: 3 };
  };
  for (const row of rows) expect(() => change(row)).toThrow(TypeError);
  change(table.dump()[0]);
  await expect(table.patch('P-1', change)).rejects.toThrow(TypeError);
  expect(table.get('P-1')).toMatchObject({ age: 2, address: { city: 'Given' } });
});

describe('a table notifies', () => {
  it('its listeners which rows changed, once per write, and not of a rejected write', async () => {
    const table = createPatients();
    const heard: string[] = [];
    const stop = table.onChange(({ table: name, kind, ids, rows }) => {
      heard.push(`${name} ${kind} ${ids.join()} ${rows.map((row: Patient) => row.age).join()}`);
    });
    await table.insertMany(patients(2));
    await table.patch('P-1', { age: 30 });
    await table.insert(patientAt(1)).catch(() => undefined);
    await table.remove('P-0');
    await table.reset([patientAt(5)]);
    stop();
    await table.remove('P-5');
    expect(heard).toEqual([
      'patients insert P-0,P-1 0,1',
      'patients patch P-1 30',
      'patients remove P-0 0',
      'patients reset P-5 5',
    ]);
  });
});

describe('the name of a table', () => {
  const named = (name: string) => createTable({ name, schema: z.object({ id: z.string() }), key: 'id' });

  it.each(['..', '../orders', 'orders/lines', 'orders:lines', '', '1st', 'a.b'])('is not %j', (name) => {
    expect(() => named(name)).toThrow(`A table cannot be named "${name}"`);
  });

  it.each(['orders', 'order_lines-2', '$metadata', 'Städte'])('may be %s', (name) => {
    expect(named(name).name).toBe(name);
  });

  it('does not differ from another one only by case', () => {
    const tables = { orders: named('orders'), Orders: named('Orders') };
    const open = () => createDatabase({ tables, version: '1', seed: () => ({ rows: {} }) });
    expect(open).toThrow('The tables orders and Orders differ only by case.');
  });
});
