import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contract } from '@/contract/contract';
import { branchesOf } from '@/contract/declaration';
import { clearCoverage, describeCoverage, readCoverage, summarize } from './lib/branch-coverage';
import { readVitestCounts } from './lib/counts';
import { readOptions } from './lib/options';
import { REPORTS, run, runTogether } from './lib/run';

/** `--all` also runs the long tests, those of the mock servers, and the recipes of CONTRIBUTING (`npm test`). */
const { all } = readOptions(() =>
  parseArgs({ options: { all: { type: 'boolean', default: false } } }),
).values;
const projects = all ? [] : ['--project=logic', '--project=page'];

mkdirSync(REPORTS, { recursive: true });
const report = join(REPORTS, 'vitest.json');
rmSync(report, { force: true });
clearCoverage();

const started = performance.now();
/** What the tools learned of unchanged files: without it they take 20 s of processor time more. */
const cache = (tool: string) => `.cache/${tool}`;
const worked = await runTogether([
  {
    name: 'types',
    command: 'tsc',
    args: ['-p', '.', '--incremental', '--tsBuildInfoFile', cache('tsc.tsbuildinfo')],
  },
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: [
      'src',
      '--config',
      '.dependency-cruiser.cjs',
      '--cache',
      cache('depcruise'),
      '--cache-strategy',
      'content',
    ],
  },
  {
    name: 'unused code',
    command: 'knip',
    args: ['--no-progress', '--cache', '--cache-location', cache('knip')],
  },
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

/** Only the catalogue tests serve every branch, so the check is meaningful only after them. */
function allCovered(): boolean {
  const declared = Object.values(contract).map((call) => ({
    operation: call.operation,
    branches: branchesOf(call),
  }));
  const branches = summarize(declared, readCoverage());
  console.log(describeCoverage(branches));
  return branches.never.length === 0;
}

// After the tests: both together would be too slow for the tests' time limits on two cores.
const recipesWork = !all || (await run('tsx', ['scripts/recipe.ts'], { live: true })).ok;
const passed = (!all || allCovered()) && worked && recipesWork;
const tests = readVitestCounts(report);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `check ${passed ? 'passed' : 'failed'} in ${seconds} s (tests: ${tests.passed} passed, ${tests.failed} failed)`,
);
process.exitCode = passed ? 0 : 1;
