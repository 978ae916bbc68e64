/** One line of the benchmark table. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'kB' | 'frames' | 'tasks';
  /** The upper limit of the value. */
  readonly budget: number;
  /** For information: what was measured, with its spread. */
  readonly measured?: string;
}

const PAIRS = 5;

/** The median, so that one interruption by the machine does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
}

export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/**
 * Measures a piece of work and its reference alternately, so that a busy machine slows down both. The order changes
 * from pair to pair.
 */
export async function inPairs<Work, Reference>(
  work: () => Promise<Work> | Work,
  reference: () => Promise<Reference> | Reference,
): Promise<{ readonly work: Work; readonly reference: Reference }[]> {
  const results: { work: Work; reference: Reference }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const early = pair % 2 === 0 ? undefined : { reference: await reference() };
    const done = await work();
    results.push({ work: done, ...(early ?? { reference: await reference() }) });
  }
  return results;
}

/**
 * The ratio of the work's time to its reference: the median over all pairs.
 *
 * @param pairs both measurements of each pair, in `unit`
 */
export function ratio(
  what: string,
  budget: number,
  pairs: readonly { readonly work: number; readonly reference: number }[],
  unit = 'ms',
): Figure {
  const ratios = pairs.map(({ work, reference }) => work / reference);
  const middle = (side: 'work' | 'reference') => rounded(median(pairs.map((pair) => pair[side])));
  const spread = `${rounded(Math.min(...ratios))} to ${rounded(Math.max(...ratios))}`;
  return {
    what,
    value: median(ratios),
    unit: '×',
    budget,
    measured: `${middle('work')} by ${middle('reference')} ${unit}; ${spread}`,
  };
}
