import {
  defect,
  doneEvent,
  errorEvent,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { patientId } from '@/contract';
import { authorizeMachine } from '@/machines/authorize.machine';

const [a, b, c] = [patientId.parse('P-1'), patientId.parse('P-2'), patientId.parse('P-3')];
const toggle = { type: 'TOGGLE', id: a } as const;

const plan = planFor(authorizeMachine, {
  input: undefined,
  events: [
    toggle,
    { type: 'SET_MANY', ids: [a, b], checked: true },
    { type: 'SET_MANY', ids: [a, b], checked: false },
    { type: 'CLEAR' },
    { type: 'AUTHORIZE' },
    { type: 'DEAUTHORIZE' },
  ],
  answers: { authorize: [undefined], deauthorize: [undefined] },
  errors: [failure('authenticatePatients', 500), failure('authenticatePatients', 'no-response'), defect],
  goal: 'selecting',
});

describe('authorizing patients', () => {
  it('never leaves the provider stuck', () => expectNobodyGetsStuck(plan));

  it('never asks the server about nobody', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      for (const { input } of calls) expect(input).not.toMatchObject({ patientIds: [] });
    }));

  it.each([
    ['AUTHORIZE', 'authorize', 1],
    ['DEAUTHORIZE', 'deauthorize', 0],
  ] as const)('%s sends the selected patients with %s: %i', async (type, id, authorized) => {
    const { calls, emitted } = await replay(plan, [toggle, { type }, doneEvent(id)]);
    expect(calls).toEqual([{ id, input: { patientIds: [a], authorized } }]);
    expect(emitted).toEqual([{ type: 'done', patientIds: [a], authorized }]);
  });

  it('keeps the selection after a failure and gives it up after success', async () => {
    const failed = errorEvent('authorize', failure('authenticatePatients', 500));
    const again = { type: 'AUTHORIZE' };
    const { calls } = await replay(plan, [toggle, again, failed, again, doneEvent('authorize'), again]);
    expect(calls.map(({ input }) => input)).toEqual(Array(2).fill({ patientIds: [a], authorized: 1 }));
  });

  it('selects all that the search shows, and leaves hidden selections alone', () => {
    const actor = createActor(authorizeMachine).start();
    actor.send({ type: 'TOGGLE', id: c });
    actor.send({ type: 'SET_MANY', ids: [a, b], checked: true });
    actor.send({ type: 'SET_MANY', ids: [b], checked: false });
    expect([...actor.getSnapshot().context.selected].sort()).toEqual([a, c]);
  });

  it('says so when nobody is selected, until somebody is', () => {
    const actor = createActor(authorizeMachine).start();
    actor.send({ type: 'AUTHORIZE' });
    expect(actor.getSnapshot().context.refusal).toBe('No patients selected for authorization update.');
    actor.send(toggle);
    expect(actor.getSnapshot().context.refusal).toBeNull();
  });
});
