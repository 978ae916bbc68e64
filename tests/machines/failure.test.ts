import { failure } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { failureOf, isInvalidInput, missingAction, missingCallback, notProvided } from '@/machines/failure';

describe('a failed call', () => {
  it.each([400, 422])('with status %i is because of the input, which the user can fix', (status) =>
    expect(isInvalidInput(failure('addLab', status))).toBe(true),
  );

  it.each([
    ['status 401', failure('addLab', 401)],
    ['status 500', failure('addLab', 500)],
    ['no response', failure('addLab', 'no-response')],
    ['a bug', new Error('400')],
    ['something else', { status: 400 }],
  ])('is not because of the input with %s', (_, error) => expect(isInvalidInput(error)).toBe(false));

  it('is shown, but a bug is not: the store reports it', () => {
    const rejected = failure('addLab', 500);
    expect(failureOf(rejected)).toBe(rejected);
    expect(failureOf(new Error('bug'))).toBeNull();
  });
});

describe('what the application did not supply is named', () => {
  const errorOf = (logic: Parameters<typeof createActor>[0]) =>
    new Promise((resolve) => {
      const actor = createActor(logic, { input: undefined });
      actor.subscribe({ error: resolve });
      actor.start();
    });

  it('for calls, callbacks and actions', async () => {
    expect(await errorOf(notProvided('login'))).toEqual(new Error('provide the actor "login"'));
    expect(await errorOf(missingCallback('otherTabs'))).toEqual(new Error('provide the actor "otherTabs"'));
    expect(() => missingAction('store')).toThrow('provide the action "store"');
  });
});
