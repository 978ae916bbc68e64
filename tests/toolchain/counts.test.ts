import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlaywrightCounts, readVitestCounts, sum } from '../../scripts/lib/counts';

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
        { passed: 3, failed: 1 },
        { passed: 4, failed: 0 },
      ]),
    ).toEqual({ passed: 7, failed: 1 });
  });

  it('count a test file that could not be loaded as a failure', () => {
    const suites = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: suites });
    expect(readVitestCounts(file)).toEqual({ passed: 1, failed: 1 });
  });

  it('count a browser test that passed only when it was run again, and a broken setup, as failures', () => {
    const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [{}] });
    expect(readPlaywrightCounts(file)).toEqual({ passed: 5, failed: 3 });
  });

  it('count a run that left no report as a failure', () => {
    const missing = join(folder, 'missing.json');
    expect([readVitestCounts(missing), readPlaywrightCounts(missing)]).toEqual([
      { passed: 0, failed: 1 },
      { passed: 0, failed: 1 },
    ]);
  });
});
