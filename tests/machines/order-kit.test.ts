import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { type PatientId, validationMessages } from '@/contract';
import { orderKitMachine } from '@/machines/order-kit.machine';

const patientId = 'P-7' as PatientId;
const choice = { frequency: '1 Month', kitType: 'kit-2' };
const conflict = failure('requestAddressConfirmation', 400);
const lost = failure('requestAddressConfirmation', 'no-response');

const machine = orderKitMachine.provide({ actors: { watchOrders: fromCallback(() => undefined) } });

const plan = planFor(machine, {
  input: { patientId, canOrder: true, unanswered: false },
  events: [
    { type: 'PLACE', ...choice },
    { type: 'PLACE', frequency: ' ', kitType: 'kit-2' },
    { type: 'AGREE' },
    { type: 'DECLINE' },
    { type: 'BILLING_CHANGED', canOrder: true },
    { type: 'BILLING_CHANGED', canOrder: false },
  ],
  services: ['watchOrders'],
  answers: { placeOrder: [{ success: true, message: 'Sent' }] },
  errors: [conflict, lost, defect],
  goal: 'placed',
});

describe('ordering a kit', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('sends nothing before the terms are agreed to, and one order per agreement', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      const orders = calls.filter(({ id }) => id === 'placeOrder');
      expect(orders.length).toBeLessThanOrEqual(walk.filter(({ type }) => type === 'AGREE').length);
      for (const { input } of orders) expect(input).toEqual({ patientId, ...choice });
    }));

  it('asks for card and lab first, and lets the order through once both are there', () => {
    const actor = createActor(machine, {
      input: { patientId, canOrder: false, unanswered: false },
    }).start();
    actor.send({ type: 'PLACE', ...choice });
    expect(actor.getSnapshot().context.validationError).toBe(validationMessages.billingIncomplete);
    actor.send({ type: 'BILLING_CHANGED', canOrder: true });
    expect(actor.getSnapshot().context.validationError).toBeNull();
    actor.send({ type: 'PLACE', ...choice });
    expect(actor.getSnapshot().hasTag('terms')).toBe(true);
  });

  it.each([
    ['a blank field', true, '', true, 'Please enter all the required fields.'],
    [
      'card and lab while one is still missing',
      false,
      'kit-2',
      false,
      'Please add your card details and lab details before placing orders.',
    ],
  ])('still asks for %s after a change of card or lab', (_, before, kitType, after, message) => {
    const actor = createActor(machine, {
      input: { patientId, canOrder: before, unanswered: false },
    }).start();
    actor.send({ type: 'PLACE', ...choice, kitType });
    actor.send({ type: 'BILLING_CHANGED', canOrder: after });
    expect(actor.getSnapshot().context.validationError).toBe(message);
  });

  it('shows the terms while the order is sent', async () => {
    const { tags } = await replay(plan, [{ type: 'PLACE', ...choice }, { type: 'AGREE' }]);
    expect(tags).toEqual(['busy', 'terms']);
  });

  it('sends nothing if the card or the lab was removed while the terms were read', async () => {
    const agree = [
      { type: 'PLACE', ...choice },
      { type: 'BILLING_CHANGED', canOrder: false },
      { type: 'AGREE' },
    ];
    const { calls, context, tags } = await replay(plan, agree);
    expect(calls.map(({ id }) => id)).toEqual(['watchOrders']);
    expect(context).toMatchObject({ validationError: validationMessages.billingIncomplete, ...choice });
    expect(tags).toEqual(['form']);
  });

  it('ends with the message of the server once the order is placed, and only then', () =>
    expectOnEveryWalk(plan, ({ output }, walk) => {
      const isLost = (event: EventObject) => 'error' in event && event.error === lost;
      const answered = walk.some(({ type }) => type === doneEvent('placeOrder').type);
      const wasPlacedBefore = walk.some(
        (event, index) =>
          'error' in event &&
          event.error === conflict &&
          walk.slice(0, index).some((earlier) => isLost(earlier)),
      );
      const message = answered ? 'Sent' : 'Order has already been placed for this patient.';
      expect(output).toEqual(answered || wasPlacedBefore ? { message, placedBefore: !answered } : undefined);
    }));

  describe('after an order without an answer', () => {
    const order = [{ type: 'PLACE', ...choice }, { type: 'AGREE' }];
    const fails = (error: unknown) => [...order, errorEvent('placeOrder', error)];
    const rejection = (status: number, message: string | null) => ({
      ...failure('requestAddressConfirmation', status),
      message,
    });

    it.each([
      [rejection(400, 'This patient already has an order.'), 'This patient already has an order.'],
      [rejection(409, null), 'Order has already been placed for this patient.'],
      [rejection(422, 'The order exists'), 'The order exists'],
    ])('takes %o for the order that was placed', async (error, message) => {
      const { output } = await replay(plan, [...fails(lost), ...fails(error)]);
      expect(output).toEqual({ message, placedBefore: true });
    });

    it.each([rejection(400, 'Unknown kit type'), rejection(403, null), rejection(500, null)])(
      'still reports that it may have been placed after %o',
      async (error) => {
        const { output, context, tags } = await replay(plan, [...fails(lost), ...fails(error)]);
        expect(output).toBeUndefined();
        expect(tags).toEqual(['form', 'outcome-unknown']);
        expect(context).toMatchObject({ unanswered: true, failure: error, ...choice });
      },
    );

    it('asks for both fields again', async () => {
      const blank = { type: 'PLACE', frequency: '', kitType: 'kit-2' };
      const { context } = await replay(plan, [...fails(lost), blank]);
      expect(context).toMatchObject({
        failure: null,
        validationError: 'Please enter all the required fields.',
      });
    });

    it('reports it again when the terms of the second try are declined', async () => {
      const { context, tags } = await replay(plan, [
        ...fails(lost),
        ...order.slice(0, 1),
        { type: 'DECLINE' },
      ]);
      expect(context).toMatchObject({ unanswered: true, failure: null });
      expect(tags).toEqual(['form', 'outcome-unknown']);
    });
  });
});
