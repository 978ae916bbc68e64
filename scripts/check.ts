import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listOperations } from '@/mocks/engine/operation-lookup';
import { readVitestCounts } from './lib/counts';
import { REPORTS, runTogether } from './lib/run';
import { describeServed, forgetServed, readServed, summarize } from './lib/served-branches';

/** With `--all` what takes long and the tests of the mock's servers run too (`npm test`). */
const all = process.argv.includes('--all');
const projects = all ? [] : ['--project=logic', '--project=page'];

mkdirSync(REPORTS, { recursive: true });
const report = join(REPORTS, 'vitest.json');
rmSync(report, { force: true });
forgetServed();

const started = performance.now();
const worked = await runTogether([
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'boundaries', command: 'depcruise', args: ['src', '--config', '.dependency-cruiser.cjs'] },
  {
    name: 'unit and integration tests',
    command: 'vitest',
    args: [
      'run',
      '--configLoader=runner',
      ...projects,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  },
]);

/** Only the walks serve every branch, so only after them it can be asked. */
function allServed(): boolean {
  const branches = summarize(listOperations(), readServed());
  console.log(describeServed(branches));
  return branches.never.length === 0;
}

const passed = (!all || allServed()) && worked;
const tests = readVitestCounts(report);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `check ${passed ? 'passed' : 'failed'} in ${seconds} s (tests: ${tests.passed} passed, ${tests.failed} failed)`,
);
process.exitCode = passed ? 0 : 1;
