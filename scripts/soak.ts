import { parseArgs } from 'node:util';
import { errorMessage } from '@/mocks/world/error-message';
import { freshBuild, inBuilds } from './bench/support/bench-browser';
import { serveBuild } from './build/serve-build';
import { engines, ensureEngine } from './find-engines';
import { readOptions } from './lib/options';
import { inFirefox, inWebKit, type SoakBrowser, soakInChromium } from './soak/browsers';
import { soak } from './soak/soak';

/**
 * Random but valid use of the built demo, with a fifth of calls failing: `tsx scripts/soak.ts --minutes 120 --seed 7`.
 * Prints its figures, or how to replay the failure. `--engine firefox` or `webkit` takes another browser, `--build
 * FOLDER` a build that is there, `--pause 3000` rests so many milliseconds between two flows.
 */
const { values } = readOptions(() =>
  parseArgs({
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      pause: { type: 'string' },
      engine: { type: 'string', default: 'chromium' },
      build: { type: 'string' },
    },
  }),
);

function numberOf(name: 'minutes' | 'seed' | 'pause', otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (Number.isFinite(value)) return value;
  throw new Error(`--${name} needs a number.`);
}

/** Calls `work` with the chosen browser, and ends the browser. */
async function withBrowser<Result>(work: (browser: SoakBrowser) => Promise<Result>): Promise<Result> {
  const dir = values.build ?? (await freshBuild('demo'));
  if (values.engine === 'chromium')
    return inBuilds([dir], async (browser, baseURL = '') =>
      work(soakInChromium(await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } }))),
    );
  const engine = engines.find(({ name }) => name === values.engine);
  if (engine === undefined) throw new Error('--engine is chromium, firefox or webkit.');
  const found = await ensureEngine(engine);
  if (found === undefined) throw new Error(`There is no ${engine.name} here.`);
  const server = await serveBuild({ dir });
  try {
    if (engine.name === 'firefox') return await inFirefox(server.url, found.FIREFOX_PATH, work);
    if (found.WEBKIT_PATH === undefined) throw new Error('The soak drives WebKitGTK only.');
    return await inWebKit(server.url, found.WEBKIT_PATH, work);
  } finally {
    await server.close();
  }
}

try {
  const seed = numberOf('seed', Math.floor(Math.random() * 1_000_000));
  const seconds = numberOf('minutes', 30) * 60;
  const report = await withBrowser((browser) =>
    soak({ seed, seconds, pause: numberOf('pause', 0), browser, onRest: (line) => console.error(line) }),
  );
  console.log(JSON.stringify(report, null, 2));
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
