import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { machineCharts } from '../../scripts/lib/machine-charts';
import { ROOT } from '../../scripts/lib/run';

it('docs/machines shows every machine as it is now (npm run machines regenerates it)', async () => {
  const folder = join(ROOT, 'docs/machines');
  const written = readdirSync(folder).map(
    (file) => [file, readFileSync(join(folder, file), 'utf8')] as const,
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await machineCharts()));
});
