import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '@/mocks/hosts/http/usage-error';
import { type Bench, type Figure, rounded } from './bench/support/bench';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

// `npm run bench -- import` runs only the modules whose name contains "import".
const folder = join(ROOT, 'scripts/bench');
const modules = readdirSync(folder).filter((file) => file.endsWith('.ts'));
const { wanted, files } = readOptions(() => {
  const [name, ...others] = parseArgs({ allowPositionals: true }).positionals;
  const found = modules.filter((file) => file.includes(name ?? '')).sort();
  if (found.length > 0 && others.length === 0) return { wanted: name, files: found };
  const names = modules.map((file) => file.replace(/\.ts$/, '')).join(', ');
  throw new UsageError(`Name one benchmark, or a part of its name: ${names}.`);
});

const keeps = ({ value, budget, atLeast = false }: Figure): boolean =>
  value === null || (atLeast ? value >= budget : value <= budget);

const toRow = (figure: Figure): string[] => [
  figure.what,
  figure.value === null ? 'skipped' : `${rounded(figure.value)} ${figure.unit}`,
  `${figure.atLeast ? '≥' : '≤'} ${figure.budget}`,
  figure.measured ?? '',
  keeps(figure) ? '' : 'MISSED',
];

const started = performance.now();
const figures: Figure[] = [];
for (const file of files) {
  const bench: Bench = await import(pathToFileURL(join(folder, file)).href);
  if (bench.onlyByName && wanted === undefined) continue;
  console.error(`measuring ${file.replace(/\.ts$/, '')} …`);
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
