import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operationNames } from '@/contract/contract';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

/** With `--dredd`, Dredd then compares the mock server's responses with the document. */
const { dredd } = readOptions(() => parseArgs({ options: { dredd: { type: 'boolean' } } })).values;

// Not committed: the contract says the same, and the mock server responds with it to `/openapi.json`.
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const file = join(ROOT, '.cache/openapi.json');
writeFileSync(file, openApiFile());
console.log(`${operationNames.length} operations in .cache/openapi.json`);

if (dredd) {
  const { runDredd } = await import('./lib/dredd');
  const result = await runDredd(file);
  const lines = result?.output.trimEnd().split('\n') ?? [];
  for (const line of result?.ok ? lines.filter((each) => each.includes('passing')) : lines) console.log(line);
  if (!result?.ok) process.exitCode = 1;
}
