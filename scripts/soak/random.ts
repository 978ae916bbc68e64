/** A seeded random number generator: the same seed gives the same sequence. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below `count`. */
  below(count: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** A shuffled copy. */
  shuffled<T>(all: readonly T[]): T[];
}

/** The mulberry32 generator: small, and sufficient for random walks. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    shuffled: (all) =>
      all
        .map((one) => ({ one, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one),
  };
}
