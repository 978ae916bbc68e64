/** One line of the benchmark table. */
export interface Figure {
  readonly what: string;
  /** What is judged; null where it could not be measured, and the module says why on the console. */
  readonly value: number | null;
  readonly unit: '×' | 'ms' | 'kB' | 'MB' | 'frames' | 'tasks' | 'points' | 'controls';
  /** The value should stay at or below it. */
  readonly budget: number;
  /** The value should stay at or above the budget instead. */
  readonly atLeast?: boolean;
  /** For information: what was measured, and how far it spread. */
  readonly measured?: string;
}

/** What every file in `scripts/bench` exports. */
export interface Bench {
  run(): Promise<readonly Figure[]>;
  /** It installs something first, and so runs only where it is asked for: `npm run bench -- peers`. */
  readonly onlyByName?: boolean;
}

const PAIRS = 5;

/** The middle of several measurements, so that one interruption by the machine does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
}

export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/**
 * Measures a piece of work and its reference in turn, so that a machine that is busy for a while slows down both. The order
 * changes from pair to pair.
 */
export async function inPairs<Work, Reference>(
  work: (pair: number) => Promise<Work> | Work,
  reference: (pair: number) => Promise<Reference> | Reference,
  pairs = PAIRS,
): Promise<{ readonly work: Work; readonly reference: Reference }[]> {
  const results: { work: Work; reference: Reference }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const first = await work(pair);
      results.push({ work: first, reference: await reference(pair) });
    } else {
      const first = await reference(pair);
      results.push({ work: await work(pair), reference: first });
    }
  }
  return results;
}

/**
 * How many times its reference a piece of work takes: the median over all pairs.
 *
 * @param pairs what each of the two took, in `unit`
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
