import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions, requireNames } from './lib/options';
import { ROOT, run, runTogether } from './lib/run';
import { endpoint } from './recipe/endpoint';
import { machine } from './recipe/machine';
import { page } from './recipe/page';
import type { Recipe } from './recipe/recipe';
import { section } from './recipe/section';

/**
 * Follows recipes of CONTRIBUTING in a scratch copy and checks the result: a change of the project that makes a recipe
 * longer or wrong fails here. Without a name, all recipes share one copy, so that its types are checked only once.
 */
const recipes: Readonly<Record<string, Recipe>> = { endpoint, section, machine, page };

const wanted = readOptions(() => {
  const { positionals } = parseArgs({ allowPositionals: true });
  requireNames('recipe', positionals, Object.keys(recipes));
  return positionals;
});
const chosen = Object.entries(recipes).filter(([recipe]) => wanted.length === 0 || wanted.includes(recipe));

const copy = join(ROOT, '.cache/recipe');
// Kept between runs: the type checker then checks only what has changed.
const TYPES = ['--incremental', '--tsBuildInfoFile', '../recipe.tsbuildinfo'];

// By name instead of asking git, so that it also works in a downloaded archive.
const COPIED = ['src', 'tests', 'scripts', 'examples', 'docs', 'public'];

function copyProject(): void {
  rmSync(copy, { recursive: true, force: true });
  for (const entry of readdirSync(ROOT, { withFileTypes: true }))
    if (COPIED.includes(entry.name) || (entry.isFile() && !entry.name.startsWith('.env')))
      cpSync(join(ROOT, entry.name), join(copy, entry.name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

/** Applies a recipe and returns the files it touched. */
function follow(recipe: Recipe): readonly string[] {
  const touched = new Set<string>();
  recipe.apply({
    create(path, text) {
      if (existsSync(join(copy, path))) throw new Error(`${path} exists already.`);
      touched.add(path);
      writeFileSync(join(copy, path), text);
    },
    insert(path, anchor, text) {
      const source = readFileSync(join(copy, path), 'utf8');
      const parts = source.split(anchor);
      const [before, after] = parts;
      if (before === undefined || after === undefined || parts.length > 2)
        throw new Error(`${path} has ${parts.length - 1} places with ${JSON.stringify(anchor)}; 1 expected.`);
      touched.add(path);
      writeFileSync(join(copy, path), `${before}${text}${anchor}${after}`);
    },
  });
  return [...touched];
}

/** Whether the recipe touches no more files than allowed; prints them. */
function staysWithin(recipe: string, limit: number, touched: readonly string[]): boolean {
  const ok = touched.length <= limit;
  console.log(`${ok ? '✓' : '✗'} ${recipe}: ${touched.length} files, at most ${limit}`);
  for (const path of touched) console.log(`    ${path}`);
  return ok;
}

async function generate(): Promise<boolean> {
  const scripts = chosen.flatMap(([, { generates }]) => generates ?? []);
  const outcomes = await Promise.all(scripts.map((script) => run('tsx', [script], { cwd: copy })));
  for (const { ok, output } of outcomes) if (!ok) console.log(output);
  return outcomes.every(({ ok }) => ok);
}

const report = join(copy, '.cache/recipe.json');
const titles = chosen.flatMap((entry) => entry[1].titles);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Whether each title matches a test that passed; prints those that do not. Otherwise a renamed test would be skipped silently. */
function allRan(): boolean {
  if (!existsSync(report)) return false;
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const passed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed');
  const unused = titles.filter((title) => !passed.some(({ fullName }) => new RegExp(title).test(fullName)));
  for (const title of unused) console.log(`✗ no test has run whose title matches "${title}"`);
  return unused.length === 0;
}

const started = performance.now();
copyProject();
const withinLimits = chosen
  .map(([recipe, edits]) => staysWithin(recipe, edits.limit, follow(edits)))
  .every(Boolean);
const hasGenerated = await generate();
const checked = await runTogether(
  [
    { name: 'types', command: 'tsc', args: ['-p', '.', ...TYPES] },
    { name: 'boundaries', command: 'depcruise', args: ['src', '--config', '.dependency-cruiser.cjs'] },
    {
      name: 'affected tests',
      command: 'vitest',
      args: [
        'run',
        '--configLoader=runner',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...chosen.flatMap(([, { tests }]) => tests),
        '--testNamePattern',
        titles.join('|'),
      ],
    },
  ],
  copy,
);
const passed = withinLimits && hasGenerated && checked && allRan();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `recipes ${passed ? 'work' : 'fail'} (${chosen.map(([recipe]) => recipe).join(', ')}), ${seconds} s`,
);
process.exitCode = passed ? 0 : 1;
