import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countsText, readPlaywrightCounts, readVitestCounts, sum } from '../../scripts/lib/counts';

const folder = mkdtempSync(join(tmpdir(), 'kitwell-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the summed test counts', () => {
  it('add the runners up', () => {
    expect(
      sum([
        { passed: 3, failed: 1, skipped: 0 },
        { passed: 4, failed: 0, skipped: 2 },
      ]),
    ).toEqual({ passed: 7, failed: 1, skipped: 2 });
  });

  it('say how many tests were skipped, if any were', () => {
    const file = report({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 7 }, errors: [] });
    expect(countsText(readPlaywrightCounts(file))).toBe('5 passed, 0 failed, 7 skipped');
    expect(countsText({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
  });

  it('count a test file that could not be loaded as a failure', () => {
    const suites = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    const file = report({ numPassedTests: 1, numFailedTests: 0, numPendingTests: 3, testResults: suites });
    expect(readVitestCounts(file)).toEqual({ passed: 1, failed: 1, skipped: 3 });
  });

  it('count a browser test that passed only when it was run again, and a broken setup, as failures', () => {
    const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [{}] });
    expect(readPlaywrightCounts(file)).toEqual({ passed: 5, failed: 3, skipped: 0 });
  });

  it('count a run that left no report as a failure', () => {
    const missing = join(folder, 'missing.json');
    expect([readVitestCounts(missing), readPlaywrightCounts(missing)]).toEqual([
      { passed: 0, failed: 1, skipped: 0 },
      { passed: 0, failed: 1, skipped: 0 },
    ]);
  });
});
