import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installAside } from './bench/support/install-aside';
import { countIn, readOptions, requireNames } from './lib/options';
import { ROOT, run } from './lib/run';
import { type Group, groups } from './mutation/groups';
import { changedLines, likelyShare, sampleOf } from './mutation/lines';
import { type MutationReport, summaryOf, withoutDoubtfulSurvivors } from './mutation/summary';

/**
 * Changes the code of a group in many small ways, one at a time, and reports which changes no test noticed (StrykerJS).
 * `--since REF` only changes what is within lines that differ from a commit, `--file PATH` only this file, `--sample N --seed S`
 * only what is within N lines, taken at random from all lines of code of the group. `--tests` runs every test on each change, and
 * lists the tests that noticed none. Results are kept in `.cache/mutation`, so that a later run repeats only what the code
 * or the tests changed.
 */

/** The last versions that run on Node 20.19. */
const PACKAGES = { '@stryker-mutator/core': '9.6.1', '@stryker-mutator/vitest-runner': '9.6.1' };
const RESULTS = join(ROOT, '.cache/mutation/results');

const { positionals, values } = readOptions(() => {
  const options = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      file: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '1' },
      tests: { type: 'boolean', default: false },
    },
  });
  requireNames('group', options.positionals, Object.keys(groups));
  for (const name of ['sample', 'seed', 'concurrency'] as const) {
    countIn(`--${name}`, options.values[name] ?? '1');
  }
  return options;
});

/** Returns the group's files; with `--since` those that differ from a commit, also if not committed. */
async function filesOf(group: Group): Promise<string[]> {
  const specs = group.mutate.map((pattern) =>
    pattern.startsWith('!') ? `:(exclude,glob)${pattern.slice(1)}` : `:(glob)${pattern}`,
  );
  const listing =
    values.since === undefined ? ['ls-files'] : ['diff', '--name-only', '--diff-filter=d', values.since];
  const { ok, output } = await run('git', [...listing, '--', ...specs]);
  if (!ok) throw new Error(output);
  const files = output.split('\n').filter((line) => line !== '');
  return values.file === undefined ? files : files.filter((file) => values.file?.includes(file));
}

/** Returns the tests of a group that are asked about a file. */
async function testsOf({ ask, tests }: Group, file: string): Promise<readonly string[]> {
  if (ask === undefined) return tests;
  const specs = tests.map((pattern) => `:(glob)${pattern}`);
  if (ask === 'those of its folder') {
    const folders = dirname(file).split('/').slice(2);
    const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', '--', ...specs]);
    return output.split('\n').filter((line) => folders.includes(basename(dirname(line))));
  }
  const names = [file.replace(/^src/, '@').replace(/\.tsx?$/, ''), '@/all-machines'];
  const wanted = names.flatMap((name) => ['-e', `'${name}'`]);
  const { output } = await run('git', ['grep', '--untracked', '-lF', ...wanted, '--', ...specs]);
  return output.split('\n').filter((line) => line !== '');
}

const reportIn = (path: string): MutationReport | null =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;

/** What is changed at once, by its name in the report. */
interface Part {
  readonly file: string;
  /** Files, or lines of files as StrykerJS reads them. */
  readonly ranges: readonly string[];
  readonly tests: readonly string[];
}

/** Returns the lines that are changed, and a name for them; null if all lines are. */
async function chosenLines(files: readonly string[]): Promise<{ name: string; ranges: string[] } | null> {
  if (values.sample !== undefined) {
    const [size, seed] = [Number(values.sample), Number(values.seed)];
    const sources = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
    return { name: `sample-of-${size}-lines-seed-${seed}`, ranges: sampleOf(sources, size, seed) };
  }
  if (values.since === undefined) return null;
  const { ok, output } = await run('git', [
    'diff',
    '--unified=0',
    '--no-prefix',
    '--no-ext-diff',
    values.since,
    '--',
    ...files,
  ]);
  if (!ok) throw new Error(output);
  return { name: `lines-since-${values.since}`, ranges: changedLines(output) };
}

/** Returns the parts of a group: one for each file, or of some lines one for all files that the same tests are asked about. */
async function partsOf(group: Group): Promise<Part[]> {
  const files = await Promise.all(
    (await filesOf(group)).map(async (file) => ({ file, tests: await testsOf(group, file) })),
  );
  if (files.length === 0) return [];
  const lines = await chosenLines(files.map(({ file }) => file));
  if (lines === null) return files.map(({ file, tests }) => ({ file, ranges: [file], tests }));
  const alike = [...new Set(files.map(({ tests }) => tests.join()))].map((key) =>
    files.filter(({ tests }) => tests.join() === key),
  );
  return alike.flatMap((same) => {
    const [first] = same;
    const chosen = lines.ranges.filter((range) => same.some(({ file }) => range.startsWith(`${file}:`)));
    if (first === undefined || chosen.length === 0) return [];
    return [{ file: `${lines.name}-${first.file}`, ranges: chosen, tests: first.tests }];
  });
}

/** Tests the mutants of a part with its tests. Returns null, reported on the console, if that fails. */
async function measure(name: string, group: Group, { file, ranges, tests }: Part, modules: string) {
  const result = join(RESULTS, `${name}-${file.replace(/[^\w.]/g, '-')}${values.tests ? '-tests' : ''}.json`);
  const env = {
    MUTATION_GROUP: name,
    MUTATION_RANGES: JSON.stringify(ranges),
    MUTATION_TESTS: JSON.stringify(tests),
    MUTATION_RESULT: result,
    MUTATION_STATIC: group.withStatic ? '1' : '',
    MUTATION_EVERY_TEST: values.tests ? '1' : '',
    MUTATION_CONCURRENCY: values.concurrency,
    MUTATION_RUNNER: pathToFileURL(join(modules, '@stryker-mutator/vitest-runner/dist/src/index.js')).href,
    // StrykerJS runs tests in worker threads, where a test can't set its time zone.
    TZ: 'America/Los_Angeles',
  };
  // A report also keeps what earlier runs found in other lines.
  if (values.since !== undefined) rmSync(result, { force: true });
  const earlier = reportIn(result);
  if (earlier !== null) writeFileSync(result, JSON.stringify(withoutDoubtfulSurvivors(earlier)));
  console.log(`${file}: running; the result is printed at its end`);
  const stryker = join(modules, '@stryker-mutator/core/bin/stryker.js');
  const { ok, output, seconds } = await run('node', [stryker, 'run', 'stryker.config.mjs'], { env });
  if (!ok) {
    console.error(`✗ ${file}\n${output.trimEnd()}`);
    return null;
  }
  const summary = summaryOf(reportIn(result) ?? { files: {} });
  const { killed, all, timedOut, survivors } = summary;
  if (all === 0) console.log(`${file}: no mutants (only types), or no test of the group imports it`);
  else
    console.log(
      `${file}: ${killed} of ${all} killed, ${timedOut} of these timed out, ${seconds.toFixed(0)} s`,
    );
  for (const survivor of survivors) console.log(`    ${survivor}`);
  return summary;
}

async function mutate(name: string, modules: string): Promise<boolean> {
  const group = groups[name];
  if (group === undefined)
    throw new Error(`No group "${name}": choose from ${Object.keys(groups).join(', ')}.`);
  const total = { killed: 0, all: 0, failed: 0 };
  const tests = new Set<string>();
  const killers = new Set<string>();
  const parts = await partsOf(group);
  if (parts.length === 0) {
    console.log(`${name}: no file to change`);
    return values.file === undefined;
  }
  for (const part of parts) {
    const measured = await measure(name, group, part, modules);
    if (measured === null) {
      total.failed += 1;
      continue;
    }
    total.killed += measured.killed;
    total.all += measured.all;
    for (const test of measured.tests) (test.kills ? killers : tests).add(test.name);
  }
  if (values.tests)
    for (const test of tests) if (!killers.has(test)) console.log(`    kills none of these mutants: ${test}`);
  if (values.sample !== undefined && total.all > 0) {
    const [least, most] = likelyShare(total.killed, total.all);
    console.log(
      `${name}: with 95 % confidence, ${least} to ${most} % of all mutants within one line are killed`,
    );
  }
  const passed = total.failed === 0 && total.killed >= (total.all * group.least) / 100;
  console.log(
    `${passed ? '✓' : '✗'} ${name}: ${total.killed} of ${total.all} killed, wanted ${group.least} %`,
  );
  return passed;
}

const modules = await installAside('mutation', PACKAGES, false);
if (modules === null) process.exit(1);
let passed = true;
for (const name of positionals.length > 0 ? positionals : Object.keys(groups))
  passed = (await mutate(name, modules)) && passed;
process.exitCode = passed ? 0 : 1;
