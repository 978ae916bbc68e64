import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationNames } from '@/contract/contract';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { ROOT } from './lib/run';

/** `--prism` and `--dredd` then compare the mock server's responses with the document. */

// Not committed: the contract says the same, and the mock server responds with it to `/openapi.json`.
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const file = join(ROOT, '.cache/openapi.json');
writeFileSync(file, openApiFile());
console.log(`${operationNames.length} operations in .cache/openapi.json`);

if (process.argv.includes('--prism')) {
  const { runPrism } = await import('./lib/prism');
  const result = await runPrism(file);
  for (const violation of result?.violations ?? []) console.log(violation);
  if (result) console.log(`Prism: ${result.sent} responses, ${result.violations.length} violations`);
  if (result?.violations.length !== 0) process.exitCode = 1;
}
if (process.argv.includes('--dredd')) {
  const { runDredd } = await import('./lib/dredd');
  const result = await runDredd(file);
  const lines = result?.output.trimEnd().split('\n') ?? [];
  for (const line of result?.ok ? lines.filter((each) => each.includes('passing')) : lines) console.log(line);
  if (!result?.ok) process.exitCode = 1;
}
