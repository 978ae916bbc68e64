import { startMock } from '@kitwell/mock-engine/browser';
import { assign, createActor, createMachine, fromPromise } from 'xstate';
import { createInspector } from '../../src/inspector';
import { petShelter } from './pets';

// A page whose calls are answered by the mock backend in the browser, with its control room.
const inspector = createInspector();
await startMock(petShelter, { hosts: { api: '/api' }, inspector });

const fetchNames = fromPromise(async () => {
  const response = await fetch('/api/pets');
  if (!response.ok) return [`status ${response.status}`];
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
});

const petList = createMachine({
  id: 'pet list',
  types: {} as { context: { names: string[] } },
  context: { names: [] },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: fetchNames,
        onDone: { target: 'shown', actions: assign({ names: ({ event }) => event.output }) },
      },
    },
    shown: { on: { REFRESH: 'loading' } },
  },
});

const list = createActor(petList, { inspect: inspector.inspect });
list.subscribe(({ context: { names } }) => {
  const items = names.map((name) => Object.assign(document.createElement('li'), { textContent: name }));
  document.querySelector('ul')?.replaceChildren(...items);
});
list.start();
