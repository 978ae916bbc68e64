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
import { type PatientId, validationMessages } from '@/contract';
import { orderKitMachine } from '@/machines/order-kit.machine';

const patientId = 'P-7' as PatientId;
const choice = { frequency: '1 Month', kitType: 'kit-2' };
const conflict = failure('requestAddressConfirmation', 400);

const plan = planFor(orderKitMachine, {
  input: { patientId, canOrder: true },
  events: [
    { type: 'PLACE', ...choice },
    { type: 'PLACE', frequency: ' ', kitType: 'kit-2' },
    { type: 'AGREE' },
    { type: 'DECLINE' },
    { type: 'CLOSE' },
    { type: 'BILLING_CHANGED', canOrder: true },
    { type: 'BILLING_CHANGED', canOrder: false },
  ],
  answers: { placeOrder: [{ success: true, message: 'Sent' }] },
  errors: [conflict, failure('requestAddressConfirmation', 'no-response'), defect],
  goal: 'placed',
  ends: ['placed'],
});

describe('ordering a kit', () => {
  it('never leaves the provider stuck', () => expectNobodyGetsStuck(plan));

  it('sends nothing before the terms are agreed to, and one order per agreement', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      expect(calls.length).toBeLessThanOrEqual(walk.filter(({ type }) => type === 'AGREE').length);
      for (const { input } of calls) expect(input).toEqual({ patientId, ...choice });
    }));

  it('reports a defect instead of showing it as an answer of the server', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const thrown = walk.filter((event) => 'error' in event && event.error === defect).length;
      expect(emitted.filter(({ type }) => type === 'defect')).toHaveLength(thrown);
    }));

  it('asks for card and lab first, and lets the order through once both are there', () => {
    const actor = createActor(orderKitMachine, { input: { patientId, canOrder: false } }).start();
    actor.send({ type: 'PLACE', ...choice });
    expect(actor.getSnapshot().context.refusal).toBe(validationMessages.billingIncomplete);
    actor.send({ type: 'BILLING_CHANGED', canOrder: true });
    expect(actor.getSnapshot().context.refusal).toBeNull();
    actor.send({ type: 'PLACE', ...choice });
    expect(actor.getSnapshot().hasTag('terms')).toBe(true);
  });

  it('asks for both fields', () => {
    const actor = createActor(orderKitMachine, { input: { patientId, canOrder: true } }).start();
    actor.send({ type: 'PLACE', frequency: '1 Month', kitType: '  ' });
    expect(actor.getSnapshot().context.refusal).toBe(validationMessages.requiredFields);
    expect(actor.getSnapshot().hasTag('form')).toBe(true);
  });

  it('hands on what the server said once the order is placed, and only then', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const placed = walk.some(({ type }) => type === doneEvent('placeOrder').type);
      expect(emitted.filter(({ type }) => type === 'placed')).toEqual(
        placed ? [{ type: 'placed', message: 'Sent' }] : [],
      );
    }));
});
