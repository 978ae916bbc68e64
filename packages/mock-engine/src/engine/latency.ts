import type { RandomSource } from './random';

/** Minimum and maximum response time in milliseconds; every duration in between is equally likely. */
export type LatencyRange = readonly [min: number, max: number];

/** How long calls take, in milliseconds. Each value comes from the seeded random numbers. */
export type LatencyShape =
  | { readonly type: 'fixed'; readonly ms: number }
  | { readonly type: 'uniform'; readonly min: number; readonly max: number }
  /** Most near the median, a few much longer, as real servers are. `sigma` is the spread: 0.3 is calm, 1 is wild. */
  | { readonly type: 'log-normal'; readonly median: number; readonly sigma: number }
  /** Measured durations by percentile, such as `{ 50: 120, 95: 900, 99: 2500 }`; straight lines in between. */
  | { readonly type: 'percentiles'; readonly points: Readonly<Record<string, number>> };

export type Latency = LatencyRange | LatencyShape;

/** A realistic latency for demos. */
export const demoLatency: LatencyRange = [120, 280];
export const noLatency: LatencyRange = [0, 0];
/** The maximum delay in milliseconds; use the branch `timeout` for no response at all. */
export const longestDelay = 60_000;
const WIDEST_SIGMA = 3;
const MOST_POINTS = 20;

const isDuration = (ms: number) => ms >= 0 && ms <= longestDelay;
const isRange = (latency: Latency): latency is LatencyRange => Array.isArray(latency);

/** A test and its message for each kind of latency. */
function problemOf(latency: Latency): string | undefined {
  if (isRange(latency) || latency.type === 'uniform') {
    const [min, max] = isRange(latency) ? latency : [latency.min, latency.max];
    if (isDuration(min) && min <= max && isDuration(max)) return undefined;
    return `be a range within 0 and ${longestDelay} ms, not ${min} to ${max}`;
  }
  if (latency.type === 'fixed') {
    return isDuration(latency.ms)
      ? undefined
      : `lie within 0 and ${longestDelay} ms, not ${String(latency.ms)}`;
  }
  if (latency.type === 'log-normal') {
    const { median, sigma } = latency;
    if (isDuration(median) && sigma >= 0 && sigma <= WIDEST_SIGMA) return undefined;
    return `have a median within 0 and ${longestDelay} ms and a sigma within 0 and ${WIDEST_SIGMA}, not ${median} and ${sigma}`;
  }
  if (latency.type === 'percentiles') {
    const points = pointsOf(latency.points);
    const fits = points.every(
      ([percent, ms], at) =>
        percent >= 0 && percent <= 100 && isDuration(ms) && ms >= (points[at - 1]?.[1] ?? 0),
    );
    if (fits && points.length >= 1 && points.length <= MOST_POINTS) return undefined;
    return `have 1 to ${MOST_POINTS} percentiles from 0 to 100, with durations within 0 and ${longestDelay} ms that do not fall`;
  }
  return 'be fixed, uniform, log-normal or percentiles';
}

/**
 * @throws Error for durations outside 0 to 60,000 ms and for an unknown shape, saying what is valid
 */
export function requireLatency(latency: Latency): void {
  const problem = problemOf(latency);
  if (problem !== undefined) throw new Error(`The latency must ${problem}.`);
}

/** By rising percentage. */
const pointsOf = (points: Readonly<Record<string, number>>): (readonly [percent: number, ms: number])[] =>
  Object.entries(points)
    .map(([percent, ms]) => [Number(percent), ms] as const)
    .sort(([one], [other]) => one - other);

function percentileOf(points: Readonly<Record<string, number>>, percent: number): number {
  const sorted = pointsOf(points);
  const next = sorted.findIndex(([at]) => at >= percent);
  const [toPercent, toMs] = sorted.at(next) ?? [100, 0];
  const [fromPercent, fromMs] = sorted[next - 1] ?? [toPercent, toMs];
  if (next === -1 || toPercent === fromPercent) return toMs;
  return fromMs + ((percent - fromPercent) / (toPercent - fromPercent)) * (toMs - fromMs);
}

/**
 * Takes the next numbers of the operation's sequence, whatever the latency is, so that changing it shifts no later call.
 *
 * @returns a function that converts them to a duration in milliseconds
 */
export function randomLatency(random: RandomSource, operation: string): (latency: Latency) => number {
  const chance = random.next(`latency:${operation}`);
  const second = random.next(`latency:${operation}:second`);
  // Box-Muller: two even numbers give one of the normal distribution.
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance)) * Math.cos(2 * Math.PI * second);
  function durationOf(latency: Latency): number {
    if (isRange(latency)) return latency[0] + chance * (latency[1] - latency[0]);
    if (latency.type === 'fixed') return latency.ms;
    if (latency.type === 'uniform') return durationOf([latency.min, latency.max]);
    if (latency.type === 'percentiles') return percentileOf(latency.points, chance * 100);
    return latency.median * Math.exp(latency.sigma * normal());
  }
  return (latency) => Math.min(Math.round(durationOf(latency)), longestDelay);
}

/** A latency in a few words, such as `120 to 280 ms`. */
export function describeLatency(latency: Latency): string {
  if (isRange(latency)) return `${latency[0]} to ${latency[1]} ms`;
  if (latency.type === 'fixed') return `${latency.ms} ms`;
  if (latency.type === 'uniform') return `${latency.min} to ${latency.max} ms`;
  if (latency.type === 'log-normal') return `about ${latency.median} ms, sigma ${latency.sigma}`;
  return pointsOf(latency.points)
    .map(([percent, ms]) => `p${percent} ${ms} ms`)
    .join(', ');
}

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
