import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { branchesOf } from '@kitwell/mock-engine/declaration';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { contract } from '@/contract/contract';
import { ensureChromium } from './find-chromium';
import { clearCoverage, describeCoverage, readCoverage, summarize } from './lib/branch-coverage';
import { type Counts, countsText, readPlaywrightCounts, readVitestCounts, sum } from './lib/counts';
import { readOptions } from './lib/options';
import { REPORTS, run, runTogether, type Step } from './lib/run';
import {
  boundaries,
  lint,
  otherTests,
  playwrightReport,
  productTests,
  types,
  unusedCode,
  vitestReport,
} from './lib/steps';

/** `npm test`; with `--rest` what `npm run test:all` runs after it. */
const { rest } = readOptions(() =>
  parseArgs({ options: { rest: { type: 'boolean', default: false } } }),
).values;

const started = performance.now();
// A report of an earlier run must not count. The rest adds to the counts of `npm test`.
if (!rest) rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

/** Only the catalogue tests serve every branch, so this is meaningful only after them. */
function allCovered(): boolean {
  const declared = Object.values(contract).map((call) => ({
    operation: call.operation,
    branches: branchesOf(call),
  }));
  const branches = summarize(declared, readCoverage());
  console.log(describeCoverage(branches));
  return branches.never.length === 0;
}

async function inChromium(name: string, args: readonly string[]): Promise<boolean> {
  try {
    const env = {
      CHROMIUM_PATH: await ensureChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport(name),
    };
    console.log(`\nTests on the demo build, in ${env.CHROMIUM_PATH}\n`);
    return (await run('playwright', ['test', ...args], { live: true, env })).ok;
  } catch (error) {
    console.error(errorMessage(error));
    return false;
  }
}

const demoBuild: Step = { name: 'demo build', command: 'tsx', args: ['scripts/build.ts', '--demo'] };
const productionBuild: Step = { name: 'production build', command: 'tsx', args: ['scripts/build.ts'] };

async function verdict(): Promise<boolean> {
  clearCoverage();
  const [checked, built] = await Promise.all([
    runTogether([types, lint, boundaries, unusedCode, productTests]),
    runTogether([demoBuild]),
  ]);
  const covered = allCovered();
  const worked = built && (await inChromium('smoke', ['--grep', '@smoke']));
  return checked && covered && worked;
}

async function others(): Promise<boolean> {
  // `npm test` has made the demo build.
  const [tested, built] = await Promise.all([runTogether([otherTests]), runTogether([productionBuild])]);
  const clean = built && (await run('tsx', ['scripts/inspect-build.ts'], { live: true })).ok;
  const worked = built && (await inChromium('others', ['--grep-invert', '@smoke']));
  const inEngines = built && (await run('tsx', ['scripts/engines.ts'], { live: true })).ok;
  return tested && clean && worked && inEngines;
}

const worked = await (rest ? others() : verdict());
const counts: Counts[] = [
  readVitestCounts(vitestReport(productTests.name)),
  readPlaywrightCounts(playwrightReport('smoke')),
  ...(rest
    ? [
        readVitestCounts(vitestReport(otherTests.name)),
        readPlaywrightCounts(playwrightReport('others')),
        // A browser that is not available has no report.
        ...['firefox', 'webkit']
          .map(playwrightReport)
          .filter((report) => existsSync(report))
          .map(readPlaywrightCounts),
      ]
    : []),
];
const total = sum(counts);
const passed = worked && total.failed === 0;
console.log(
  `\n${passed ? 'test passed' : 'test failed'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
console.log(countsText(total));
process.exitCode = passed ? 0 : 1;
