import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '@tests/mocks/samples/samples';
import { operationNames } from '@/contract/contract';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { ROOT } from './lib/run';

// Not committed: the contract says the same, and the mock server responds with it to `/openapi.json`.
mkdirSync(join(ROOT, '.cache'), { recursive: true });
writeFileSync(join(ROOT, '.cache/openapi.json'), openApiFile(samples));
console.log(`${operationNames.length} operations in .cache/openapi.json`);
