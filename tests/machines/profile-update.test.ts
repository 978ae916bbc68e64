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

const base = { ...values, phone: '+15550000' };
const update = { type: 'UPDATE', values } as const;
const confirm = { type: 'CONFIRM', values, base } as const;

const lost = failure('updatePatientProfile', 'no-response');
const unsaved = { ...values, city: 'Troy' };
/** The server's profile before the update, and with another phone from someone else. */
const before = { ...values, phone: base.phone };
const bothChanged = { ...values, phone: '+15559999' };
const merges = doneEvent('readBeforeUpdate', before);

const plan = planFor(profileUpdateMachine, {
  input: undefined,
  events: [update, { type: 'UPDATE', values: { ...values, kitType: '' } }, confirm, { type: 'CANCEL' }],
  answers: {
    readBeforeUpdate: [before, bothChanged],
    updateProfile: [undefined],
    readProfile: [values, unsaved],
  },
  errors: [failure('updatePatientProfile', 500), lost, defect],
  // The machine shows the failure that caused the read, or that nothing was sent.
  silentCalls: ['readProfile', 'readBeforeUpdate'],
  goal: 'editing',
});

describe('updating the own profile', () => {
  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'UPDATE stays',
      'changedElsewhere UPDATE → dialog',
      'checking readProfile done → editing',
      'checking readProfile done → outcomeUnknown',
      'checking readProfile failed → outcomeUnknown',
      'comparing readBeforeUpdate done → changedElsewhere',
      'comparing readBeforeUpdate done → saving',
      'comparing readBeforeUpdate failed → notFetched',
      'comparing readBeforeUpdate failed → outcomeUnknown',
      'dialog CANCEL → editing',
      'dialog CANCEL → outcomeUnknown',
      'dialog CONFIRM → comparing',
      'editing UPDATE → dialog',
      'notFetched UPDATE → dialog',
      'outcomeUnknown UPDATE → dialog',
      'saving updateProfile done → editing',
      'saving updateProfile failed → checking',
      'saving updateProfile failed → editing',
      'starts in editing',
    ]);
  });

  it('never leaves the patient stuck', () => expectNoDeadEnd(plan));

  it('sends the values once per confirmation that merges, and nothing without one', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      const confirmations = walk.filter((event) => 'output' in event && event.output === before).length;
      const sent = calls.filter(({ id }) => id === 'updateProfile');
      expect(sent.map(({ input }) => input)).toEqual(Array(confirmations).fill(values));
      expect(confirmations).toBeLessThanOrEqual(walk.filter(({ type }) => type === 'CONFIRM').length);
    }));

  describe('before it is saved', () => {
    const confirms = [update, confirm];

    it('takes over what the clinic has saved in other fields', async () => {
      const moved = { ...before, street: '9 New Road', city: 'Troy' };
      const { calls, emitted } = await replay(plan, [...confirms, doneEvent('readBeforeUpdate', moved)]);
      const input = { ...values, street: '9 New Road', city: 'Troy' };
      expect(calls.at(-1)).toEqual({ id: 'updateProfile', input });
      expect(emitted).toEqual([{ type: 'fetched', stored: moved }]);
    });

    it('has the provider that was set meanwhile, whatever was chosen here', async () => {
      const chosen = { ...confirm, values: { ...values, clinicId: 'C002' } };
      const set = doneEvent('readBeforeUpdate', { ...before, clinicId: 'C001' });
      const { calls } = await replay(plan, [update, chosen, set]);
      expect(calls.at(-1)).toEqual({ id: 'updateProfile', input: { ...values, clinicId: 'C001' } });
    });

    it.each([
      [
        'the clinic has changed the same field',
        doneEvent('readBeforeUpdate', bothChanged),
        'changed-elsewhere',
      ],
      ['it can’t be fetched', errorEvent('readBeforeUpdate', defect), 'not-fetched'],
    ])('sends nothing, and keeps the values, where %s', async (_, end, tag) => {
      const { calls, context, tags } = await replay(plan, [...confirms, end]);
      expect(calls.filter(({ id }) => id === 'updateProfile')).toEqual([]);
      expect(context).toMatchObject({ values });
      expect(tags).toEqual([tag, 'editing'].sort());
    });
  });

  describe('without an answer', () => {
    const loses = [update, confirm, merges, errorEvent('updateProfile', lost)];

    it('is saved where the server has what was typed', async () => {
      const { emitted, context } = await replay(plan, [...loses, doneEvent('readProfile', values)]);
      expect(emitted.slice(1)).toEqual([{ type: 'saved', values, answered: false }]);
      expect(context).toMatchObject({ values: null, failure: null });
    });

    it('is not taken for the clinic’s change where it turns out to be saved, and was changed again', async () => {
      const again = { ...confirm, values: { ...values, phone: '+15550111' } };
      const walk = [
        ...loses,
        errorEvent('readProfile', defect),
        { type: 'UPDATE', values: again.values },
        again,
      ];
      const { calls } = await replay(plan, [...walk, doneEvent('readBeforeUpdate', values)]);
      expect(calls.at(-1)).toEqual({ id: 'updateProfile', input: again.values });
    });

    it.each([
      doneEvent('readProfile', unsaved),
      errorEvent('readProfile', failure('fetchPatientProfile', 'no-response')),
    ])('keeps the values and the failure after %o', async (end) => {
      const { emitted, context } = await replay(plan, [...loses, end]);
      expect(emitted.slice(1)).toEqual([]);
      expect(context).toMatchObject({ values, failure: lost });
    });
  });

  it.each([
    ['the update is cancelled', [{ type: 'CANCEL' }]],
    ['it is saved', [confirm, merges, doneEvent('updateProfile')]],
  ])('keeps no values once %s', async (_, walk) => {
    const { context, tags } = await replay(plan, [update, ...walk]);
    expect(context).toEqual({
      values: null,
      base: {},
      sent: null,
      validationError: null,
      failure: null,
      unanswered: false,
    });
    expect(tags).toEqual(['editing']);
  });

  it('shows no earlier failure once it is asked to confirm again', async () => {
    const fails = [confirm, merges, errorEvent('updateProfile', failure('updatePatientProfile', 500))];
    const { context } = await replay(plan, [update, ...fails, update]);
    expect(context).toEqual({
      values,
      base,
      sent: null,
      validationError: null,
      failure: null,
      unanswered: false,
    });
  });

  it('reports what was saved once the server confirms it', async () => {
    const walk = [update, confirm, merges, doneEvent('updateProfile')];
    const { emitted } = await replay(plan, walk);
    expect(emitted.at(-1)).toEqual({ type: 'saved', values, answered: true });
  });

  it('shows the form while the update is sent and checked', async () => {
    const walk = [update, confirm, merges, errorEvent('updateProfile', lost)];
    for (const steps of [2, 3, 4])
      expect((await replay(plan, walk.slice(0, steps))).tags).toEqual(['busy', 'editing']);
  });

  it('sends the values of the form as they are when the update is confirmed', async () => {
    const walk = [update, { type: 'CONFIRM', values: unsaved, base }, merges];
    expect((await replay(plan, walk)).calls.at(-1)).toEqual({ id: 'updateProfile', input: unsaved });
  });

  it('checks and keeps what is typed after an update without a response', async () => {
    const unknown = [
      update,
      confirm,
      merges,
      errorEvent('updateProfile', lost),
      errorEvent('readProfile', defect),
    ];
    const blank = { type: 'UPDATE', values: { ...values, kitType: '' } };
    const { emitted, tags } = await replay(plan, [...unknown, blank]);
    expect(emitted.slice(1)).toEqual([
      { type: 'validation-error', message: 'Please enter all the required fields.' },
    ]);
    expect(tags).toEqual(['editing', 'outcome-unknown']);
    const again = await replay(plan, [...unknown, blank, { type: 'UPDATE', values: unsaved }]);
    expect(again.context).toEqual({
      values: unsaved,
      base,
      sent: values,
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
