import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installAside } from './bench/support/install-aside';
import { run } from './lib/run';
import { groups } from './mutation/groups';

/**
 * Changes the code of a group in many small ways, one at a time, and reports which changes no test noticed (StrykerJS).
 * `--since REF` only changes files that differ from a commit, `--file PATH` only this one. Results are kept in `.cache/mutation`, so that a later run
 * repeats only what the code or the tests changed.
 */

/** The last versions that run on Node 20.19. */
const PACKAGES = { '@stryker-mutator/core': '9.6.1', '@stryker-mutator/vitest-runner': '9.6.1' };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    file: { type: 'string', multiple: true },
    concurrency: { type: 'string', default: '1' },
  },
});

/** Returns the group's files that differ from a commit, also those that are not committed. */
async function changedSince(ref: string, patterns: readonly string[]): Promise<string[]> {
  const specs = patterns.map((pattern) =>
    pattern.startsWith('!') ? `:(exclude,glob)${pattern.slice(1)}` : `:(glob)${pattern}`,
  );
  const { ok, output } = await run('git', ['diff', '--name-only', '--diff-filter=d', ref, '--', ...specs]);
  if (!ok) throw new Error(output);
  return output.split('\n').filter((line) => line !== '');
}

async function mutate(name: string, modules: string): Promise<boolean> {
  const group = groups[name];
  if (group === undefined)
    throw new Error(`No group "${name}": choose from ${Object.keys(groups).join(', ')}.`);
  const all = values.file ?? group.mutate;
  const files = values.since === undefined ? all : await changedSince(values.since, all);
  if (files.length === 0) {
    console.log(`${name}: nothing changed since ${values.since}`);
    return true;
  }
  const env = {
    MUTATION_GROUP: name,
    MUTATION_FILES: JSON.stringify(files),
    MUTATION_CONCURRENCY: values.concurrency,
    MUTATION_BREAK: `${group.least}`,
    MUTATION_RUNNER: pathToFileURL(join(modules, '@stryker-mutator/vitest-runner/dist/src/index.js')).href,
  };
  const stryker = join(modules, '@stryker-mutator/core/bin/stryker.js');
  return (await run('node', [stryker, 'run', 'stryker.config.mjs'], { live: true, env })).ok;
}

const modules = await installAside('mutation', PACKAGES, false);
if (modules === null) process.exit(1);
let passed = true;
for (const name of positionals.length > 0 ? positionals : Object.keys(groups))
  passed = (await mutate(name, modules)) && passed;
process.exitCode = passed ? 0 : 1;
