import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const name = process.argv[2];
const chosen = Object.entries(recipes).filter(([recipe]) => name === undefined || recipe === name);
if (chosen.length === 0) {
  console.error(`There is no recipe "${name}". Recipes: ${Object.keys(recipes).join(', ')}.`);
  process.exit(1);
}

const copy = join(ROOT, '.cache/recipe');
// Kept between runs: the type checker then checks only what has changed.
const TYPES = ['--incremental', '--tsBuildInfoFile', '../recipe.tsbuildinfo'];

// By name instead of asking git, so that it also works in a downloaded archive.
const NOT_COPIED = ['node_modules', '.git', '.cache', 'dist', 'dist-demo', 'coverage', 'test-results'];

function copyProject(): void {
  rmSync(copy, { recursive: true, force: true });
  for (const entry of readdirSync(ROOT))
    if (!NOT_COPIED.includes(entry)) cpSync(join(ROOT, entry), join(copy, entry), { recursive: true });
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

const started = performance.now();
copyProject();
const short = chosen.map(([recipe, edits]) => staysWithin(recipe, edits.limit, follow(edits))).every(Boolean);
const generated = await generate();
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
        ...chosen.flatMap(([, { tests }]) => tests),
        '--testNamePattern',
        chosen.map(([, { names }]) => names).join('|'),
      ],
    },
  ],
  copy,
);
const passed = short && generated && checked;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `recipes ${passed ? 'work' : 'fail'} (${chosen.map(([recipe]) => recipe).join(', ')}), ${seconds} s`,
);
process.exitCode = passed ? 0 : 1;
