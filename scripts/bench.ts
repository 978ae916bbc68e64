import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench, Figure } from './lib/bench';
import { ROOT } from './lib/run';

// `npm run bench -- import` runs only the modules whose name contains "import".
const wanted = process.argv[2] ?? '';
const folder = join(ROOT, 'scripts/bench');
const modules = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file.includes(wanted))
  .sort();

const withUnit = (value: number | undefined, unit: string): string =>
  value === undefined ? '' : `${Number(value.toPrecision(3))} ${unit}`;

function verdict({ value, budget, atLeast = false }: Figure): string {
  if (value === null) return 'skipped';
  if (atLeast) return value >= budget ? '' : 'below budget';
  return value <= budget ? '' : 'over budget';
}

const toRow = (figure: Figure): string[] => [
  figure.what,
  withUnit(figure.value ?? undefined, figure.unit),
  withUnit(figure.budget, figure.unit),
  withUnit(figure.floor, figure.unit),
  verdict(figure),
];

const rows = [['what', 'value', 'budget', 'floor', '']];
for (const file of modules) {
  const { run }: { run: Bench } = await import(pathToFileURL(join(folder, file)).href);
  console.error(`measuring ${file.replace(/\.ts$/, '')} …`);
  rows.push(...(await run()).map(toRow));
}

const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
const line = (row: readonly string[]): string =>
  row
    .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
    .join(' | ');
console.log(rows.map(line).join('\n'));
