import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { errorMessage } from '@/mocks/world/error-message';
import { readOptions } from './lib/options';
import { ROOT, run } from './lib/run';

/**
 * Builds the last commit in two clean clones that differ in path, user, language, time zone and date, and in whether
 * packages may run install scripts, and compares every file of both builds.
 */

readOptions(() => parseArgs({}));

const BUILDS = { dist: 'build', 'dist-demo': 'build:demo' } as const;
const DAY_MS = 86_400_000;

/** Preloaded into Node: moves its clock into another year and to the other half of the year. */
const laterClock = `
const real = Date;
const now = () => real.now() + ${540 * DAY_MS};
globalThis.Date = new Proxy(real, {
  apply: () => new real(now()).toString(),
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
`;

async function inFolder(cwd: string, command: string, args: string[], env = {}): Promise<string> {
  const { ok, output } = await run(command, args, { cwd, env });
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${output}`);
  return output;
}

interface Clone {
  readonly path: string;
  readonly install: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function buildIn({ path, install, env }: Clone): Promise<void> {
  await inFolder(ROOT, 'git', ['clone', '--quiet', '--no-hardlinks', ROOT, path]);
  await inFolder(path, 'npm', ['ci', '--no-audit', '--no-fund', ...install]);
  for (const script of Object.values(BUILDS)) await inFolder(path, 'npm', ['run', script], env);
}

/** Each file's hash, by its path in the folder. */
const hashesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(folder, file)).isFile())
      .sort()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex'),
      ]),
  );

/** Compares a build of both clones and prints its hash, or the files that differ. Returns whether they are equal. */
function isSame(build: string, one: Clone, other: Clone): boolean {
  const [left, right] = [hashesOf(join(one.path, build)), hashesOf(join(other.path, build))];
  const files = [...new Set([...left.keys(), ...right.keys()])];
  const differing = files.filter((file) => left.get(file) !== right.get(file));
  const hash = createHash('sha256')
    .update(JSON.stringify([...left]))
    .digest('hex');
  console.log(
    differing.length === 0
      ? `✓ ${build}: ${files.length} files, ${hash}`
      : `✗ ${build}: these files differ: ${differing.join(', ')}`,
  );
  return differing.length === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'kitwell-same-'));
const preload = join(folder, 'later-clock.mjs');
writeFileSync(preload, laterClock);
const user = { USER: 'someone', LOGNAME: 'someone', HOME: join(folder, 'home') };
const one: Clone = { path: join(folder, 'one'), install: [], env: {} };
const other: Clone = {
  path: join(folder, 'another/folder of another user/kitwell'),
  install: ['--ignore-scripts'],
  env: {
    ...user,
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C',
    TZ: 'Pacific/Auckland',
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  },
};

try {
  const year = await inFolder(folder, 'node', ['-p', 'new Date().getFullYear()'], other.env);
  console.log(`Building the last commit twice, the second time in ${year.trim()}`);
  await buildIn(one);
  await buildIn(other);
  const same = Object.keys(BUILDS).map((build) => isSame(build, one, other));
  process.exitCode = same.every(Boolean) ? 0 : 1;
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
