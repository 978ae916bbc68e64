import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationNames } from '@/contract/contract';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { ROOT } from './lib/run';

writeFileSync(join(ROOT, 'docs/openapi.json'), openApiFile());
console.log(`${operationNames.length} operations in docs/openapi.json`);
