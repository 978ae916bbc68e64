import { readFileSync } from 'node:fs';
import type { KitId } from '../../src/contract/entities';
import { parseWorkbook } from '../../src/features/patients/import/parse-workbook';
import { type Figure, median } from '../lib/bench';

const fixture = new URL('../../tests/fixtures/import/rows-10001.xlsx', import.meta.url);
const kits = [1, 2, 3].map((position) => ({ id: `kit-${position}` as KitId, name: `Kit ${position}` }));
const runs = 5;

async function timeOneImport(bytes: Uint8Array): Promise<number> {
  const start = performance.now();
  await parseWorkbook(bytes, { fileName: 'rows-10001.xlsx', kits });
  return performance.now() - start;
}

/** Times the parsing of a LibreOffice file of 10,001 rows, of which 10,000 are kept; median of five runs. */
export async function run(): Promise<Figure[]> {
  const bytes = new Uint8Array(readFileSync(fixture));
  const times: number[] = [];
  for (let round = 0; round < runs; round++) times.push(await timeOneImport(bytes));
  return [
    {
      what: 'import of 10,000 rows .xlsx, first run',
      value: times[0] ?? 0,
      unit: 'ms',
      budget: 800,
      floor: 629,
    },
    {
      what: 'import of 10,000 rows .xlsx, median of 5',
      value: median(times),
      unit: 'ms',
      budget: 800,
      floor: 629,
    },
  ];
}
