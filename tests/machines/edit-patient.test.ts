import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
  transitionsOf,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject } from 'xstate';
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

const lost = failure('updatePatient', 'no-response');
/** The server's list with the saved change, and without it. */
const saved = [{ ...row, patient_name: `${row.patient_name} ` }];
const unsaved = [{ ...row, patient_city: 'Troy' }];

const plan = planFor(editPatientMachine, {
  input: undefined,
  events: [
    { type: 'EDIT', row },
    { type: 'SAVE', record },
    { type: 'SAVE', record: { ...record, patient_city: ' ' } },
    { type: 'CANCEL' },
  ],
  answers: { updatePatient: [undefined], fetchPatients: [saved, unsaved] },
  errors: [failure('updatePatient', 500), lost, defect],
  // The machine shows the failure that caused the read.
  silentCalls: ['fetchPatients'],
  goal: 'viewing',
});

describe('editing a patient', () => {
  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'SAVE stays',
      'checking fetchPatients done → outcomeUnknown',
      'checking fetchPatients done → viewing',
      'checking fetchPatients failed → outcomeUnknown',
      'editing CANCEL → viewing',
      'editing SAVE → saving',
      'outcomeUnknown CANCEL → viewing',
      'outcomeUnknown SAVE → saving',
      'saving updatePatient done → viewing',
      'saving updatePatient failed → checking',
      'saving updatePatient failed → editing',
      'starts in viewing',
      'viewing EDIT → editing',
    ]);
  });

  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('saves complete records only, under the row number and not under the patient id', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const saves = calls.filter(({ id }) => id === 'updatePatient');
      for (const { input } of saves) expect(input).toEqual({ id: 41, record });
      const answered = walk.filter(({ type }) => type === doneEvent('updatePatient').type).length;
      const found = walk.filter((event) => 'output' in event && event.output === saved).length;
      const announced = emitted.filter(({ type }) => type === 'saved');
      expect(announced).toHaveLength(answered + found);
      expect(announced.filter((event) => 'answered' in event && event.answered)).toHaveLength(answered);
    }));

  describe('without an answer', () => {
    const loses = [{ type: 'EDIT', row }, { type: 'SAVE', record }, errorEvent('updatePatient', lost)];

    it('is saved where the list has what was typed', async () => {
      const { emitted } = await replay(plan, [...loses, doneEvent('fetchPatients', saved)]);
      expect(emitted).toEqual([{ type: 'saved', id: 41, record, answered: false }]);
    });

    it.each([
      doneEvent('fetchPatients', unsaved),
      doneEvent('fetchPatients', []),
      errorEvent('fetchPatients', failure('fetchPatients', 'no-response')),
    ])('stays in edit, with its failure, after %o', async (end) => {
      const { emitted, context } = await replay(plan, [...loses, end]);
      expect(emitted).toEqual([]);
      expect(context).toMatchObject({ row, record, failure: lost });
    });
  });

  it.each([
    ['the edit is cancelled', [{ type: 'CANCEL' }]],
    ['the record is saved', [{ type: 'SAVE', record }, doneEvent('updatePatient')]],
    [
      'the record is found in the list',
      [{ type: 'SAVE', record }, errorEvent('updatePatient', lost), doneEvent('fetchPatients', saved)],
    ],
    [
      'it is cancelled while the outcome is unknown',
      [
        { type: 'SAVE', record },
        errorEvent('updatePatient', lost),
        doneEvent('fetchPatients', unsaved),
        { type: 'CANCEL' },
      ],
    ],
  ])('keeps nothing of the edit once %s', async (_, walk) => {
    const edit = { type: 'EDIT', row };
    const { context, tags } = await replay(plan, [edit, ...walk]);
    expect(context).toEqual({ row: null, record: null, validationError: null, failure: null });
    expect(tags).toEqual(['viewing']);
  });

  const saves = { type: 'SAVE', record };
  it.each<[string, EventObject[], string[]]>([
    ['it is edited', [], ['editing']],
    ['it is saved', [saves], ['busy', 'editing']],
    ['the list is read', [saves, errorEvent('updatePatient', lost)], ['busy', 'editing']],
    [
      'it is unknown whether it was saved',
      [saves, errorEvent('updatePatient', lost), doneEvent('fetchPatients', [{ ...row, id: 42 }])],
      ['editing', 'outcome-unknown'],
    ],
  ])('keeps the row open while %s', async (_, walk, tags) => {
    const edit = { type: 'EDIT', row };
    expect((await replay(plan, [edit, ...walk])).tags).toEqual(tags);
  });

  it('checks and sends what is typed after a save without a response', async () => {
    const unknown = [
      { type: 'EDIT', row },
      { type: 'SAVE', record },
      errorEvent('updatePatient', lost),
      errorEvent('fetchPatients', defect),
    ];
    const blank = { type: 'SAVE', record: { ...record, patient_city: ' ' } };
    expect((await replay(plan, [...unknown, blank])).emitted).toEqual([
      { type: 'validation-error', message: 'Please enter all the details of the patient.' },
    ]);
    const corrected = { ...record, patient_city: 'Troy' };
    const { calls } = await replay(plan, [...unknown, blank, { type: 'SAVE', record: corrected }]);
    expect(calls.at(-1)).toEqual({ id: 'updatePatient', input: { id: 41, record: corrected } });
  });

  it('asks for the missing details and stays open', () => {
    const actor = createActor(editPatientMachine).start();
    actor.send({ type: 'EDIT', row });
    actor.send({ type: 'SAVE', record: { ...record, patient_city: ' ' } });
    expect(actor.getSnapshot().context.validationError).toBe('Please enter all the details of the patient.');
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
