import { Collection } from '@msw/data';
import { createPatients, patientAt, patientSchema, patients } from '@tests/mocks/db/clinic-database';
import { describe, expect, it, vi } from 'vitest';
import * as z from '@/contract/zod';

/** Shows each trap of @msw/data: the library has it, the table does not. */
async function both(count: number) {
  const raw = new Collection({ schema: patientSchema });
  const table = createPatients();
  await raw.createMany(count, patientAt);
  await table.insertMany(patients(count));
  return { raw, table };
}
const symbolsOf = (row: object | undefined) => Object.getOwnPropertySymbols(row ?? {}).length;

describe('@msw/data and the table over it', () => {
  it('parallel updates: the library loses all but one, the table none', async () => {
    const { raw, table } = await both(1);
    const fifty = Array.from({ length: 50 });
    await Promise.all(
      fifty.map(() =>
        raw
          .update((query) => query.where({ patient_id: 'P-0' }), {
            data(draft) {
              draft.age += 1;
            },
          })
          .catch(() => undefined),
      ),
    );
    await Promise.all(fifty.map(() => table.patch('P-0', (patient) => ({ age: patient.age + 1 }))));
    expect(raw.findFirst()?.age).toBe(1);
    expect(table.get('P-0')?.age).toBe(50);
  });

  it('unique keys: the library accepts the same id twice, the table rejects it', async () => {
    const { raw, table } = await both(1);
    await raw.create(patientAt(0));
    expect(raw.count()).toBe(2);
    await expect(table.insert(patientAt(0))).rejects.toMatchObject({ code: 'duplicate' });
    expect(table.count()).toBe(1);
  });

  it('the oldest three: the library slices before it sorts, the table sorts first', async () => {
    const { raw, table } = await both(10);
    const fromLibrary = raw.findMany(undefined, { orderBy: { age: 'desc' }, take: 3 });
    expect(fromLibrary.map((patient) => patient.age)).toEqual([2, 1, 0]);
    const fromTable = table.list({ sort: { by: 'age', order: 'desc' }, take: 3 });
    expect(fromTable.map((patient) => patient.age)).toEqual([9, 8, 7]);
  });

  it('predicates on arrays and objects: always true in the library, asked in the table', async () => {
    const { raw, table } = await both(3);
    expect(raw.findMany((query) => query.where({ tags: () => false }))).toHaveLength(3);
    const never: (value: unknown) => boolean = () => false;
    // The types reject a function for an object field; data from JSON or a cast can still contain one.
    expect(
      raw.findMany((query) => query.where({ address: never as unknown as { city: string } })),
    ).toHaveLength(3);
    expect(table.list({ where: (patient) => patient.tags.includes('old') })).toEqual([]);
    expect(table.list({ where: (patient) => patient.address.city === 'City 1' })).toEqual([patientAt(1)]);
  });

  it('emptying: clear() notifies its hooks of some of the rows only, reset frees every id', async () => {
    const { raw, table } = await both(4);
    const deleted = vi.fn();
    raw.hooks.on('delete', deleted);
    raw.clear();
    expect(deleted.mock.calls.length).toBeLessThan(4);
    await table.reset([]);
    expect(table.get('P-3')).toBeUndefined();
    await expect(table.insertMany(patients(4))).resolves.toHaveLength(4);
  });

  it('references: what the library hands out can be changed from outside, what the table hands out is frozen', async () => {
    const { raw, table } = await both(1);
    const held = raw.findFirst();
    if (held) held.address.city = 'Changed from outside';
    expect(raw.findFirst()?.address.city).toBe('Changed from outside');

    const given = { ...patientAt(1), address: { city: 'Given' } };
    const announced: { address: { city: string } }[] = [];
    table.onChange(({ rows }) => void announced.push(...rows));
    const answers = [
      await table.insert(given),
      await table.patch('P-1', { age: 2 }),
      table.get('P-1'),
      table.getBy('age', 2),
      table.find({ patient_id: 'P-1' }),
      table.list()[1],
      ...announced,
    ];
    given.address.city = 'Changed from outside';
    const change = (row: { address: { city: string } } | undefined) => {
      if (row) row.address.city = 'Changed from outside';
    };
    for (const answer of answers) expect(() => change(answer)).toThrow(TypeError);
    change(table.dump()[1]);
    const meddle = (patient: { address: { city: string } }) => {
      change(patient);
      return { age: 3 };
    };
    await expect(table.patch('P-1', meddle)).rejects.toThrow(TypeError);
    const meddling = (patient: { address: { city: string } }) => meddle(patient).age === 3;
    expect(() => table.list({ where: meddling })).toThrow(TypeError);
    expect(table.get('P-1')).toMatchObject({ age: 2, address: { city: 'Given' } });
  });

  it('symbol keys: on the rows of the library, on no copy of a row', async () => {
    const { raw, table } = await both(1);
    expect(symbolsOf(raw.findFirst())).toBeGreaterThan(0);
    const copies = [table.dump()[0], { ...table.get('P-0') }, structuredClone(table.get('P-0'))];
    expect(copies.map(symbolsOf)).toEqual([0, 0, 0]);
  });

  it('a list with one bad row: the library keeps the good ones and prints, the table takes none and is silent', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { raw, table } = await both(1);
    const rows = [patientAt(1), { ...patientAt(2), age: Number.NaN }];
    await expect(raw.createMany(2, (position) => rows[position] ?? patientAt(9))).rejects.toThrow();
    expect(raw.count()).toBe(2);
    expect(printed).toHaveBeenCalledTimes(1);
    printed.mockClear();
    await expect(table.insertMany(rows)).rejects.toMatchObject({ code: 'invalid', field: 'age' });
    expect(table.count()).toBe(1);
    expect(printed).not.toHaveBeenCalled();
  });

  it('relations: the library links records to records, the table leaves foreign keys as plain values', async () => {
    const clinics = new Collection({
      schema: z.object({ clinic_id: z.string(), patients: z.array(z.unknown()) }),
    });
    expect(clinics).toHaveProperty('defineRelations');
    // Two-way relations cost about the cube of the rows, so the table offers no way to define them.
    expect(createPatients()).not.toHaveProperty('defineRelations');
  });
});
