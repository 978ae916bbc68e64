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
import { createActor, type EventObject, fromPromise } from 'xstate';
import { type Answer, patient, patientRecord } from '@/contract';
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

const base = { ...record, patient_phone: '15550000' };
const edit = { type: 'EDIT', row } as const;
const save = { type: 'SAVE', record, base } as const;

const lost = failure('updatePatient', 'no-response');
/** The server's list before the save, with another phone from someone else, and without the patient. */
const before = [{ ...row, patient_phone: base.patient_phone }];
const bothChanged = [{ ...row, patient_phone: '15559999' }];
const gone = [{ ...row, id: 42 }];
/** The list as it is fetched before the save. */
const merges = doneEvent('fetchBeforeSave', before);
/** The server's list with the saved change, and without it. */
const saved = [{ ...row, patient_name: `${row.patient_name} ` }];
const unsaved = [{ ...row, patient_city: 'Troy' }];

const plan = planFor(editPatientMachine, {
  input: undefined,
  events: [edit, save, { ...save, record: { ...record, patient_city: ' ' } }, { type: 'CANCEL' }],
  answers: {
    fetchRow: [before],
    fetchBeforeSave: [before, bothChanged, gone],
    updatePatient: [undefined],
    fetchPatients: [saved, unsaved],
  },
  // The user types meanwhile.
  services: ['fetchRow'],
  errors: [failure('updatePatient', 500), lost, defect],
  // The machine shows the failure that caused the read, or that nothing was sent.
  silentCalls: ['fetchPatients', 'fetchBeforeSave'],
  goal: 'viewing',
});

describe('editing a patient', () => {
  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'SAVE stays',
      'changedElsewhere CANCEL → viewing',
      'changedElsewhere SAVE → comparing',
      'checking fetchPatients done → outcomeUnknown',
      'checking fetchPatients done → viewing',
      'checking fetchPatients failed → outcomeUnknown',
      'comparing fetchBeforeSave done → changedElsewhere',
      'comparing fetchBeforeSave done → saving',
      'comparing fetchBeforeSave failed → notFetched',
      'comparing fetchBeforeSave failed → outcomeUnknown',
      'editing CANCEL → viewing',
      'editing SAVE → comparing',
      'notFetched CANCEL → viewing',
      'notFetched SAVE → comparing',
      'opening CANCEL → viewing',
      'opening SAVE → comparing',
      'opening fetchRow done → editing',
      'outcomeUnknown CANCEL → viewing',
      'outcomeUnknown SAVE → comparing',
      'saving updatePatient done → viewing',
      'saving updatePatient failed → checking',
      'saving updatePatient failed → editing',
      'starts in viewing',
      'viewing EDIT → opening',
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
    const loses = [edit, save, merges, errorEvent('updatePatient', lost)];

    it('is saved where the list has what was typed', async () => {
      const { emitted } = await replay(plan, [...loses, doneEvent('fetchPatients', saved)]);
      expect(emitted).toEqual([
        { type: 'fetched', row: before[0] },
        { type: 'saved', id: 41, record, answered: false },
      ]);
    });

    it.each([
      doneEvent('fetchPatients', unsaved),
      doneEvent('fetchPatients', []),
      errorEvent('fetchPatients', failure('fetchPatients', 'no-response')),
    ])('stays in edit, with its failure, after %o', async (end) => {
      const { emitted, context } = await replay(plan, [...loses, end]);
      expect(emitted).toEqual([{ type: 'fetched', row: before[0] }]);
      expect(context).toMatchObject({ row, record, failure: lost });
    });

    it('is not taken for someone else’s change where it turns out to be saved, and was changed again', async () => {
      const again = { ...save, record: { ...record, patient_phone: '15550111' } };
      const walk = [
        ...loses,
        errorEvent('fetchPatients', defect),
        again,
        doneEvent('fetchBeforeSave', [row]),
      ];
      const { calls } = await replay(plan, walk);
      expect(calls.at(-1)).toEqual({ id: 'updatePatient', input: { id: 41, record: again.record } });
    });

    it('may still have been saved where the list can’t be fetched before the next try', async () => {
      const walk = [
        ...loses,
        doneEvent('fetchPatients', unsaved),
        save,
        errorEvent('fetchBeforeSave', defect),
      ];
      const { tags, context } = await replay(plan, walk);
      expect(tags).toEqual(['editing', 'outcome-unknown']);
      expect(context).toMatchObject({ record, failure: lost });
    });
  });

  describe('before it is saved', () => {
    const edits = [edit, save];

    it('takes over what someone else has saved in other fields', async () => {
      const renamed = { ...row, patient_phone: base.patient_phone, patient_name: 'Ada Byron' };
      const { calls, emitted } = await replay(plan, [...edits, doneEvent('fetchBeforeSave', [renamed])]);
      expect(calls.at(-1)).toEqual({
        id: 'updatePatient',
        input: { id: 41, record: { ...record, patient_name: 'Ada Byron' } },
      });
      expect(emitted).toEqual([{ type: 'fetched', row: renamed }]);
    });

    it('takes an address as one: a part of it that someone else has changed is a conflict', async () => {
      const street = { ...save, base: { ...record, patient_street: '1 Old St' } };
      const city = doneEvent('fetchBeforeSave', [
        { ...row, patient_street: '1 Old St', patient_city: 'Troy' },
      ]);
      const { calls, tags } = await replay(plan, [edit, street, city]);
      expect(calls.filter(({ id }) => id === 'updatePatient')).toEqual([]);
      expect(tags).toEqual(['changed-elsewhere', 'editing']);
    });

    it.each([
      [
        'someone else has changed the same field',
        doneEvent('fetchBeforeSave', bothChanged),
        'changed-elsewhere',
      ],
      ['the patient is gone', doneEvent('fetchBeforeSave', gone), 'changed-elsewhere'],
      ['the list can’t be fetched', errorEvent('fetchBeforeSave', defect), 'not-fetched'],
    ])('sends nothing, and keeps what was typed, where %s', async (_, end, tag) => {
      const { calls, context, tags } = await replay(plan, [...edits, end]);
      expect(calls.filter(({ id }) => id === 'updatePatient')).toEqual([]);
      expect(context).toMatchObject({ row, record });
      expect(tags).toEqual(['editing', tag].sort());
    });

    it('is sent once the user has chosen, as the server’s value is what the edit started from then', async () => {
      const chosen = { ...save, base: { ...base, patient_phone: '15559999' } };
      const walk = [...edits, doneEvent('fetchBeforeSave', bothChanged), chosen];
      const { calls } = await replay(plan, [...walk, doneEvent('fetchBeforeSave', bothChanged)]);
      expect(calls.at(-1)).toEqual({ id: 'updatePatient', input: { id: 41, record } });
    });
  });

  it.each([
    ['the edit is cancelled', [{ type: 'CANCEL' }]],
    ['the record is saved', [save, merges, doneEvent('updatePatient')]],
    [
      'the record is found in the list',
      [save, merges, errorEvent('updatePatient', lost), doneEvent('fetchPatients', saved)],
    ],
    [
      'it is cancelled while the outcome is unknown',
      [
        save,
        merges,
        errorEvent('updatePatient', lost),
        doneEvent('fetchPatients', unsaved),
        { type: 'CANCEL' },
      ],
    ],
  ])('keeps nothing of the edit once %s', async (_, walk) => {
    const { context, tags } = await replay(plan, [edit, ...walk]);
    expect(context).toEqual({
      row: null,
      record: null,
      base: {},
      sent: null,
      validationError: null,
      failure: null,
    });
    expect(tags).toEqual(['viewing']);
  });

  it.each<[string, EventObject[], string[]]>([
    ['it is edited', [], ['editing']],
    ['it is fetched before it is saved', [save], ['busy', 'editing']],
    ['it is saved', [save, merges], ['busy', 'editing']],
    ['the list is read', [save, merges, errorEvent('updatePatient', lost)], ['busy', 'editing']],
    [
      'it is unknown whether it was saved',
      [save, merges, errorEvent('updatePatient', lost), doneEvent('fetchPatients', gone)],
      ['editing', 'outcome-unknown'],
    ],
  ])('keeps the row open while %s', async (_, walk, tags) => {
    expect((await replay(plan, [edit, ...walk])).tags).toEqual(tags);
  });

  it('checks and sends what is typed after a save without a response', async () => {
    const unknown = [
      edit,
      save,
      merges,
      errorEvent('updatePatient', lost),
      errorEvent('fetchPatients', defect),
    ];
    const blank = { ...save, record: { ...record, patient_city: ' ' } };
    expect((await replay(plan, [...unknown, blank])).emitted.slice(1)).toEqual([
      { type: 'validation-error', message: 'Please enter all the details of the patient.' },
    ]);
    const corrected = { ...record, patient_city: 'Troy' };
    const { calls } = await replay(plan, [...unknown, blank, { ...save, record: corrected }, merges]);
    expect(calls.at(-1)).toEqual({ id: 'updatePatient', input: { id: 41, record: corrected } });
  });

  it('asks for the missing details and stays open', () => {
    const fetchPatients = fromPromise<Answer<'fetchPatients'>, void>(() => new Promise(() => undefined));
    const actor = createActor(editPatientMachine.provide({ actors: { fetchPatients } })).start();
    actor.send(edit);
    actor.send({ ...save, record: { ...record, patient_city: ' ' } });
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
