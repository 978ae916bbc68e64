import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineCharts } from './lib/machine-charts';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

readOptions(() => parseArgs({}));

const target = join(ROOT, 'docs/machines');
const charts = await machineCharts();

// Remove charts whose machine no longer exists. The README is written by hand.
for (const file of readdirSync(target)) if (file !== 'README.md') rmSync(join(target, file));
for (const [file, text] of charts) writeFileSync(join(target, file), text);
console.log(`${charts.size - 1} machines in docs/machines/`);
