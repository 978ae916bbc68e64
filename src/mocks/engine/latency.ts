import type { RandomSource } from '@/mocks/engine/random';

/** Fastest and slowest answer, in milliseconds. */
export type LatencyRange = readonly [min: number, max: number];

/** What a demo feels like. */
export const demoLatency: LatencyRange = [120, 280];
export const noLatency: LatencyRange = [0, 0];
/** The longest delay that may be asked for: whoever wants no answer at all takes the branch `timeout`. */
export const longestDelay = 60_000;

/**
 * @throws Error unless 0 ≤ min ≤ max ≤ 60,000
 */
export function requireLatency([min, max]: LatencyRange): void {
  if (min >= 0 && min <= max && max <= longestDelay) return;
  throw new Error(`The latency must be a range within 0 and ${longestDelay} ms, not ${min} to ${max}.`);
}

/** A duration within the range, in milliseconds: drawn from the seed, never random. */
export const randomLatency = (draws: RandomSource, [min, max]: LatencyRange, operation: string): number =>
  Math.round(min + draws.next(`latency:${operation}`) * (max - min));

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
