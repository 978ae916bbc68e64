import { describe, expect, it } from 'vitest';
import { DatabaseFileError } from '../../src/db/database';
import { openClinic, patientAt, patients } from './clinic-database';

describe('a transaction', () => {
  it('that throws leaves every table, sequence and token as they were', async () => {
    const { db } = openClinic();
    const before = await db.export();
    const heard: unknown[] = [];
    db.onChange((change) => void heard.push(change));
    const rejection = db.transaction(async ({ tables, nextId, token }) => {
      token();
      await tables.orders.insert({ number: nextId('order'), patient_id: 'P-0' });
      await tables.patients.remove('P-0');
      await tables.patients.patch('P-1', { age: 99 });
      throw new Error('failed');
    });
    await expect(rejection).rejects.toThrow('failed');
    expect(await db.export()).toEqual(before);
    expect(heard).toEqual([]);
    await expect(db.transaction(({ tables }) => tables.patients.insert(patientAt(0)))).rejects.toMatchObject({
      code: 'duplicate',
    });
  });

  it('over several tables is alone: 50 at once, each reading one table and writing another', async () => {
    const { db } = openClinic();
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.transaction(async ({ tables }) => {
          const number = tables.orders.count() + 1;
          await tables.patients.patch('P-0', { age: number });
          await tables.orders.insert({ number, patient_id: 'P-0' });
        }),
      ),
    );
    expect(db.table('orders').count()).toBe(50);
    expect(db.table('patients').get('P-0')?.age).toBe(50);
  });

  it('includes writes that were not awaited', async () => {
    const { db } = openClinic();
    await db.transaction(({ tables }) => {
      for (const patient of patients(22).slice(2)) void tables.patients.insert(patient);
    });
    expect((await db.export()).tables.patients).toHaveLength(22);
  });

  it('is the only way to write: a write outside of it throws', async () => {
    const { db } = openClinic();
    let orders: { insert(row: { number: number; patient_id: string }): Promise<unknown> } | undefined;
    await db.transaction(({ tables }) => {
      orders = tables.orders;
    });
    await expect(orders?.insert({ number: 1, patient_id: 'P-0' })).rejects.toThrow('outside a transaction');
  });

  it('notifies listeners of changes once it is committed, and continues when a listener fails', async () => {
    const { db, reports } = openClinic();
    await db.hydrate();
    const heard: string[] = [];
    db.onChange(() => {
      throw new Error('a broken panel');
    });
    const stop = db.onChange(
      ({ table, kind, ids, origin }) => void heard.push(`${origin} ${table} ${kind} ${ids.join()}`),
    );
    await db.transaction(async ({ tables }) => {
      await tables.patients.patch('P-1', { age: 5 });
      expect(heard).toEqual([]);
      await tables.orders.insert({ number: 1, patient_id: 'P-1' });
    });
    stop();
    await db.remove('orders', 1);
    expect(heard).toEqual(['thisTab patients patch P-1', 'thisTab orders insert 1']);
    expect(reports.map((report) => report.kind)).toEqual([
      'listener-failed',
      'listener-failed',
      'listener-failed',
    ]);
  });
});

describe('ids and tokens', () => {
  it('go on after the seeded ones and never repeat', async () => {
    const { db } = openClinic();
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => db.transaction(({ nextId }) => nextId('patient'))),
    );
    expect(ids).toEqual([3, 4, 5, 6, 7]);
    expect(await db.transaction(({ nextId }) => nextId('order'))).toBe(1);
  });

  it('are the same for the same seed, differ for another, and restart at a reset', async () => {
    const sample = (db: ReturnType<typeof openClinic>['db']) =>
      db.transaction(({ token, random }) => [token(32), token(6, '0123456789'), random()] as const);
    const [one, two, three] = [openClinic().db, openClinic().db, openClinic().db];
    const first = await sample(one);
    expect(await sample(two)).toEqual(first);
    expect(first[0]).toMatch(/^[a-z0-9]{32}$/);
    expect(first[1]).toMatch(/^\d{6}$/);
    expect(await sample(one)).not.toEqual(first);
    await one.reset();
    expect(await sample(one)).toEqual(first);
    await three.reset({ rows: {}, random: 8 });
    expect(await sample(three)).not.toEqual(first);
  });
});

describe('a reset', () => {
  it('brings back the seeds, or the given rows, and empties the tables that are not named', async () => {
    const { db } = openClinic();
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    await db.reset();
    expect(db.list('patients')).toEqual(patients(2));
    expect(db.list('orders')).toEqual([]);
    await db.reset({ rows: { orders: [{ number: 5, patient_id: 'P-9' }] } });
    expect([db.list('patients').length, db.list('orders').length]).toEqual([0, 1]);
  });

  it('to rows of which one is invalid changes nothing', async () => {
    const { db } = openClinic();
    const wrong = db.reset({ rows: { patients: [], orders: [{ number: Number.NaN, patient_id: 'P-0' }] } });
    await expect(wrong).rejects.toThrow(/row 1 of orders\.number/);
    expect(db.list('patients')).toEqual(patients(2));
  });
});

describe('by table name', () => {
  it('rows are listed, inserted, patched and removed, with ids as text where they are numbers', async () => {
    const { db } = openClinic();
    expect(db.tables()).toEqual(['patients', 'orders']);
    await db.insert('orders', { number: 4, patient_id: 'P-0' });
    expect(await db.patch('orders', '4', { patient_id: 'P-1' })).toEqual({ number: 4, patient_id: 'P-1' });
    expect(await db.remove('orders', '4')).toBe(true);
    await expect(db.insert('orders', { number: 'four' })).rejects.toMatchObject({
      code: 'invalid',
      field: 'number',
    });
    expect(() => db.list('invoices')).toThrow('There is no table "invoices". Tables: patients, orders.');
    await expect(db.patch('invoices', 1, {})).rejects.toThrow('There is no table');
  });
});

describe('export and import', () => {
  it('carry everything into another database, ids and tokens included', async () => {
    const { db: from } = openClinic({ seeded: 1200 });
    await from.transaction(({ nextId, token }) => [nextId('order'), token()]);
    const text = JSON.stringify(await from.export());
    const { db: into } = openClinic();
    await into.import(text);
    expect(await into.export()).toEqual(await from.export());
    const next = (db: typeof from) => db.transaction(({ nextId, token }) => [nextId('order'), token()]);
    expect(await next(into)).toEqual(await next(from));
  });

  it.each<[string, (file: Record<string, unknown>) => unknown, string]>([
    ['no JSON', () => 'no JSON', 'the file is not JSON'],
    ['another kind of file', () => ({ hello: 1 }), 'not an export of this mock backend'],
    ['another version', (file) => ({ ...file, version: '0' }), 'the file is of version 0, this is version 1'],
    [
      'a table too many',
      (file) => ({ ...file, tables: { patients: [], orders: [], invoices: [] } }),
      'there is no table invoices',
    ],
    ['a table missing', (file) => ({ ...file, tables: { patients: [] } }), 'the file lacks the table orders'],
    [
      'an invalid row',
      (file) => ({ ...file, tables: { patients: [], orders: [{ number: 'x' }] } }),
      'row 1 of orders.number',
    ],
    [
      'a double row',
      (file) => ({ ...file, tables: { patients: [patientAt(1), patientAt(1)], orders: [] } }),
      'already has patient_id "P-1"',
    ],
  ])('reject %s with a clear message, and change nothing', async (_what, spoil, message) => {
    const { db } = openClinic();
    const before = await db.export();
    const error = await db.import(spoil({ ...before })).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseFileError);
    expect(String(error)).toContain(message);
    expect(await db.export()).toEqual(before);
  });
});
