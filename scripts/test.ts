import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@/mocks/world/error-message';
import { ensureChromium } from './find-chromium';
import { type Counts, countsText, readPlaywrightCounts, readVitestCounts, sum } from './lib/counts';
import { readOptions } from './lib/options';
import { REPORTS, run, runTogether } from './lib/run';

readOptions(() => parseArgs({}));

// An old report must not count for a run that did not get this far.
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

async function endToEnd(): Promise<boolean> {
  try {
    const CHROMIUM_PATH = await ensureChromium();
    console.log(`\nEnd-to-end tests on the demo build, in ${CHROMIUM_PATH}\n`);
    return (await run('playwright', ['test'], { live: true, env: { CHROMIUM_PATH } })).ok;
  } catch (error) {
    console.error(errorMessage(error));
    return false;
  }
}

const started = performance.now();
const checked = (await run('tsx', ['scripts/check.ts', '--all'], { live: true })).ok;
const counts: Counts[] = [readVitestCounts(join(REPORTS, 'vitest.json'))];

console.log('');
const built = await runTogether([
  { name: 'production build', command: 'tsx', args: ['scripts/build.ts'] },
  { name: 'demo build', command: 'tsx', args: ['scripts/build.ts', '--demo'] },
]);
const clean = built && (await run('tsx', ['scripts/inspect-build.ts'], { live: true })).ok;
const worked = built && (await endToEnd());
counts.push(readPlaywrightCounts(join(REPORTS, 'playwright.json')));

const total = sum(counts);
const passed = checked && clean && worked && total.failed === 0;
console.log(
  `\n${passed ? 'test passed' : 'test failed'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
console.log(countsText(total));
process.exitCode = passed ? 0 : 1;
