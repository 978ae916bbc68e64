/** Seeded pseudo-random numbers: each named sequence is the same for the same seed (§Mock backend, "Pipeline"). */
export interface RandomSource {
  /** The next number in [0, 1). Sequences are independent, so the order of concurrent calls does not matter. */
  next(sequence: string): number;
  /** Restarts every sequence. */
  restart(): void;
}

/** A hash from 0 to 1: FNV-1a, then the finalizer of MurmurHash3. */
export function unitOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** @param seed called for each number, so that new data starts new sequences */
export function createRandom(seed: () => number): RandomSource {
  const positions = new Map<string, number>();
  return {
    next(sequence) {
      const position = (positions.get(sequence) ?? 0) + 1;
      positions.set(sequence, position);
      return unitOf(`${seed()}:${sequence}:${position}`);
    },
    restart: () => positions.clear(),
  };
}
