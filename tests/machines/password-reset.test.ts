import {
  defect,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  transitionsOf,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { passwordResetMachine } from '@/machines/password-reset.machine';

const plan = planFor(passwordResetMachine, {
  input: { token: 't-1' },
  events: [{ type: 'SAVE', password: 'Harbor1!' }],
  answers: { resetPassword: [{ message: 'Changed' }, {}] },
  errors: [failure('resetPassword', 400), failure('resetPassword', 'no-response'), defect],
  goal: 'changed',
});

describe('resetting the password', () => {
  it('never leaves the person stuck', () => expectNoDeadEnd(plan));

  it('sends token and password once per try, and keeps no password afterwards', () =>
    expectOnEveryWalk(plan, ({ calls, context }, walk) => {
      const tries = walk.filter(({ type }) => type === 'SAVE').length;
      expect(calls.map(({ input }) => input)).toEqual(
        Array(tries).fill({ token: 't-1', password: 'Harbor1!' }),
      );
      const pending = walk.at(-1)?.type === 'SAVE';
      expect(context).toMatchObject({ password: pending ? 'Harbor1!' : '' });
    }));

  it('has these transitions, and no other', () => {
    expect(transitionsOf(plan)).toEqual([
      'form SAVE → saving',
      'outcomeUnknown SAVE → saving',
      'saving resetPassword done → changed',
      'saving resetPassword failed → form',
      'saving resetPassword failed → outcomeUnknown',
    ]);
  });
});
