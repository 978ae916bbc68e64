import { readFileSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A missing or unreadable report means that the runner did not reach its tests: one failure, not none. */
const NO_REPORT: Counts = { passed: 0, failed: 1, skipped: 0 };

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const asCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Reads Vitest's JSON report. A test file that could not be loaded counts as one failure. */
export function readVitestCounts(file: string): Counts {
  const report = readJson(file);
  if (!isRecord(report) || !Array.isArray(report.testResults)) return NO_REPORT;
  const unloaded = report.testResults.filter(
    (suite) =>
      isRecord(suite) &&
      suite.status === 'failed' &&
      Array.isArray(suite.assertionResults) &&
      suite.assertionResults.length === 0,
  ).length;
  return {
    passed: asCount(report.numPassedTests),
    failed: asCount(report.numFailedTests) + unloaded,
    skipped: asCount(report.numPendingTests) + asCount(report.numTodoTests),
  };
}

/** Reads Playwright's JSON report. A flaky test (passed on retry) counts as failed, as does a failed setup. */
export function readPlaywrightCounts(file: string): Counts {
  const report = readJson(file);
  if (!isRecord(report) || !isRecord(report.stats)) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const broken = Array.isArray(report.errors) ? report.errors.length : 0;
  return {
    passed: asCount(expected),
    failed: asCount(unexpected) + asCount(flaky) + broken,
    skipped: asCount(skipped),
  };
}

export const sum = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
});

/** The summary in the format that other tools parse, such as "12 passed, 0 failed, 2 skipped". */
export const countsText = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
