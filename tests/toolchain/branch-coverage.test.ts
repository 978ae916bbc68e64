import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearCoverage,
  describeCoverage,
  readCoverage,
  recordCoverage,
  summarize,
} from '../../scripts/lib/branch-coverage';

let reports: string;
beforeEach(() => {
  reports = mkdtempSync(join(tmpdir(), 'kitwell-served-'));
});
afterEach(() => rmSync(reports, { recursive: true, force: true }));

const operations = [
  { operation: 'POST /auth/login', branches: ['ok', '400'] },
  { operation: 'GET /clinic/fetch-labs', branches: ['ok', 'timeout'] },
];
const entry = (operation: string, branch: string, served: number) => ({ operation, branch, served });

describe('the branch coverage report', () => {
  it('adds up the branches of all test files, and lists those of none', () => {
    recordCoverage(
      'POST /auth/login',
      [entry('POST /auth/login', 'ok', 2), entry('POST /auth/login', '400', 1)],
      reports,
    );
    recordCoverage(
      'GET /clinic',
      [entry('GET /clinic/fetch-labs', 'ok', 1), entry('GET /clinic/fetch-labs', 'timeout', 0)],
      reports,
    );
    const summary = summarize(operations, readCoverage(reports));
    expect(summary).toEqual({ declared: 4, served: 3, never: ['GET /clinic/fetch-labs timeout'] });
    expect(describeCoverage(summary)).toBe(
      '✗ branches served through the real screens: 3 of 4; never:\n    GET /clinic/fetch-labs timeout',
    );
  });

  it('ignores an undeclared branch, and reports none for a run without calls', () => {
    recordCoverage('other', [entry('POST /auth/login', '418', 1)], reports);
    expect(summarize(operations, readCoverage(reports)).served).toBe(0);
    clearCoverage(reports);
    expect(summarize(operations, readCoverage(reports))).toMatchObject({ declared: 4, served: 0 });
  });

  it('is one line when nothing is missing', () => {
    expect(describeCoverage({ declared: 4, served: 4, never: [] })).toBe(
      '✓ branches served through the real screens: 4 of 4',
    );
  });
});
