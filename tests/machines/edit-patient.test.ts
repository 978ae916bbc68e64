import {
  defect,
  doneEvent,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { patient, patientRecord } from '@/contract';
import { editPatientMachine, isRecordComplete } from '@/machines/edit-patient.machine';

const record = patientRecord.parse({
  patient_id: 'P-7',
  patient_name: 'Ada',
  patient_email: 'ada@example.com',
  patient_phone: '15550100',
  patient_age: '',
  patient_street: '1 Main St',
  patient_city: 'Albany',
  patient_postal_code: '01234',
  patient_state: 'NY',
  patient_country: 'USA',
  address_line_2: '',
});
const row = patient.parse({ ...record, id: 41, authorized: 0 });

const plan = planFor(editPatientMachine, {
  input: undefined,
  events: [
    { type: 'EDIT', row },
    { type: 'SAVE', record },
    { type: 'SAVE', record: { ...record, patient_city: ' ' } },
    { type: 'CANCEL' },
  ],
  answers: { updatePatient: [undefined] },
  errors: [failure('updatePatient', 500), failure('updatePatient', 'no-response'), defect],
  goal: 'viewing',
});

describe('editing a patient', () => {
  it('never leaves the provider stuck', () => expectNobodyGetsStuck(plan));

  it('saves complete records only, under the row number and not under the patient id', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      for (const { input } of calls) expect(input).toEqual({ id: 41, record });
      const saved = walk.filter(({ type }) => type === doneEvent('updatePatient').type).length;
      expect(emitted.filter(({ type }) => type === 'saved')).toHaveLength(saved);
    }));

  it('asks for the missing details and stays open', () => {
    const actor = createActor(editPatientMachine).start();
    actor.send({ type: 'EDIT', row });
    actor.send({ type: 'SAVE', record: { ...record, patient_city: ' ' } });
    expect(actor.getSnapshot().context.refusal).toBe('Please enter all the details of the patient.');
    expect(actor.getSnapshot().hasTag('editing')).toBe(true);
  });

  it.each([
    'patient_name',
    'patient_email',
    'patient_phone',
    'patient_street',
    'patient_city',
    'patient_postal_code',
    'patient_state',
    'patient_country',
  ] as const)('needs %s', (field) => expect(isRecordComplete({ ...record, [field]: '' })).toBe(false));

  it('needs neither age nor address line 2', () => expect(isRecordComplete(record)).toBe(true));
});
