import { describe, expect, it, onTestFinished } from 'vitest';
import type { TableName } from '@/mocks/kitwell/kitwell';
import { createMockServer, type MockServerOptions } from '@/mocks/node';
import { apiOf } from './support/api';

const now = () => new Date('2026-03-02T15:30:00Z');

/** A seeded backend's data as text, and its tables. */
async function seeded(options: MockServerOptions) {
  const mock = createMockServer({ now, ...options });
  await mock.ready;
  const text = JSON.stringify(await mock.db.export());
  const rows = (table: TableName) => mock.db.list(table) as Record<string, unknown>[];
  return { mock, text, rows };
}

describe('seeded data', () => {
  it('is the same for the same seed on one day, and differs for another seed', async () => {
    const evening = () => new Date('2026-03-02T23:00:00Z');
    const [one, two] = [await seeded({ seed: 7 }), await seeded({ seed: 7, now: evening })];
    expect(one.text === two.text).toBe(true);
    expect((await seeded({ seed: 8 })).text === one.text).toBe(false);
  });

  it('of the demo shows patients in every stage, with everything a clinic needs', async () => {
    const { mock, rows } = await seeded({ preset: 'demo' });
    expect(rows('patients')).toHaveLength(24);
    expect(rows('labs')).toHaveLength(1);
    expect(rows('cards')).toHaveLength(1);
    expect(rows('appointments').length).toBeGreaterThan(0);
    expect(rows('confirmations').length).toBeGreaterThan(0);
    expect(new Set(rows('patients').map((row) => row.authorized))).toEqual(new Set([0, 1]));
    expect(rows('patients').some((row) => row.kit_type === null)).toBe(true);
    expect(mock.mail.list().every((mail) => mail.link?.includes('/confirm-address/'))).toBe(true);
    const demoPatient = rows('patients').find((row) => row.patient_email === 'patient@kitwell.test');
    expect(demoPatient).toMatchObject({ clinic_id: 'C001', authorized: 1 });
  });

  it('of the demo allows an order for most authorized patients, and has some with an order', async () => {
    const { mock, rows } = await seeded({ preset: 'demo' });
    mock.listen();
    onTestFinished(() => mock.close());
    const call = apiOf(mock);
    const token = await mock.signIn('provider');
    const authorized = rows('patients').filter((row) => row.authorized === 1);
    const statuses: number[] = [];
    for (const { patient_id } of authorized) {
      const body = {
        patientId: String(patient_id),
        frequency: '1 Month',
        kitType: 'kit-standard-5',
      } as const;
      statuses.push((await call('requestAddressConfirmation', { body }, { token })).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0.7 * authorized.length);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(3);
  });

  it('contains no real person: reserved mail domains, 555 numbers, and no email twice', async () => {
    const { rows } = await seeded({ preset: 'large', patients: 500 });
    const patients = rows('patients');
    const emails = patients.map((row) => String(row.patient_email));
    expect(emails.filter((email) => !/@(example\.com|kitwell\.test)$/.test(email))).toEqual([]);
    expect(new Set(emails).size).toBe(500);
    expect(patients.filter((row) => !/ 555 01\d\d$/.test(String(row.patient_phone)))).toEqual([]);
  });

  it('of a new clinic lacks card, lab and orders; the empty one has nothing but the accounts', async () => {
    const fresh = await seeded({ preset: 'new-clinic' });
    const empty = await seeded({ preset: 'empty' });
    for (const table of ['cards', 'labs', 'orders', 'appointments'] as const)
      expect(fresh.rows(table)).toEqual([]);
    expect(fresh.rows('patients').length).toBeGreaterThan(1);
    expect(empty.rows('patients').map((row) => row.clinic_id)).toEqual(['C000']);
    expect(empty.rows('accounts')).toHaveLength(2);
  });

  it('of "large" has 10,000 patients, or as many as asked for', async () => {
    expect((await seeded({ preset: 'large' })).rows('patients')).toHaveLength(10_000);
    expect((await seeded({ preset: 'large', patients: 137 })).rows('patients')).toHaveLength(137);
  });
});
