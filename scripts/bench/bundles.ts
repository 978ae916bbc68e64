import type { Figure } from '../lib/bench';
import { benchBuild } from '../lib/bench-build';
import { dashboardJs, initialJs, JS_BUDGETS } from '../lib/initial-js';

/** The JavaScript that visitors wait for, read from the build's folder; `npm test` fails beyond the same budgets. */
export async function run(): Promise<Figure[]> {
  const outDir = await benchBuild();
  return [
    {
      what: 'JS to an interactive /, gzip',
      value: initialJs(outDir).kilobytes,
      unit: 'kB',
      budget: JS_BUDGETS.start,
      floor: 97,
    },
    {
      what: 'JS to an interactive dashboard, gzip',
      value: dashboardJs(outDir).kilobytes,
      unit: 'kB',
      budget: JS_BUDGETS.dashboard,
    },
  ];
}
