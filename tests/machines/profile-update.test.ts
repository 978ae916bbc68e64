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
import { createActor } from 'xstate';
import { patientProfileUpdate } from '@/contract';
import { isProfileComplete, profileUpdateMachine } from '@/machines/profile-update.machine';

const values = patientProfileUpdate.parse({
  name: 'Ada',
  phone: '+15550100',
  age: '0',
  street: '1 Main St',
  city: 'Albany',
  postalCode: '01234',
  state: 'NY',
  country: 'USA',
  addressLine2: '',
  shippingType: 'USPS',
  frequency: '1 Month',
  kitType: 'kit-2',
  clinicId: '',
});

const lost = failure('updatePatientProfile', 'no-response');
const unsaved = { ...values, city: 'Troy' };

const plan = planFor(profileUpdateMachine, {
  input: undefined,
  events: [
    { type: 'UPDATE', values },
    { type: 'UPDATE', values: { ...values, kitType: '' } },
    { type: 'CONFIRM', values },
    { type: 'CANCEL' },
  ],
  answers: { updateProfile: [undefined], readProfile: [values, unsaved] },
  errors: [failure('updatePatientProfile', 500), lost, defect],
  // The machine shows the failure that caused the read.
  silentCalls: ['readProfile'],
  goal: 'editing',
});

describe('updating the own profile', () => {
  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'UPDATE stays',
      'checking readProfile done → editing',
      'checking readProfile done → outcomeUnknown',
      'checking readProfile failed → outcomeUnknown',
      'dialog CANCEL → editing',
      'dialog CANCEL → outcomeUnknown',
      'dialog CONFIRM → saving',
      'editing UPDATE → dialog',
      'outcomeUnknown UPDATE → dialog',
      'saving updateProfile done → editing',
      'saving updateProfile failed → checking',
      'saving updateProfile failed → editing',
      'starts in editing',
    ]);
  });

  it('never leaves the patient stuck', () => expectNoDeadEnd(plan));

  it('sends the values once per confirmation, and nothing without one', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      const confirmations = walk.filter(({ type }) => type === 'CONFIRM').length;
      const sent = calls.filter(({ id }) => id === 'updateProfile');
      expect(sent.map(({ input }) => input)).toEqual(Array(confirmations).fill(values));
    }));

  describe('without an answer', () => {
    const loses = [
      { type: 'UPDATE', values },
      { type: 'CONFIRM', values },
      errorEvent('updateProfile', lost),
    ];

    it('is saved where the server has what was typed', async () => {
      const { emitted, context } = await replay(plan, [...loses, doneEvent('readProfile', values)]);
      expect(emitted).toEqual([{ type: 'saved', values, answered: false }]);
      expect(context).toMatchObject({ values: null, failure: null });
    });

    it.each([
      doneEvent('readProfile', unsaved),
      errorEvent('readProfile', failure('fetchPatientProfile', 'no-response')),
    ])('keeps the values and the failure after %o', async (end) => {
      const { emitted, context } = await replay(plan, [...loses, end]);
      expect(emitted).toEqual([]);
      expect(context).toMatchObject({ values, failure: lost });
    });
  });

  it.each([
    ['the update is cancelled', [{ type: 'CANCEL' }]],
    ['it is saved', [{ type: 'CONFIRM', values }, doneEvent('updateProfile')]],
  ])('keeps no values once %s', async (_, walk) => {
    const { context, tags } = await replay(plan, [{ type: 'UPDATE', values }, ...walk]);
    expect(context).toEqual({ values: null, validationError: null, failure: null, unanswered: false });
    expect(tags).toEqual(['editing']);
  });

  it('shows no earlier failure once it is asked to confirm again', async () => {
    const fails = [
      { type: 'CONFIRM', values },
      errorEvent('updateProfile', failure('updatePatientProfile', 500)),
    ];
    const update = { type: 'UPDATE', values };
    const { context } = await replay(plan, [update, ...fails, update]);
    expect(context).toEqual({ values, validationError: null, failure: null, unanswered: false });
  });

  it('reports what was saved once the server confirms it', async () => {
    const confirm = [{ type: 'UPDATE', values }, { type: 'CONFIRM', values }, doneEvent('updateProfile')];
    expect((await replay(plan, confirm)).emitted).toEqual([{ type: 'saved', values, answered: true }]);
  });

  it('shows the form while the update is sent and checked', async () => {
    const confirm = [
      { type: 'UPDATE', values },
      { type: 'CONFIRM', values },
    ];
    expect((await replay(plan, confirm)).tags).toEqual(['busy', 'editing']);
    const checks = [...confirm, errorEvent('updateProfile', lost)];
    expect((await replay(plan, checks)).tags).toEqual(['busy', 'editing']);
  });

  it('sends the values of the form as they are when the update is confirmed', async () => {
    const walk = [
      { type: 'UPDATE', values },
      { type: 'CONFIRM', values: unsaved },
    ];
    expect((await replay(plan, walk)).calls).toEqual([{ id: 'updateProfile', input: unsaved }]);
  });

  it('checks and keeps what is typed after an update without a response', async () => {
    const unknown = [
      { type: 'UPDATE', values },
      { type: 'CONFIRM', values },
      errorEvent('updateProfile', lost),
      errorEvent('readProfile', defect),
    ];
    const blank = { type: 'UPDATE', values: { ...values, kitType: '' } };
    const { emitted, tags } = await replay(plan, [...unknown, blank]);
    expect(emitted).toEqual([{ type: 'validation-error', message: 'Please enter all the required fields.' }]);
    expect(tags).toEqual(['editing', 'outcome-unknown']);
    const again = await replay(plan, [...unknown, blank, { type: 'UPDATE', values: unsaved }]);
    expect(again.context).toEqual({
      values: unsaved,
      validationError: null,
      failure: null,
      unanswered: true,
    });
    expect(again.tags).toEqual(['dialog']);
  });

  it('asks for what is missing', () => {
    const actor = createActor(profileUpdateMachine).start();
    actor.send({ type: 'UPDATE', values: { ...values, kitType: '' } });
    expect(actor.getSnapshot().context.validationError).toBe('Please enter all the required fields.');
    expect(actor.getSnapshot().hasTag('dialog')).toBe(false);
  });

  it.each([
    'name',
    'phone',
    'age',
    'street',
    'city',
    'postalCode',
    'state',
    'country',
    'shippingType',
    'frequency',
    'kitType',
  ] as const)('needs %s', (field) => expect(isProfileComplete({ ...values, [field]: ' ' })).toBe(false));

  it('needs neither address line 2 nor a clinic', () => expect(isProfileComplete(values)).toBe(true));
});
