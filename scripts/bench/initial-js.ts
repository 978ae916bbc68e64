import type { Figure } from '../lib/bench';
import { initialJs } from '../lib/initial-js';
import { ROOT, run as runTool } from '../lib/run';

/** The JavaScript that a visitor of `/` waits for, read from a production build made for the purpose. */
export async function run(): Promise<Figure[]> {
  const outDir = `${ROOT}/.cache/bench-build`;
  const built = await runTool('tsx', ['scripts/build.ts', '--out', outDir]);
  if (!built.ok) throw new Error(built.output);
  const { kilobytes } = initialJs(outDir);
  return [{ what: 'initial JS of /, gzip', value: kilobytes, unit: 'kB', budget: 105, floor: 97 }];
}
