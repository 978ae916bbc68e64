/** The part of StrykerJS's JSON report that is read here. */
export interface MutationReport {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly MutantResult[] }>
  >;
  readonly testFiles?: Readonly<
    Record<string, { readonly tests: readonly { readonly id: string; readonly name: string }[] }>
  >;
}

interface MutantResult {
  readonly status: string;
  /** The code runs only while its module is loaded. */
  readonly static?: boolean;
  /** Number of tests that were run for it. */
  readonly testsCompleted?: number;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly killedBy?: readonly string[];
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

/**
 * Returns an earlier report without the mutants that must be tested again: those that no test was run for, because the run
 * was interrupted, and those in code that runs only while its module is loaded. StrykerJS knows no tests of such code, so
 * it would keep that its mutant survived, whatever tests were added since.
 */
export const withoutDoubtfulSurvivors = ({ files, ...report }: MutationReport): MutationReport => ({
  ...report,
  files: Object.fromEntries(
    Object.entries(files).map(([path, file]) => [
      path,
      {
        ...file,
        mutants: file.mutants.filter(
          ({ status, static: isStatic, testsCompleted }) =>
            status !== 'Survived' || (isStatic !== true && testsCompleted !== 0),
        ),
      },
    ]),
  ),
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

/** Returns the code that a mutant replaces. */
function replacedBy({ location: { start, end } }: MutantResult, source: string): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, n) => line.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined))
    .join('\n');
}

/** Returns how many mutants the tests noticed, which they did not, and which tests noticed any. */
export function summaryOf({ files, testFiles = {} }: MutationReport) {
  const mutants = Object.entries(files).flatMap(([path, file]) =>
    file.mutants.map((mutant) => ({ mutant, file, path })),
  );
  const killed = mutants.filter(({ mutant }) => ['Killed', 'Timeout'].includes(mutant.status));
  const survived = mutants.filter(({ mutant }) => ['Survived', 'NoCoverage'].includes(mutant.status));
  const killers = new Set(killed.flatMap(({ mutant }) => mutant.killedBy ?? []));
  return {
    killed: killed.length,
    /** Of those killed: the tests did not end in time. */
    timedOut: killed.filter(({ mutant }) => mutant.status === 'Timeout').length,
    all: killed.length + survived.length,
    survivors: survived.map(({ mutant, file, path }) => {
      const untested = mutant.status === 'NoCoverage' ? ', in code that no test runs' : '';
      const change = `${oneLine(replacedBy(mutant, file.source))} → ${oneLine(mutant.replacement ?? '')}`;
      return `${path}:${mutant.location.start.line}: ${change} (${mutant.mutatorName}${untested})`;
    }),
    tests: Object.entries(testFiles).flatMap(([path, { tests }]) =>
      tests.map(({ id, name }) => ({ name: `${path}: ${name}`, kills: killers.has(id) })),
    ),
  };
}
