import { type AnyStateMachine, and, assign, createMachine, fromPromise, setup } from 'xstate';

/** Machines with the structure of the examples in XState's documentation. */

export const toggle = createMachine({
  id: 'toggle',
  initial: 'inactive',
  states: { inactive: { on: { TOGGLE: 'active' } }, active: { on: { TOGGLE: 'inactive' } } },
});

const trafficLight = createMachine({
  id: 'trafficLight',
  initial: 'green',
  on: { POWER_OUT: '.red.flashing' },
  states: {
    green: { on: { TIMER: 'yellow' } },
    yellow: { on: { TIMER: 'red' } },
    red: {
      initial: 'walk',
      on: { TIMER: 'green' },
      onDone: 'green',
      states: {
        walk: { on: { COUNTDOWN: 'wait' } },
        wait: { on: { COUNTDOWN: 'stop' } },
        stop: { type: 'final' },
        flashing: { on: { POWER_RESTORED: '#trafficLight.green' } },
      },
    },
  },
});

const twoWays = (off: string, on: string, event: string) => ({
  initial: off,
  states: { [off]: { on: { [event]: on } }, [on]: { on: { [event]: off } } },
});
const word = createMachine({
  id: 'word',
  type: 'parallel',
  states: {
    bold: twoWays('off', 'on', 'TOGGLE_BOLD'),
    italics: twoWays('off', 'on', 'TOGGLE_ITALICS'),
    underline: twoWays('off', 'on', 'TOGGLE_UNDERLINE'),
    list: {
      initial: 'none',
      states: {
        none: { on: { BULLETS: 'bullets', NUMBERS: 'numbers' } },
        bullets: { on: { NONE: 'none', NUMBERS: 'numbers' } },
        numbers: { on: { NONE: 'none', BULLETS: 'bullets' } },
      },
    },
  },
  on: { RESET: ['.bold.off', '.italics.off', '.underline.off', '.list.none'].map((target) => ({ target })) },
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

export const stopwatch = setup({
  types: {} as { context: { elapsed: number } },
  delays: { tick: 100 },
  actions: {
    add: assign({ elapsed: ({ context }) => context.elapsed + 1 }),
    clear: assign({ elapsed: 0 }),
  },
}).createMachine({
  id: 'stopwatch',
  initial: 'stopped',
  context: { elapsed: 0 },
  states: {
    stopped: { on: { START: 'running', RESET: { actions: 'clear' } } },
    running: {
      on: { STOP: 'stopped' },
      after: { tick: { target: 'running', reenter: true, actions: 'add' } },
    },
  },
});

export const ticTacToe = setup({
  types: {} as {
    context: { board: readonly (string | null)[]; moves: number };
    events: { type: 'PLAY'; value: number } | { type: 'RESET' };
  },
  guards: {
    isWon: ({ context: { board } }) => board[0] !== null && board[0] === board[1] && board[1] === board[2],
    isDraw: ({ context }) => context.moves === 9,
    isFree: ({ context }, { value }: { value: number }) => context.board[value] === null,
    isOver: and(['isWon', 'isDraw']),
  },
  actions: {
    put: assign({
      board: ({ context }, { value }: { value: number }) =>
        context.board.with(value, context.moves % 2 === 0 ? 'x' : 'o'),
      moves: ({ context }) => context.moves + 1,
    }),
    clear: assign({ board: Array<string | null>(9).fill(null), moves: 0 }),
  },
}).createMachine({
  id: 'ticTacToe',
  initial: 'playing',
  context: { board: Array<string | null>(9).fill(null), moves: 0 },
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

const timer = setup({
  types: {} as {
    context: { elapsed: number; duration: number };
    events: { type: 'TICK' | 'RESET' } | { type: 'SET'; value: number };
  },
  guards: { isOver: ({ context }) => context.elapsed >= context.duration },
  actions: {
    tick: assign({ elapsed: ({ context }) => context.elapsed + 1 }),
    clear: assign({ elapsed: 0 }),
    set: assign({ duration: (_, { value }: { value: number }) => value }),
  },
}).createMachine({
  id: 'timer',
  initial: 'running',
  context: { elapsed: 0, duration: 5 },
  states: {
    running: { always: { guard: 'isOver', target: 'paused' }, on: { TICK: { actions: 'tick' } } },
    paused: { always: { guard: ({ context }) => context.elapsed < context.duration, target: 'running' } },
  },
  on: {
    SET: { actions: { type: 'set', params: ({ event }) => event } },
    RESET: { target: '.running', actions: 'clear' },
  },
});

const coffee = createMachine({
  id: 'coffee',
  initial: 'preparing',
  states: {
    preparing: {
      type: 'parallel',
      states: {
        beans: {
          initial: 'grinding',
          states: { grinding: { on: { GROUND: 'ground' } }, ground: { type: 'final' } },
        },
        water: {
          initial: 'heating',
          states: { heating: { on: { BOILED: 'boiled' } }, boiled: { type: 'final' } },
        },
      },
      onDone: 'brewing',
      on: { CANCEL: 'cancelled' },
    },
    brewing: { after: { 3000: 'served' }, on: { CANCEL: 'cancelled' } },
    served: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

/** Runs other machines; it has no states of its own. */
const parent = setup({ actors: { toggle, stopwatch } }).createMachine({
  id: 'parent',
  invoke: [
    { id: 'toggle', src: 'toggle' },
    { id: 'stopwatch', src: 'stopwatch' },
  ],
});

export const exampleMachines: readonly AnyStateMachine[] = [
  toggle,
  trafficLight,
  word,
  fetchWithRetry,
  mediaPlayer,
  stopwatch,
  ticTacToe,
  timer,
  coffee,
  parent,
];
