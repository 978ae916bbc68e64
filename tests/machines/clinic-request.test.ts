import {
  defect,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { clinicRequestMachine } from '@/machines/clinic-request.machine';

const request = {
  clinicName: 'Harbor Clinic',
  clinicEmail: 'desk@harbor.example.com',
  clinicAddress: '12 Long Wharf, Boston',
  clinicPhone: '+16175550100',
};

const plan = planFor(clinicRequestMachine, {
  input: undefined,
  events: [{ type: 'OPEN' }, { type: 'CLOSE' }, { type: 'SUBMIT', request }],
  answers: { requestClinic: [undefined] },
  errors: [failure('requestClinic', 500), failure('requestClinic', 'no-response'), defect],
  goal: 'requested',
  ends: ['requested'],
});

describe('requesting a clinic', () => {
  it('never leaves the patient stuck', () => expectNobodyGetsStuck(plan));

  it('sends what was written once per submission, and asks for one clinic once', () =>
    expectOnEveryWalk(plan, ({ calls, emitted }, walk) => {
      const submissions = walk.filter(({ type }) => type === 'SUBMIT').length;
      expect(calls.map(({ input }) => input)).toEqual(Array(submissions).fill(request));
      const answered = walk.filter(({ type }) => type.startsWith('xstate.done')).length;
      expect(answered).toBeLessThanOrEqual(1);
      expect(emitted.filter(({ type }) => type === 'requested')).toHaveLength(answered);
    }));
});
