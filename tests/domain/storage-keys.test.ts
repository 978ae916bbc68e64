import { describe, expect, it } from 'vitest';
import type * as z from '@/contract/zod';
import { blankGrid, readGrid, type StorageEntry, storageKeys } from '@/domain/storage-keys';

const entries: [string, StorageEntry<z.ZodMiniType>][] = Object.entries(storageKeys);

describe.each(entries)('what is stored under %s', (_, { schema, fallback }) => {
  it('falls back to something that could have been stored', () => {
    expect(schema.safeParse(fallback()).success).toBe(true);
    const stored: unknown = JSON.parse(JSON.stringify(fallback()));
    expect(schema.parse(stored)).toEqual(fallback());
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
const noGrid = { version: 3, rows: [], sent: [], skipped: [], unread: [] };
const storedGrid = {
  version: 3,
  rows: [blank, { ...blank, id: 'row-2', kitText: 'kit 2' }],
  sent: [{ row: blank, before: null, isSaved: true }],
  skipped: ['row-2'],
  unread: ['{"rows":7}'],
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
  ['unsavedRows', 'local', 1, null, { writer: 'row-1', count: 3 }],
  ['patientGrid', 'local', 3, noGrid, storedGrid],
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
  ['unsavedRows', { writer: 7, count: 3 }],
  ['formDrafts', { 'desk@clinic.test lab': { city: { text: 'Troy' } } }],
  ['patientSignUp', { values: { age: 7 }, verifiedEmail: null }],
  ['clinicRequest', 'rejected'],
] as const)('under %s, %j is ignored', (key, stored) =>
  expect(storageKeys[key].schema.safeParse(stored).success).toBe(false),
);

describe('a stored grid', () => {
  const { schema, migrate } = storageKeys.patientGrid;
  const stored = { id: 'row-1', name: 'Ada' };
  const read = { ...blankGrid, rows: [{ ...blank, name: 'Ada' }] };

  it.each([
    ['first', 1, [7, stored]],
    ['second', 2, { rows: [7, stored], stamps: { 'row-1': 3 } }],
  ])('of the %s version was in local storage, with fewer columns', (_, version, old) =>
    expect(schema.parse(migrate?.(old, version))).toEqual(read),
  );

  it.each([{ version: 99, rows: [blank] }, { ...storedGrid, rows: [{ id: 7 }] }, 'text'])(
    'that can’t be read stays for the user to download: %j',
    (unreadable) => {
      const unreadGrid = { ...blankGrid, unread: [JSON.stringify(unreadable)] };
      expect(readGrid(unreadable)).toEqual(unreadGrid);
      expect(readGrid(unreadGrid)).toEqual(unreadGrid);
    },
  );
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
