import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readOptions } from './lib/options';
import { ROOT, runTogether } from './lib/run';
import { boundaries, lint, productTests, types } from './lib/steps';

readOptions(() => parseArgs({}));

/** Where this branch left the main one; undefined on a main branch without a remote, and outside a repository. */
function mergeBase(): string | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  for (const main of ['origin/HEAD', 'origin/main', 'main']) {
    try {
      const base = git('merge-base', 'HEAD', main);
      if (main !== 'main' || base !== git('rev-parse', 'HEAD')) return base;
    } catch {
      // There is no such branch.
    }
  }
  return undefined;
}

const base = mergeBase();
const started = performance.now();
const passed = await runTogether([
  types,
  lint,
  boundaries,
  {
    ...productTests,
    args: [...productTests.args, ...(base === undefined ? [] : ['--changed', base, '--passWithNoTests'])],
  },
]);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`check ${passed ? 'passed' : 'failed'} in ${seconds} s`);
process.exitCode = passed ? 0 : 1;
