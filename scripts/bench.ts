import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, type Figure, rounded } from './bench/support/bench';
import { readOptions, requireNames } from './lib/options';
import { ROOT } from './lib/run';

// `npm run bench -- import` runs only scripts/bench/import.ts.
const folder = join(ROOT, 'scripts/bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));
const wanted = readOptions(() => {
  const { positionals } = parseArgs({ allowPositionals: true });
  requireNames('benchmark', positionals, names);
  return positionals.length === 0 ? names : positionals;
});

const keeps = ({ value, budget }: Figure): boolean => value <= budget;

const toRow = (figure: Figure): string[] => [
  figure.what,
  `${rounded(figure.value)} ${figure.unit}`,
  `≤ ${figure.budget}`,
  figure.measured ?? '',
  keeps(figure) ? '' : 'MISSED',
];

const started = performance.now();
const figures: Figure[] = [];
for (const name of wanted) {
  const bench: Bench = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  console.error(`measuring ${name} …`);
  figures.push(...(await bench.run()));
}

const rows = [['what', 'value', 'budget', 'measured; spread', ''], ...figures.map(toRow)];
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
const line = (row: readonly string[]): string =>
  row
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join(' | ')
    .trimEnd();
console.log(rows.map(line).join('\n'));
const missed = figures.filter((figure) => !keeps(figure)).length;
const minutes = (performance.now() - started) / 60_000;
console.log(
  `\n${figures.length - missed} of ${figures.length} within their budgets, in ${minutes.toFixed(1)} min`,
);
process.exitCode = missed === 0 ? 0 : 1;
