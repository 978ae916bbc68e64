import { parseArgs } from 'node:util';
import { demoPage } from './bench/support/bench-browser';
import { soak } from './soak/soak';

/**
 * Random but valid use of the built demo, with a fifth of calls failing: `tsx scripts/soak.ts --minutes 30 --seed 7`.
 * Prints its figures, or how to replay the failure.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
});

function numberOf(name: keyof typeof values, otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (Number.isFinite(value)) return value;
  throw new Error(`--${name} needs a number.`);
}

try {
  const seed = numberOf('seed', Math.floor(Math.random() * 1_000_000));
  const seconds = numberOf('minutes', 30) * 60;
  const report = await demoPage(async (browser, baseURL) => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1440, height: 900 },
    });
    context.setDefaultTimeout(20_000);
    return await soak({
      seed,
      seconds,
      newPage: () => context.newPage(),
      onRest: (heap) => console.error(`heap ${heap.at(-1)} MB`),
    });
  });
  console.log(JSON.stringify(report, null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
