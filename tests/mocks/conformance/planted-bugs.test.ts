import { describe, expect, it } from 'vitest';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { conforms, summaryOf } from '@/mocks/conformance/report';
import type { OperationReport } from '@/mocks/conformance/run-conformance';
import { examine, type Plant, rule } from './planted-api';
import { bugs } from './planted-bugs';

/** Whether a failed check is about the operation, or read back by it. */
const blames = (reports: readonly OperationReport[], operation: string) =>
  reports.some((report) =>
    report.paths.some(
      ({ path, deviations }) =>
        deviations.length > 0 && (report.operation === operation || path.endsWith(`, by ${operation}`)),
    ),
  );

describe('a run against the mock in this process', () => {
  it('passes every check', async () => {
    const reports = await examine({});
    expect(reports.flatMap(({ paths }) => paths.filter(({ deviations }) => deviations.length > 0))).toEqual(
      [],
    );
    expect(summaryOf(reports)).toMatchObject({
      score: 100,
      checks: { failed: 0, skipped: 0 },
      operations: { conform: operationNames.length, deviate: 0 },
    });
  });
});

const planted = Object.entries(bugs).flatMap(([name, plants]) =>
  Object.entries(plants).map(([bug, plant]): [operation: string, bug: string, plant: Plant] => [
    declarationOf(name as OperationName).operation,
    bug,
    plant,
  ]),
);

describe('a planted bug is found', () => {
  it('in each of the 33 operations', () => {
    expect(new Set(planted.map(([operation]) => operation)).size).toBe(33);
    expect(planted.length).toBeGreaterThan(150);
  });

  it.each(planted)('%s %s', async (operation, _, plant) => {
    const reports = await examine(plant);
    expect(conforms(reports)).toBe(false);
    expect(blames(reports, operation), `a failed check of ${operation}`).toBe(true);
  });
});

/** The fields of SPEC §3 that every address has, under the prefix of a record. */
const address = (prefix: string) => [
  ...['street', 'city', 'postal_code', 'state', 'country'].map((part) => `${prefix}_${part}`),
  'address_line_2',
];
const patientFields = ['patient_name', 'patient_phone', 'patient_age', ...address('patient')];
const labFields = ['lab_name', 'lab_id_no', 'lab_phone', ...address('lab'), 'instructions'];
const setup = ['shipping_type', 'frequency', 'kit_type'];

const blank = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, '']));

describe('every field that is written is read back', () => {
  it.each<[name: OperationName, plant: Plant, fields: string[]]>([
    [
      'clinicSignup',
      rule('clinicSignup', async (sound, context) => {
        const answer = await sound(context);
        const { clinics } = context.db.tables;
        const id = clinics.list().at(-1)?.clinic_id ?? '';
        await clinics.patch(id, blank(['clinic_email', 'phone_number', 'clinic_name', ...address('clinic')]));
        return answer;
      }),
      ['clinic_email', 'phone_number', 'clinic_name', ...address('clinic')],
    ],
    [
      'updateClinicProfile',
      rule('updateClinicProfile', () => ({})),
      ['phone_number', 'clinic_name', 'patient_count', ...address('clinic')],
    ],
    [
      'addLab',
      rule('addLab', async (sound, context) => {
        const answer = await sound(context);
        await context.db.tables.labs.patch(context.caller.clinic_id ?? '', blank(labFields));
        return answer;
      }),
      labFields,
    ],
    ['updateLab', rule('updateLab', () => ({})), labFields],
    [
      'addPatients',
      rule('addPatients', async (sound, context) => {
        const answer = await sound(context);
        const { patients } = context.db.tables;
        const ids = patients.list().map(({ patient_id }) => patient_id);
        const empty = { ...blank([...patientFields, ...setup]), patient_age: null };
        await patients.patchMany(ids, empty);
        return answer;
      }),
      [...patientFields, ...setup],
    ],
    ['updatePatient', rule('updatePatient', () => ({})), ['patient_email', ...patientFields]],
    ['updatePatientProfile', rule('updatePatientProfile', () => ({})), [...patientFields, ...setup]],
    [
      'sendInvitation',
      rule('sendInvitation', async (sound, context) => {
        const answer = await sound(context);
        const { appointments } = context.db.tables;
        const ids = appointments.list().map(({ session_id }) => session_id);
        await appointments.patchMany(ids, { time_slot: 'soon', meet_link: '' });
        return answer;
      }),
      ['time_slot', 'meet_link'],
    ],
  ])('%s', async (name, plant, fields) => {
    const { operation } = declarationOf(name);
    const report = (await examine(plant)).find((one) => one.operation === operation);
    const deviations = report?.paths.flatMap((path) => path.deviations) ?? [];
    for (const field of fields) expect(deviations).toContainEqual(expect.stringContaining(`${field}: `));
  });
});
