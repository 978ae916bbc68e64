import type * as z from '@kitwell/mock-engine/zod';
import { describe, expect, it } from 'vitest';
import { rowChecksum, type StorageEntry, storageKeys } from '@/domain/storage-keys';

const entries: [string, StorageEntry<z.ZodMiniType>][] = Object.entries(storageKeys);

describe.each(entries)('what is stored under %s', (_, { schema, fallback }) => {
  it('falls back to something that could have been stored', () => {
    expect(schema.safeParse(fallback()).success).toBe(true);
    const kept: unknown = JSON.parse(JSON.stringify(fallback()));
    expect(schema.parse(kept)).toEqual(fallback());
  });
});

/** A blank row of the grid, as it is stored. */
const blank = {
  id: 'row-1',
  name: '',
  email: '',
  phone: '',
  age: '',
  street: '',
  city: '',
  postalCode: '',
  state: '',
  country: '',
  addressLine2: '',
  shippingType: '',
  frequency: '',
  kitType: null,
};
const sentInvitation = {
  providerType: 'Physician',
  timeSlot: 'Monday at 9',
  meetLink: 'https://meet.example.com/robin',
  patientId: 'KW-1',
};
const noSignUp = { values: {}, verifiedEmail: null };
const begunSignUp = {
  values: { email: 'ada@example.com' },
  verifiedEmail: 'ada@example.com',
  customer: { firstName: 'Ada', email: 'ada@example.com' },
  accountAskedFor: null,
};

it.each([
  ['token', 'local', 1, null, 'tok_1'],
  ['account', 'local', 1, null, 'desk@clinic.test'],
  ['lastActive', 'local', 1, null, 1_790_000_000_000],
  ['activeOption', 'local', 1, null, 'patients'],
  ['activePatientTab', 'local', 1, 'Add Patients', 'Update Patients'],
  ['activeClinicTab', 'local', 1, 'Profile', 'Sample Testing Lab'],
  ['patientListSorts', 'local', 1, {}, { update: { id: 'patient_name', desc: true } }],
  ['firstSteps', 'local', 1, null, 'hidden'],
  ['confirmedLinks', 'local', 1, [], ['9f86d081']],
  ['orderRecords', 'local', 1, [], [{ patientId: 'KW-1', outcome: 'unanswered', at: 5 }]],
  [
    'unansweredInvitations',
    'local',
    1,
    [],
    [{ invitation: sentInvitation, booked: [{ session_id: 'a-1' }] }],
  ],
  ['patientGridRemoved', 'local', 1, {}, { 'row-1': 3 }],
  ['patientGrid', 'local', 2, { rows: [], stamps: {} }, { rows: [blank], stamps: { 'row-1': 3 } }],
  ['patientGridUnread', 'local', 1, [], ['{"rows":7}']],
  [
    'patientGridSent',
    'local',
    1,
    [],
    [{ row: { ...blank, kitText: 'kit 2' }, before: null, checksum: 7, isSaved: true }],
  ],
  ['patientGridSkipped', 'local', 1, [], ['row-2']],
  ['formDrafts', 'session', 1, {}, { 'desk@clinic.test lab': { city: { text: 'Troy', base: 'Albany' } } }],
  ['providerSignUp', 'session', 2, noSignUp, begunSignUp],
  ['patientSignUp', 'session', 2, noSignUp, begunSignUp],
  ['clinicRequest', 'session', 1, null, 'sending'],
] as const)('what this release stores under %s stays readable by the next', (key, ...expected) => {
  const { area, version, schema, fallback } = storageKeys[key];
  const [, , , stored] = expected;
  expect([area, version, fallback(), schema.parse(stored)]).toEqual(expected);
});

it.each([
  ['token', ''],
  ['lastActive', 'now'],
  ['activeOption', 'admin'],
  ['patientListSorts', { update: { id: 'patient_name' } }],
  ['orderRecords', [{ patientId: 'KW-1', outcome: 'lost', at: 5 }]],
  ['patientGrid', [blank]],
  ['patientGridSent', [{ row: blank }]],
  ['patientGridSkipped', [7]],
  ['formDrafts', { 'desk@clinic.test lab': { city: { text: 'Troy' } } }],
  ['patientSignUp', { values: { age: 7 }, verifiedEmail: null }],
  ['clinicRequest', 'rejected'],
] as const)('under %s, %j is ignored', (key, stored) =>
  expect(storageKeys[key].schema.safeParse(stored).success).toBe(false),
);

describe('a stored grid', () => {
  const { schema, migrate, unreadable } = storageKeys.patientGrid;

  it('of the first release was the list of its rows', () =>
    expect(schema.parse(migrate?.([blank], 1))).toEqual({ rows: [blank], stamps: {} }));

  it('gets the columns that it lacks, and loses no row because of one that cannot be read', () => {
    const { rows } = schema.parse({ rows: [7, { id: 'row-1', name: 'Ada' }], stamps: {} });
    expect(rows).toEqual([{ ...blank, name: 'Ada' }]);
  });

  it('has an id of its own for each row', () => {
    const stored = ['row-1', 'row-1', 'row-5', '7', 'x row-2', 'row-2 x'].map((id) => ({ ...blank, id }));
    const ids = schema.parse({ rows: stored, stamps: {} }).rows.map(({ id }) => id);
    expect(ids).toEqual(['row-1', 'row-7', 'row-5', 'row-8', 'row-9', 'row-10']);
  });

  it('has the numbers of the rows only', () => {
    const stamps = { 'row-1': 3, 'row-2': 1.5, 'row-3': '4', other: 5, 'x row-4': 6, 'row-4 x': 7 };
    expect(schema.parse({ rows: [], stamps }).stamps).toEqual({ 'row-1': 3 });
    for (const foreign of [undefined, null, [8], 'row-1'])
      expect(schema.parse({ rows: [], stamps: foreign }).stamps).toEqual({});
  });

  it('keeps apart what cannot be read and has text, for the user to download', () => {
    const lost = { id: 'row-2', name: 7, city: 'Albany' };
    const nested = { id: 'row-3', name: { first: 'Ada' } };
    const empty = { id: 'row-4', name: 7, city: ' ', state: null };
    const rows = [blank, lost, nested, empty, 8, 'text', null];
    expect(unreadable?.({ rows })).toEqual([lost, nested]);
    expect(unreadable?.(rows)).toEqual([lost, nested]);
    for (const other of [null, 7, {}, { rows: 'text' }]) expect(unreadable?.(other)).toEqual([]);
  });
});

describe('the checksum of a row that was sent', () => {
  const row = { ...blank, name: 'Ada Byron', email: 'ada@example.com' };

  it('is what every release stores: FNV-1a of the cells, one in a line', () => {
    expect(rowChecksum(row)).toBe(2475247384);
    expect(rowChecksum({ ...row, kitText: '' })).toBe(rowChecksum(row));
  });

  it('shows a change in any cell, and text that moved to the next cell', () => {
    const changed = Object.keys(row).map((cell) => rowChecksum({ ...row, [cell]: 'changed' }));
    const moved = { ...row, name: '', email: 'Ada Byronada@example.com' };
    const sums = [
      ...changed,
      rowChecksum({ ...row, kitText: 'changed' }),
      rowChecksum(moved),
      rowChecksum(row),
    ];
    expect(new Set(sums).size).toBe(sums.length);
  });
});

it.each(['sending', 'requested', 'unanswered', 'rejected'])('an order is known to be %s', (outcome) => {
  const record = { patientId: 'KW-1', outcome, at: 5 };
  expect(storageKeys.orderRecords.schema.parse([record])).toEqual([record]);
});

it('a sign-up of an earlier release goes on with the fields that it lacks', () => {
  for (const { migrate } of [storageKeys.providerSignUp, storageKeys.patientSignUp]) {
    expect(migrate?.({ verifiedEmail: 'ada@example.com' }, 1)).toEqual({
      values: {},
      verifiedEmail: 'ada@example.com',
    });
    expect(migrate?.('text', 1)).toBe('text');
  }
});
