import { type AnyStateMachine, assign, createMachine, fromPromise, setup } from 'xstate';

/** Machines with the structure of the examples in XState's documentation. */

export const toggle = createMachine({
  id: 'toggle',
  initial: 'inactive',
  states: { inactive: { on: { TOGGLE: 'active' } }, active: { on: { TOGGLE: 'inactive' } } },
});

export const fetchWithRetry = setup({
  types: {} as { context: { tries: number } },
  actors: { load: fromPromise(() => Promise.reject(new Error('offline'))) },
  guards: { mayRetry: ({ context }) => context.tries < 3 },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
}).createMachine({
  id: 'fetch',
  initial: 'idle',
  context: { tries: 0 },
  states: {
    idle: { on: { FETCH: 'loading' } },
    loading: {
      entry: 'count',
      invoke: {
        src: 'load',
        onDone: 'success',
        onError: [{ guard: 'mayRetry', target: 'waiting' }, 'failure'],
      },
      on: { CANCEL: 'idle' },
    },
    waiting: { after: { 1000: 'loading' }, on: { CANCEL: 'idle' } },
    success: { type: 'final' },
    failure: { on: { RETRY: 'loading' } },
  },
});

const mediaPlayer = createMachine({
  id: 'player',
  initial: 'stopped',
  states: {
    stopped: { on: { PLAY: 'running.last' } },
    running: {
      initial: 'playing',
      on: { STOP: 'stopped' },
      states: {
        playing: {
          initial: 'normal',
          on: { PAUSE: 'paused', END: '#player.ended' },
          states: { normal: { on: { FAST: 'fast' } }, fast: { on: { NORMAL: 'normal' } } },
        },
        paused: { on: { PLAY: 'playing' } },
        last: { type: 'history', history: 'deep', target: 'paused' },
      },
    },
    ended: { on: { PLAY: 'running', STOP: 'stopped' } },
  },
});

/** A game that is won with the fifth mark. */
export const ticTacToe = setup({
  types: {} as {
    context: { marks: readonly number[] };
    events: { type: 'PLAY'; value: number } | { type: 'RESET' };
  },
  guards: {
    isWon: ({ context }) => context.marks.length === 5,
    isDraw: () => false,
    isFree: ({ context }, { value }: { value: number }) => !context.marks.includes(value),
  },
  actions: {
    put: assign({ marks: ({ context }, { value }: { value: number }) => [...context.marks, value] }),
    clear: assign({ marks: [] }),
  },
}).createMachine({
  id: 'ticTacToe',
  initial: 'playing',
  context: { marks: [] },
  states: {
    playing: {
      always: [
        { guard: 'isWon', target: 'over.winner' },
        { guard: 'isDraw', target: 'over.draw' },
      ],
      on: {
        PLAY: {
          guard: { type: 'isFree', params: ({ event }) => event },
          actions: { type: 'put', params: ({ event }) => event },
          target: 'playing',
        },
      },
    },
    over: {
      initial: 'winner',
      states: { winner: { tags: 'winner' }, draw: { tags: 'draw' } },
      on: { RESET: { target: 'playing', actions: 'clear' } },
    },
  },
});

export const exampleMachines: readonly AnyStateMachine[] = [toggle, fetchWithRetry, mediaPlayer, ticTacToe];
