import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, StateMachine, waitFor } from 'xstate';
import { allMachines } from '@/all-machines';
import { dashboardMachine } from '@/machines/dashboard.machine';
import { sessionMachine } from '@/machines/session.machine';

/** What a machine calls and does not bring along; other machines are no part of it. */
const callsOf = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>).filter(
    ([, logic]) => !(logic instanceof StateMachine),
  );

const errorOf = async (logic: AnyActorLogic): Promise<unknown> => {
  const actor = createActor(logic, { input: {} });
  actor.subscribe({ error: () => {} });
  actor.start();
  const ended = await waitFor(actor, ({ status }) => status !== 'active').catch(() => actor.getSnapshot());
  return (ended as { error?: unknown }).error;
};

describe('a machine', () => {
  it('has a name of its own, by which the control room lists it', () => {
    const names = allMachines.map(({ id }) => id);
    for (const name of names) expect(name).toMatch(/^[a-z]+$/i);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(
    allMachines.flatMap((machine) =>
      callsOf(machine).map(([name, logic]) => [machine.id, name, logic] as const),
    ),
  )('%s names the call %s if it is not provided', async (_, name, logic) => {
    expect(await errorOf(logic)).toEqual(new Error(`provide the actor "${name}"`));
  });

  it.each([
    [dashboardMachine, ['saveSection']],
    [
      sessionMachine,
      [
        'clearStorage',
        'clearFormDrafts',
        'storeAccount',
        'restoreUnsaved',
        'dropUnwritten',
        'postLogout',
        'resetStore',
      ],
    ],
  ] as [AnyStateMachine, string[]][])('names each action that is not provided', (machine, names) => {
    const actions = machine.implementations.actions as Record<string, (...args: unknown[]) => void>;
    for (const name of names)
      expect(() => actions[name]?.({}, {}), name).toThrow(`provide the action "${name}"`);
  });
});
