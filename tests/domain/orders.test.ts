import { failure } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { patientId } from '@/contract';
import { firstChoice } from '@/domain/kit-choice';
import {
  afterIndividualOrder,
  countUnfinished,
  nextPatients,
  type OrderResult,
  type PatientToOrderFor,
  withBilling,
  withResults,
} from '@/domain/orders';

const robin: PatientToOrderFor = {
  patientId: patientId.parse('P-1'),
  name: 'Robin Ellis',
  authorized: true,
  requested: false,
  unanswered: false,
};
const lost = failure('requestAddressConfirmation', 'no-response');
const waiting: OrderResult = { status: 'waiting', unanswered: false };
const sending: OrderResult = { status: 'sending', unanswered: false };
const failed: OrderResult = { status: 'failed', failure: failure('requestAddressConfirmation', 500) };
const unknown: OrderResult = { status: 'unknown', failure: lost };
const placed: OrderResult = { status: 'requested', message: 'Sent' };
const stopped: OrderResult = { status: 'left-out', reason: 'stopped' };

describe('a patient who gets an order in the Order Kit dialog while many orders run', () => {
  it.each([
    ['waits', waiting, { status: 'left-out', reason: 'requested' }],
    ['failed', failed, { status: 'left-out', reason: 'requested' }],
    ['may have been placed', unknown, { status: 'left-out', reason: 'requested' }],
    ['is being sent', sending, { status: 'sending', unanswered: true }],
    ['was placed', placed, placed],
    ['was left out', stopped, stopped],
  ] as const)('if their order %s', (_, result, expected) =>
    expect(afterIndividualOrder(result, robin, { ...robin, requested: true })).toEqual(expected),
  );

  it.each([
    ['waits', waiting, { status: 'left-out', reason: 'unanswered' }],
    ['waits since an order without a response', { status: 'waiting', unanswered: true }, null],
    ['may have been placed', unknown, null],
  ] as const)('and got no response, if their order %s', (_, result, expected) =>
    expect(afterIndividualOrder(result, robin, { ...robin, unanswered: true })).toEqual(expected ?? result),
  );

  it('changes nothing if they had it when the orders began, or if the patient is unknown', () => {
    const requested = { ...robin, requested: true };
    expect(afterIndividualOrder(waiting, requested, requested)).toBe(waiting);
    expect(afterIndividualOrder(waiting, robin, robin)).toBe(waiting);
    expect(afterIndividualOrder(waiting, undefined, requested)).toBe(waiting);
    expect(afterIndividualOrder(waiting, robin, undefined)).toBe(waiting);
  });
});

describe('a patient who is selected again', () => {
  const flagsAfter = (result: OrderResult) => {
    const [patient] = withResults([robin], { patients: [robin], results: [result] });
    return { requested: patient?.requested, unanswered: patient?.unanswered };
  };
  it.each([
    [placed, true, false],
    [{ status: 'left-out', reason: 'requested' }, true, false],
    [{ status: 'left-out', reason: 'unanswered' }, false, true],
    [unknown, false, true],
    [{ status: 'waiting', unanswered: true }, false, true],
    [stopped, false, false],
    [failed, false, false],
  ] as const)(
    'after %j counts as asked: %s, as asked without a response: %s',
    (result, requested, unanswered) => expect(flagsAfter(result)).toEqual({ requested, unanswered }),
  );

  const next = (result: OrderResult) => nextPatients({ patients: [robin], results: [result], next: [robin] });
  it.each([waiting, sending])('is not in the next orders while their order is %j', (result) =>
    expect(next(result)).toEqual([]),
  );
  it.each([failed, stopped])('is in the next orders if their order is %j', (result) =>
    expect(next(result)).toEqual([robin]),
  );
});

it('orders that wait, are being sent, failed or may have been placed are unfinished', () => {
  const ordersWith = (results: readonly OrderResult[]) => ({
    patients: results.map(() => robin),
    results,
    next: [],
    frequency: '1 Month',
    kitType: 'kit-2',
  });
  expect(countUnfinished(ordersWith([placed, stopped]))).toBe(0);
  expect(countUnfinished(ordersWith([waiting, sending, placed, failed, stopped, unknown]))).toBe(4);
});

it.each([
  ['the last order’s, if nothing is known of the patient', [['', '']], '1 Month', 'kit-1'],
  ['that of the patient', [['3 Months', 'kit-2']], '3 Months', 'kit-2'],
  ['that of the patient as far as it goes', [['3 Months', '']], '3 Months', 'kit-1'],
  [
    'what the patients have in common',
    [
      ['3 Months', 'kit-2'],
      ['', 'kit-2'],
      ['Yearly', 'kit-2'],
    ],
    '',
    'kit-2',
  ],
  [
    'nothing, if only some patients have a choice and the last order had another one',
    [
      ['3 Months', 'kit-2'],
      ['', ''],
    ],
    '',
    '',
  ],
  [
    'the choice of some patients, if the last order had it too',
    [
      ['1 Month', 'kit-1'],
      ['', ''],
    ],
    '1 Month',
    'kit-1',
  ],
] as const)('an order starts with %s', (_, choices, frequency, kitType) => {
  const saved = choices.map(([often, kit]) => ({ frequency: often, kitType: kit }));
  const first = firstChoice(saved, { frequency: '1 Month', kitType: 'kit-1' });
  expect(first).toEqual({ frequency, kitType, differs: frequency === '' });
});

it('the message that asks for card and lab goes when both exist, another message stays', () => {
  const asksFor = 'Please add your card details and lab details before placing orders.';
  const other = 'Please enter all the required fields.';
  expect(withBilling(asksFor, true)).toEqual({ canOrder: true, validationError: null });
  expect(withBilling(asksFor, false)).toEqual({ canOrder: false, validationError: asksFor });
  expect(withBilling(other, true)).toEqual({ canOrder: true, validationError: other });
});
