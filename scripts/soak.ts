import { parseArgs } from 'node:util';
import { freshBuild, inBuilds } from './bench/support/bench-browser';
import { soakInChromium } from './soak/browsers';
import { soak } from './soak/soak';

/**
 * Random but valid use of the built demo, with a fifth of calls failing: `tsx scripts/soak.ts --minutes 120 --seed 7`.
 * Prints its figures, or how to replay the failure. `--build FOLDER` takes a build that is there.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, build: { type: 'string' } },
});

function numberOf(name: 'minutes' | 'seed', otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (Number.isFinite(value)) return value;
  throw new Error(`--${name} needs a number.`);
}

try {
  const seed = numberOf('seed', Math.floor(Math.random() * 1_000_000));
  const seconds = numberOf('minutes', 30) * 60;
  const report = await inBuilds([values.build ?? (await freshBuild('demo'))], async (browser, baseURL = '') =>
    soak({
      seed,
      seconds,
      browser: soakInChromium(await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })),
      onRest: (line) => console.error(line),
    }),
  );
  console.log(JSON.stringify(report, null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
