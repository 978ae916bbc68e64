import {
  defect,
  doneEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
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
const incomplete = { ...save, record: { ...record, patient_city: ' ' } };

const done = { end: 'done', body: record, stored: base, answered: true, failure: null, sent: null } as const;
const rejected = {
  ...done,
  end: 'rejected',
  failure: failure('updatePatient', 500),
  answered: false,
} as const;
const unknown = {
  ...rejected,
  end: 'unknown',
  failure: failure('updatePatient', 502),
  sent: record,
} as const;

/** A defect in the write has stopped it. */
const stopped = { ...unknown, stored: null, failure: null, defect };

const plan = planFor(editPatientMachine, {
  input: undefined,
  events: [edit, save, incomplete, { type: 'CANCEL' }],
  answers: { fetchRow: [[row]], write: [done, rejected, unknown] },
  // The user types meanwhile.
  services: ['fetchRow'],
  errors: [defect],
  // How a write ended is its result.
  silentCalls: ['write'],
  goal: 'viewing',
});

describe('editing a patient', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('saves complete records only, and reports how each save ended', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const saves = calls.filter(({ id }) => id === 'write');
      for (const { input } of saves) expect(input).toMatchObject({ body: record, base });
      const ends = walk.filter(({ type }) => /^xstate\.\w+\.actor\.write$/.test(type));
      expect(emitted.filter(({ type }) => type === 'ended')).toEqual(
        ends.map((event) => ({ type: 'ended', id: 41, result: 'output' in event ? event.output : stopped })),
      );
    }));

  it('remembers what was sent without an answer until it is known to be saved', async () => {
    const tries = [unknown, rejected, done, rejected].flatMap((end, index) => [
      ...(index === 3 ? [edit] : []),
      save,
      doneEvent('write', end === rejected && index === 1 ? { ...rejected, sent: record } : end),
    ]);
    const { calls } = await replay(plan, [edit, ...tries]);
    const sent = calls.filter(({ id }) => id === 'write').map(({ input }) => input);
    expect(sent).toEqual(
      [null, record, record, null].map((before) => ({ body: record, base, sent: before })),
    );
  });

  it.each([
    ['the edit is cancelled', [{ type: 'CANCEL' }]],
    ['the record is saved', [save, doneEvent('write', done)]],
    ['it is cancelled while the outcome is unknown', [save, doneEvent('write', unknown), { type: 'CANCEL' }]],
  ])('keeps nothing of the edit once %s', async (_, walk) => {
    const { context, tags } = await replay(plan, [edit, ...walk]);
    expect(context).toEqual({ row: null, result: null, validationError: null });
    expect(tags).toEqual(['viewing']);
  });

  it.each<[string, EventObject[], string[]]>([
    ['it is edited', [], ['editing']],
    ['it is saved', [save], ['busy', 'editing']],
    ['it is unknown whether it was saved', [save, doneEvent('write', unknown)], ['editing']],
  ])('keeps the row open while %s', async (_, walk, tags) => {
    expect((await replay(plan, [edit, ...walk])).tags).toEqual(tags);
  });

  it('checks and sends what is typed after a save without a response', async () => {
    const walk = [edit, save, doneEvent('write', unknown)];
    expect((await replay(plan, [...walk, incomplete])).context).toMatchObject({
      validationError: 'Please enter all the details of the patient.',
    });
    const corrected = { ...record, patient_city: 'Troy' };
    const { calls } = await replay(plan, [...walk, incomplete, { ...save, record: corrected }]);
    expect(calls.at(-1)).toEqual({ id: 'write', input: { body: corrected, base, sent: record } });
  });

  it('asks for the missing details and stays open', () => {
    const fetchPatients = fromPromise<Answer<'fetchPatients'>, void>(() => new Promise(() => undefined));
    const actor = createActor(editPatientMachine.provide({ actors: { fetchPatients } })).start();
    actor.send(edit);
    actor.send(incomplete);
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
