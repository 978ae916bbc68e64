import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK_FILE, SHELL_FILE } from './build/deep-link-fallback';
import { beforeAppJs, dashboardJs, initialJs, JS_BUDGETS } from './build/initial-js';
import { mockTraces } from './lib/mock-traces';

/** Modules that the first interaction on the start page must not load. */
const NEVER_AT_FIRST =
  /node_modules\/(@e965\/)?(xlsx|libphonenumber-js|swiper|@stripe|react-toastify|xstate|zod|@base-ui|@reduxjs)\/|lib\/address\/google|features\/chat\/(?!chat-launcher)/;
const problems = mockTraces('dist');
for (const file of ['index.html', 'info.html', 'login.html', SHELL_FILE, FALLBACK_FILE])
  if (!existsSync(join('dist', file))) problems.push(`dist/${file} is missing`);
for (const file of ['mock-worker.js', 'mockServiceWorker.js', FALLBACK_FILE])
  if (!existsSync(join('dist-demo', file))) problems.push(`dist-demo/${file} is missing`);

function gate(what: string, kilobytes: number, budget: number): void {
  const text = `${what}: ${kilobytes.toFixed(2)} kB gzip (budget ${budget})`;
  if (kilobytes > budget)
    problems.push(
      `${text}; fetch by import() what the first screen can do without (docs/decisions/0011, 0022)`,
    );
  else console.log(`  ${text}`);
}
const start = initialJs('dist');
gate('JS that / runs before anybody acts', beforeAppJs('dist'), JS_BUDGETS.beforeApp);
gate('JS to an interactive /', start.kilobytes, JS_BUDGETS.start);
gate('JS to an interactive dashboard', dashboardJs('dist').kilobytes, JS_BUDGETS.dashboard);
for (const module of start.modules)
  if (NEVER_AT_FIRST.test(module)) problems.push(`${module} is in the JS to an interactive /`);

for (const problem of problems) console.error(`  ${problem}`);
console.log(problems.length === 0 ? '✓ builds hold what they should, and no mock code in dist/' : '✗ builds');
process.exitCode = problems.length === 0 ? 0 : 1;
