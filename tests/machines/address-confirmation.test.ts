import {
  defect,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  transitionsOf,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';

const plan = planFor(addressConfirmationMachine, {
  input: { token: 't-1' },
  events: [{ type: 'ASK' }, { type: 'CANCEL' }, { type: 'CONFIRM' }],
  answers: { confirmAddress: [{ success: true }] },
  errors: [failure('confirmAddress', 400), failure('confirmAddress', 'no-response'), defect],
  goal: 'confirmed',
});

describe('confirming the address', () => {
  it('never leaves the patient stuck', () => expectNoDeadEnd(plan));

  it('sends the token once per confirmation, and nothing without one', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const confirmations = walk.filter(({ type }) => type === 'CONFIRM').length;
      expect(calls.map(({ input }) => input)).toEqual(Array(confirmations).fill({ token: 't-1' }));
      const done = walk.some(({ type }) => type.startsWith('xstate.done'));
      expect(emitted.some(({ type }) => type === 'confirmed')).toBe(done);
    }));

  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'confirming confirmAddress done → confirmed',
      'confirming confirmAddress failed → idle',
      'confirming confirmAddress failed → outcomeUnknown',
      'dialog CANCEL → idle',
      'dialog CANCEL → outcomeUnknown',
      'dialog CONFIRM → confirming',
      'idle ASK → dialog',
      'outcomeUnknown ASK → dialog',
    ]);
  });
});
