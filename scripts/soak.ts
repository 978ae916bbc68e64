import { inDemo } from './lib/in-demo';
import { soak } from './lib/soak/soak';

/**
 * Random but valid use of the built demo, with a fifth of all calls failing: `tsx scripts/soak.ts --minutes 30 --seed 7`.
 * Prints its figures, or what is needed to replay the failure.
 */
const numberAfter = (flag: string, otherwise: number): number => {
  const at = process.argv.indexOf(flag);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(value)) throw new Error(`${flag} needs a number.`);
  return value;
};

const seed = numberAfter('--seed', Math.floor(Math.random() * 1_000_000));
const seconds = numberAfter('--minutes', 30) * 60;
const port = numberAfter('--port', 4197);

try {
  const report = await inDemo(port, async (browser) => {
    const context = await browser.newContext({
      baseURL: `http://localhost:${port}/`,
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
