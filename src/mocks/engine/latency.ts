import type { RandomSource } from './random';

/** Minimum and maximum response time in milliseconds. */
export type LatencyRange = readonly [min: number, max: number];

/** A realistic latency for demos. */
export const demoLatency: LatencyRange = [120, 280];
export const noLatency: LatencyRange = [0, 0];
/** The maximum delay in milliseconds; use the branch `timeout` for no response at all. */
export const longestDelay = 60_000;

/**
 * @throws Error unless 0 ≤ min ≤ max ≤ 60,000
 */
export function requireLatency([min, max]: LatencyRange): void {
  if (min >= 0 && min <= max && max <= longestDelay) return;
  throw new Error(`The latency must be a range within 0 and ${longestDelay} ms, not ${min} to ${max}.`);
}

/** A duration within the range, in milliseconds, from the seeded sequence. */
export const randomLatency = (random: RandomSource, [min, max]: LatencyRange, operation: string): number =>
  Math.round(min + random.next(`latency:${operation}`) * (max - min));

/** Waits, or returns early if the request is aborted. */
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

/** Resolves only when the request is aborted. */
export function waitForever(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
