import { randomFrom } from '../soak/random';

/** Lines that have no mutants. */
const isNoCode = (line: string) => /^\s*($|\/\/|\/?\*|import |export \*)/.test(line);

/**
 * Returns random lines of code as StrykerJS reads them. It then makes the mutants that lie within one of these lines; a
 * mutant of several lines, such as an emptied function, is never part of the sample.
 *
 * @param sources paths and contents
 */
export function sampleOf(
  sources: readonly (readonly [path: string, content: string])[],
  size: number,
  seed: number,
): string[] {
  const lines = sources.flatMap(([path, content]) =>
    content.split('\n').flatMap((line, at) => (isNoCode(line) ? [] : [`${path}:${at + 1}-${at + 1}`])),
  );
  return randomFrom(seed).shuffled(lines).slice(0, size).sort();
}

/**
 * Returns the lines that a diff adds or changes, as StrykerJS reads them.
 *
 * @param diff of `git diff --unified=0 --no-prefix`
 */
export function changedLines(diff: string): string[] {
  let path = '';
  return diff.split('\n').flatMap((line) => {
    path = /^\+\+\+ (.+)$/.exec(line)?.[1] ?? path;
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === '0') return [];
    return [`${path}:${start}-${Number(start) + Number(count) - 1}`];
  });
}

/** The 95 % of a normal distribution lie within so many standard deviations. */
const deviations = 1.96;

/** Returns between which percentages the share of all is, at a confidence of 95 % (Wilson's interval). */
export function likelyShare(killed: number, all: number): [least: string, most: string] {
  const squared = deviations ** 2;
  const middle = (killed + squared / 2) / (all + squared);
  const half = (deviations / (all + squared)) * Math.sqrt((killed * (all - killed)) / all + squared / 4);
  return [(100 * (middle - half)).toFixed(0), (100 * (middle + half)).toFixed(0)];
}
