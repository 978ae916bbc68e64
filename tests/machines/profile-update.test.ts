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
import type { EventObject } from 'xstate';
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

const done = { end: 'done', body: values, stored: base, answered: true, failure: null, sent: null } as const;
const failed = failure('updatePatientProfile', 500);
const rejected = { ...done, end: 'rejected', answered: false, failure: failed } as const;
const unknown = {
  ...rejected,
  end: 'unknown',
  failure: failure('updatePatientProfile', 'no-response'),
  sent: values,
} as const;

/** A defect in the write has stopped it. */
const stopped = { ...unknown, stored: null, failure: null, defect };

const blank = { type: 'UPDATE', values: { ...values, kitType: '' } } as const;

const plan = planFor(profileUpdateMachine, {
  input: undefined,
  events: [update, blank, confirm, { type: 'CANCEL' }],
  answers: { write: [done, rejected, unknown] },
  errors: [defect],
  // How a write ended is its result.
  silentCalls: ['write'],
  goal: 'editing',
});

describe('updating the own profile', () => {
  it('never leaves the patient stuck', () => expectNoDeadEnd(plan));

  it('writes once per confirmation, and reports how it ended', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const confirmations = walk.filter(({ type }) => type === 'CONFIRM').length;
      expect(calls).toHaveLength(confirmations);
      for (const { input } of calls) expect(input).toMatchObject({ body: values, base });
      const ends = walk.filter(({ type }) => /^xstate\.\w+\.actor\.write$/.test(type));
      expect(emitted.filter(({ type }) => type === 'ended')).toEqual(
        ends.map((event) => ({ type: 'ended', result: 'output' in event ? event.output : stopped })),
      );
    }));

  it.each([
    ['is cancelled after a rejection', rejected, { type: 'CANCEL' }, null],
    ['is cancelled after one without an answer', unknown, { type: 'CANCEL' }, unknown],
    ['lacks something after a rejection', rejected, blank, null],
    ['lacks something after one without an answer', unknown, blank, unknown],
  ])('shows of an earlier update what still matters where the next one %s', async (_, end, next, result) => {
    const again = next === blank ? [] : [update];
    const walk = [update, confirm, doneEvent('write', end), ...again, next];
    expect((await replay(plan, walk)).context).toMatchObject({ result });
  });

  it('shows the form while the update is sent and checked', async () => {
    expect((await replay(plan, [update, confirm])).tags).toEqual(['busy', 'editing']);
  });

  it('sends the values of the form as they are when the update is confirmed', async () => {
    const moved = { ...values, city: 'Troy' };
    const confirmed = { ...confirm, values: moved };
    const { calls } = await replay(plan, [update, confirmed]);
    expect(calls.at(-1)).toEqual({ id: 'write', input: { body: moved, base, sent: null } });
  });

  it('checks what is typed after an update without a response, and says what was sent', async () => {
    const walk: EventObject[] = [update, confirm, doneEvent('write', unknown), blank];
    const { context } = await replay(plan, walk);
    expect(context).toMatchObject({ validationError: 'Please enter all the required fields.' });
    const { calls } = await replay(plan, [...walk, update, confirm]);
    expect(calls.at(-1)).toEqual({ id: 'write', input: { body: values, base, sent: values } });
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
