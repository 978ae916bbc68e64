import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineCharts } from './lib/machine-charts';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

readOptions(() => parseArgs({}));

const target = join(ROOT, 'docs/machines');
const charts = await machineCharts();

// Remove charts whose machine no longer exists.
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [file, text] of charts) writeFileSync(join(target, file), text);
console.log(`${charts.size - 1} machines in docs/machines/`);
