import { parseArgs } from 'node:util';
import { run as importing } from './bench/import';
import { run as list } from './bench/list';
import { run as mock } from './bench/mock';
import { run as pages } from './bench/pages';
import { type Figure, rounded } from './bench/support/bench';
import { readOptions, requireNames } from './lib/options';

const benchmarks = { import: importing, list, mock, pages };
const names = Object.keys(benchmarks) as (keyof typeof benchmarks)[];
/** `npm run bench -- import` runs only this one. */
const selected = readOptions(() => {
  const { positionals } = parseArgs({ allowPositionals: true });
  requireNames('benchmark', positionals, names);
  return positionals.length === 0 ? names : names.filter((name) => positionals.includes(name));
});

const started = performance.now();
const figures: Figure[] = [];
for (const name of selected) {
  console.error(`measuring ${name} …`);
  figures.push(...(await benchmarks[name]()));
}

for (const { what, value, unit, budget, measured } of figures) {
  const note = measured === undefined ? '' : ` (${measured})`;
  console.log(`${value <= budget ? '✓' : '✗'} ${what}: ${rounded(value)} ${unit}, budget ${budget}${note}`);
}
const withinBudget = figures.filter(({ value, budget }) => value <= budget).length;
const minutes = (performance.now() - started) / 60_000;
console.log(`\n${withinBudget} of ${figures.length} within their budgets, in ${minutes.toFixed(1)} min`);
process.exitCode = withinBudget === figures.length ? 0 : 1;
