import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardJs, initialJs, JS_BUDGETS } from './build/initial-js';
import { FALLBACK_FILE, SHELL_FILE } from './build/manifest';
import { mockTraces } from './lib/mock-traces';

/** Checks what both builds contain, after `npm run build` and `npm run build:demo`. */

const problems = mockTraces('dist');
// Otherwise the check of the production build would mean nothing.
if (mockTraces('dist-demo').length === 0) problems.push('no mock code was found in dist-demo/');
for (const file of ['index.html', 'info.html', 'login.html', SHELL_FILE, FALLBACK_FILE])
  if (!existsSync(join('dist', file))) problems.push(`dist/${file} is missing`);
for (const file of ['mock-worker.js', 'mockServiceWorker.js', FALLBACK_FILE])
  if (!existsSync(join('dist-demo', file))) problems.push(`dist-demo/${file} is missing`);
for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.map')) problems.push(`dist/${file} is a source map`);

/** Scripts and style sheets that a page names without their hash. */
const UNCHECKED = /<(?:script|link)(?![^>]* integrity=)[^>]*\/assets\/[^"]+\.(?:js|css)"[^>]*>/g;
for (const file of readdirSync('dist').filter((name) => name.endsWith('.html')))
  for (const [element] of readFileSync(join('dist', file), 'utf8').matchAll(UNCHECKED))
    problems.push(`dist/${file} does not check the integrity of ${element}`);

/** Licenses of a page's package, a worker's, a style sheet's and a font's. */
const LICENSED = ['react', '@e965/xlsx', 'tailwindcss', '@fontsource-variable/newsreader'];
const licenses = readFileSync('dist/licenses.txt', 'utf8');
for (const name of LICENSED)
  if (!licenses.includes(`\n${name} `)) problems.push(`dist/licenses.txt lacks ${name}`);

function gate(what: string, kilobytes: number, budget: number): void {
  const text = `${what}: ${kilobytes.toFixed(2)} kB gzip (budget ${budget})`;
  if (kilobytes > budget)
    problems.push(
      `${text}; fetch by import() what the first screen can do without (docs/decisions/0017)`,
    );
  else console.log(`  ${text}`);
}
gate('JS to an interactive /', initialJs('dist'), JS_BUDGETS.start);
gate('JS to an interactive dashboard', dashboardJs('dist'), JS_BUDGETS.dashboard);

for (const problem of problems) console.error(`  ${problem}`);
console.log(problems.length === 0 ? '✓ builds hold what they should, and no mock code in dist/' : '✗ builds');
process.exitCode = problems.length === 0 ? 0 : 1;
