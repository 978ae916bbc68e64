import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engines, ensureEngine } from './find-engines';
import { countsText, readPlaywrightCounts } from './lib/counts';
import { readOptions, requireNames } from './lib/options';
import { REPORTS, run } from './lib/run';

/**
 * Runs the same specs in Chromium, Firefox and WebKit: `npm run test:engines`, `-- firefox` for one of them. A browser
 * that can't be had is reported and fails the command, except with `--available`.
 */
const { positionals: wanted, values } = readOptions(() => {
  const options = parseArgs({
    allowPositionals: true,
    options: { available: { type: 'boolean', default: false } },
  });
  requireNames(
    'engine',
    options.positionals,
    engines.map(({ name }) => name),
  );
  return options;
});
const chosen = engines.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const built = await run('tsx', ['scripts/build.ts', '--demo'], { live: true });
if (!built.ok) process.exit(1);

const lines: string[] = [];
let passed = true;
for (const engine of chosen) {
  const env = await ensureEngine(engine);
  if (env === undefined) {
    passed &&= values.available;
    lines.push(
      `${engine.name}: NOT RUN. Install ${engine.packages.join(', ')} (Debian), or run: npx playwright install ${engine.name}`,
    );
    continue;
  }
  const report = join(REPORTS, `${engine.name}.json`);
  rmSync(report, { force: true });
  const { ok, seconds } = await run('playwright', ['test', '-c', 'playwright.engines.config.ts'], {
    live: true,
    env,
  });
  const counts = readPlaywrightCounts(report);
  passed &&= ok && counts.failed === 0;
  lines.push(`${engine.name}: ${countsText(counts)}, ${seconds.toFixed(0)} s`);
}
console.log(`\n${lines.join('\n')}`);
process.exitCode = passed ? 0 : 1;
