/** Fastest and slowest answer, in milliseconds. */
export type LatencyRange = readonly [min: number, max: number];

/** What a demo feels like. */
export const demoLatency: LatencyRange = [120, 280];
export const noLatency: LatencyRange = [0, 0];

/**
 * Durations within a range, in milliseconds: the same seed gives the same sequence (MOCKS.md: seeded, never random).
 */
export function createLatency([min, max]: LatencyRange, seed: number): () => number {
  let state = seed | 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return Math.round(min + unit * (max - min));
  };
}

/** Waits, unless the request is given up before. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Never answers; ends when the caller gives up. */
export function waitForever(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
