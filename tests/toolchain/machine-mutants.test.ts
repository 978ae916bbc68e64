import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { mutantsOf } from '../../scripts/mutants/machine-mutants';

const door = setup({ guards: { isUnlocked: () => true }, actions: { ring: () => undefined } });
const machine = door.createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: {
      entry: 'ring',
      on: {
        OPEN: [{ guard: 'isUnlocked', target: 'open', actions: 'ring' }, { actions: ['ring'] }],
        LOCK: '#locked',
      },
    },
    open: { after: { 1000: 'closed' }, initial: 'wide', states: { wide: {} } },
    sealed: { id: 'locked', on: { OPEN: { target: 'sealed', reenter: true } } },
  },
});
const mutants = mutantsOf(machine.config);
const valueAfter = (name: string, ...events: string[]) => {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
  const actor = createActor(door.createMachine(mutant.config)).start();
  for (const type of events) actor.send({ type });
  return actor.getSnapshot().value;
};

it('makes one mutant for each part that decides what a machine does', () => {
  expect(mutants.map(({ name }) => name)).toEqual([
    'the machine initial, to open',
    'the machine initial, to sealed',
    'closed entry, action ring dropped',
    'closed OPEN 1, removed',
    'closed OPEN 1, action ring dropped',
    'closed OPEN 1, guard isUnlocked inverted',
    'closed OPEN 1, to closed',
    'closed OPEN 1, to sealed',
    'closed OPEN 2, removed',
    'closed OPEN 2, action ring dropped',
    'closed LOCK, removed',
    'closed LOCK, to closed',
    'closed LOCK, to open',
    'open after 1000, removed',
    'open after 1000, to open',
    'open after 1000, to sealed',
    'sealed OPEN, removed',
    'sealed OPEN, reenter dropped',
    'sealed OPEN, to closed',
    'sealed OPEN, to open',
  ]);
});

it('makes mutants that behave as their names say', () => {
  expect(valueAfter('the machine initial, to sealed')).toBe('sealed');
  expect(valueAfter('closed OPEN 1, guard isUnlocked inverted', 'OPEN')).toBe('closed');
  expect(valueAfter('closed LOCK, to open', 'LOCK')).toEqual({ open: 'wide' });
  expect(valueAfter('closed LOCK, removed', 'LOCK')).toBe('closed');
});

it('leaves the machine itself as it is', () => {
  const actor = createActor(machine).start();
  actor.send({ type: 'OPEN' });
  expect(actor.getSnapshot().value).toEqual({ open: 'wide' });
});
