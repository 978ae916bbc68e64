import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Page tests import this file too, where `import.meta` has no path; every command runs in the project folder.
const REPORTS = join('.cache', 'reports');
const MOST_LINES = 20;

/** How often a branch of an operation was served, from the mock backend's `coverage()`. */
interface BranchCount {
  readonly operation: string;
  readonly branch: string;
  readonly served: number;
}

interface CoverageSummary {
  readonly declared: number;
  readonly served: number;
  /** Entries such as `POST /auth/login 500`. */
  readonly never: readonly string[];
}

const folder = (reports: string) => join(reports, 'served-branches');

/** Deletes the results of earlier runs, which must not count for this one. */
export function clearCoverage(reports = REPORTS): void {
  rmSync(folder(reports), { recursive: true, force: true });
}

/** Records what one test file served. Test files run in several processes, so each writes its own report. */
export function recordCoverage(name: string, coverage: readonly BranchCount[], reports = REPORTS): void {
  mkdirSync(folder(reports), { recursive: true });
  const served = coverage.filter((entry) => entry.served > 0);
  writeFileSync(
    join(folder(reports), `${name.replaceAll(/\W+/g, '-').slice(0, 120)}.json`),
    JSON.stringify(served),
  );
}

/** What all test files together served. */
export function readCoverage(reports = REPORTS): BranchCount[] {
  try {
    return readdirSync(folder(reports)).flatMap(
      (file) => JSON.parse(readFileSync(join(folder(reports), file), 'utf8')) as BranchCount[],
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Which of the declared branches were served at least once, and which never. */
export function summarize(
  operations: readonly { readonly operation: string; readonly branches: readonly string[] }[],
  entries: readonly BranchCount[],
): CoverageSummary {
  const seen = new Set(entries.map(({ operation, branch }) => `${operation} ${branch}`));
  const declared = operations.flatMap(({ operation, branches }) =>
    branches.map((branch) => `${operation} ${branch}`),
  );
  const never = declared.filter((name) => !seen.has(name));
  return { declared: declared.length, served: declared.length - never.length, never };
}

/** The summary as text, with the branches that were never served one per line. */
export function describeCoverage({ declared, served, never }: CoverageSummary): string {
  const sum = `branches served through the real screens: ${served} of ${declared}`;
  if (never.length === 0) return `✓ ${sum}`;
  const more = never.length - MOST_LINES;
  return [
    `✗ ${sum}; never:`,
    ...never.slice(0, MOST_LINES).map((name) => `    ${name}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ].join('\n');
}
