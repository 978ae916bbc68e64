import {
  defect,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  transitionsOf,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '@/contract';
import { clinicRequestMachine } from '@/machines/clinic-request.machine';

const request = {
  clinicName: 'Harbor Clinic',
  clinicEmail: 'desk@harbor.example.com',
  clinicAddress: '12 Long Wharf, Boston',
  clinicPhone: '+16175550100',
};

const exists = { ...failure('requestClinic', 409), message: 'This request was sent already' };

const plan = planFor(clinicRequestMachine, {
  input: undefined,
  events: [{ type: 'OPEN' }, { type: 'CLOSE' }, { type: 'CONTINUE' }, { type: 'SUBMIT', request }],
  answers: { requestClinic: [undefined] },
  errors: [failure('requestClinic', 500), failure('requestClinic', 'no-response'), exists, defect],
  goal: 'requested',
});

describe('requesting a clinic', () => {
  it('never leaves the patient stuck', () => expectNoDeadEnd(plan));

  it('sends what was written once per submission, and asks for one clinic once', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const submissions = walk.filter(({ type }) => type === 'SUBMIT').length;
      expect(calls.map(({ input }) => input)).toEqual(Array(submissions).fill(request));
      const answered = walk.filter(
        ({ type }) => type.startsWith('xstate.done') || type === 'CONTINUE',
      ).length;
      expect(answered).toBeLessThanOrEqual(1);
      const lost = walk.findIndex((event) => 'error' in event && isOutcomeUnknown(event.error));
      const foundSent =
        lost !== -1 && walk.slice(lost).some((event) => 'error' in event && event.error === exists);
      expect(emitted.filter(({ type }) => type === 'requested')).toHaveLength(foundSent ? 1 : answered);
    }));

  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'closed OPEN → form.outcomeUnknown',
      'closed OPEN → form.ready',
      'form.outcomeUnknown CLOSE → closed',
      'form.outcomeUnknown CONTINUE → requested',
      'form.outcomeUnknown SUBMIT → sending',
      'form.ready CLOSE → closed',
      'form.ready SUBMIT → sending',
      'sending requestClinic done → sent',
      'sending requestClinic failed → form.outcomeUnknown',
      'sending requestClinic failed → form.ready',
      'sending requestClinic failed → sent',
      'sent CLOSE → requested',
    ]);
  });
});
