/** The state behind the next id and the next token: plain JSON, stored with the data so that tabs share it. */
export type CounterState = {
  /** The seed of `random` and `token`. */
  seed: number;
  /** How many random numbers were used since the seed was set. */
  drawn: number;
  /** The last number of each sequence. */
  sequences: Record<string, number>;
  /** Named numbers of the tabs, such as how far a clock was shifted. No part of the data: an export has none. */
  shifts?: Record<string, number> | undefined;
};

export type Counters = {
  /** 1, 2, 3 and so on per sequence; never repeated, in any tab. */
  nextId(sequence: string): number;
  /** A number in [0, 1), the same for the same seed and position. */
  random(): number;
  /** `length` random characters of `alphabet`. */
  token(length?: number, alphabet?: string): string;
  /** A named number, 0 unless `restore` has set it. */
  shift(name: string): number;
  state(): CounterState;
  restore(state: CounterState): void;
};

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The finalizer of MurmurHash3: every input bit affects every output bit. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const copyOf = ({ sequences, shifts, ...numbers }: CounterState): CounterState => ({
  ...numbers,
  sequences: { ...sequences },
  ...(shifts && { shifts: { ...shifts } }),
});

/** Sequences and seeded random numbers. The mock must not use `Math.random`. */
export function createCounters(): Counters {
  let current: CounterState = { seed: 1, drawn: 0, sequences: {} };

  function random() {
    current.drawn += 1;
    return mix(mix(current.seed + 0x9e3779b9) + Math.imul(current.drawn, 0x9e3779b9)) / 2 ** 32;
  }

  return {
    nextId(sequence) {
      const next = (current.sequences[sequence] ?? 0) + 1;
      current.sequences[sequence] = next;
      return next;
    },
    random,
    token(length = 24, alphabet = ALPHANUMERIC) {
      return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
    },
    shift: (name) => current.shifts?.[name] ?? 0,
    state: () => copyOf(current),
    restore(state) {
      current = copyOf(state);
    },
  };
}
