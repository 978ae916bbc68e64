import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '@kitwell/mock-engine/hosts/http/usage-error';
import { samples } from '@tests/mocks/samples/samples';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import { comparedPart, contractChanges, undeclaredIn } from './lib/contract-changes';
import { readOptions } from './lib/options';
import { ROOT, run } from './lib/run';

/**
 * Compares the contract of the working tree with that of a commit. Fails if a change would break a client and is not
 * declared in docs/breaking-changes.md. `--release` compares it with the released contract, as `npm test` does, and then
 * makes it the released one.
 */

const { values } = readOptions(() => {
  const options = parseArgs({
    options: { base: { type: 'string', default: 'HEAD' }, release: { type: 'boolean', default: false } },
  });
  const { base, release } = options.values;
  if (release) return options;
  const { status } = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`],
    {
      cwd: ROOT,
    },
  );
  if (status !== 0) throw new UsageError(`--base must be a commit, not "${base}".`);
  return options;
});
const DECLARED = join(ROOT, 'docs/breaking-changes.md');
const RELEASED = join(ROOT, 'docs/contract.json');

/** The OpenAPI document of a commit, made by that commit's own code. */
async function documentOf(commit: string): Promise<string> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // Inside the project, so that it finds its packages, except that of the mock engine: the commit has its own.
  const folder = mkdtempSync(join(ROOT, '.cache/contract-'));
  try {
    const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 512 * 1024 * 1024 });
    execFileSync('tar', ['-x', '-C', folder], { input: files });
    mkdirSync(join(folder, 'node_modules/@kitwell'), { recursive: true });
    symlinkSync(
      join(folder, 'packages/mock-engine'),
      join(folder, 'node_modules/@kitwell/mock-engine'),
      'junction',
    );
    const made = await run('tsx', ['scripts/openapi.ts'], { cwd: folder });
    if (!made.ok) throw new Error(made.output);
    return readFileSync(join(folder, '.cache/openapi.json'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const after: unknown = JSON.parse(comparedPart(JSON.parse(openApiFile(samples))));
const base = values.release ? 'the release' : values.base;
const text = values.release ? readFileSync(RELEASED, 'utf8') : await documentOf(values.base);
const before: unknown = JSON.parse(comparedPart(JSON.parse(text)));

const changes = contractChanges(before, after);
const declared = existsSync(DECLARED) ? readFileSync(DECLARED, 'utf8') : '';
const breaking = changes.filter(({ breaks }) => breaks);
const undeclared = undeclaredIn(changes, declared);

for (const { line } of changes.filter(({ breaks }) => !breaks)) console.log(`compatible  ${line}`);
for (const change of breaking) {
  console.log(`${undeclared.includes(change) ? 'BREAKING  ' : 'declared  '}  ${change.line}`);
}
console.log(
  `${changes.length} changes since ${base}: ${breaking.length} break clients, ${undeclared.length} of them undeclared`,
);
if (undeclared.length > 0) {
  console.log(
    'Copy each line that is meant into docs/breaking-changes.md, and say there what clients must do.',
  );
  process.exitCode = 1;
} else if (values.release) {
  writeFileSync(RELEASED, `${comparedPart(after)}\n`);
}
