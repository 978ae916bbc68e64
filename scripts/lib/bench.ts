/** One line of the benchmark table (budgets and floors stand in the project's toolchain notes). */
export interface Figure {
  readonly what: string;
  /** Null where it could not be measured; the module says why on the console. */
  readonly value: number | null;
  readonly unit: 'ms' | 'kB' | 'MB' | 'x' | 'points' | 'controls';
  /** The value should stay at or below it. */
  readonly budget: number;
  /** For scores: the value should stay at or above the budget. */
  readonly atLeast?: boolean;
  /** The best that was ever measured for the same work, where somebody measured it. */
  readonly floor?: number;
}

/** What every module in `scripts/bench` exports as `run`. */
export type Bench = () => Promise<readonly Figure[]> | readonly Figure[];

/** The middle of several measurements, so that one interruption by the machine does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
}
