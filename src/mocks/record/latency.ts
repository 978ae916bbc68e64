import { type LatencyShape, longestDelay } from '@/mocks/engine/latency';
import type { HarEntry } from './har';

const PERCENTILES = [0, 50, 90, 95, 99, 100];

/** How long the recorded responses took, as a latency of the mock backend; undefined if there are none. */
export function recordedLatency(
  entries: readonly HarEntry[],
): Extract<LatencyShape, { type: 'percentiles' }> | undefined {
  const durations = entries
    .filter(({ response }) => response.status !== 0)
    .map(({ time }) => Math.min(Math.max(Math.round(time), 0), longestDelay))
    .sort((one, other) => one - other);
  if (durations.length === 0) return undefined;
  const at = (percent: number) =>
    durations[Math.max(Math.ceil((percent / 100) * durations.length) - 1, 0)] ?? 0;
  return {
    type: 'percentiles',
    points: Object.fromEntries(PERCENTILES.map((percent) => [percent, at(percent)])),
  };
}
