import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run';

const versionIn = (home: string, name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
};

/**
 * Installs packages that only one command needs, outside the lock file. They stay installed.
 *
 * @param folder a name below `.cache`
 * @param packages exact versions by package name
 * @param withPeers false: their peer packages are those of the project
 * @returns the folder with the packages; null (reported on the console) if the registry can't be reached
 */
export async function installAside(
  folder: string,
  packages: Readonly<Record<string, string>>,
  withPeers = true,
): Promise<string | null> {
  const home = join(ROOT, '.cache', folder);
  const wanted = Object.entries(packages);
  const isThere = () => wanted.every(([name, version]) => versionIn(home, name) === version);
  const modules = join(home, 'node_modules');
  if (isThere()) return modules;
  mkdirSync(home, { recursive: true });
  const quietly = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  if (!withPeers) quietly.push('--legacy-peer-deps');
  const specs = wanted.map(([name, version]) => `${name}@${version}`);
  const { ok, output } = await run('npm', ['install', '--prefix', home, ...quietly, ...specs]);
  if (ok && isThere()) return modules;
  console.error(`${specs.join(', ')} could not be installed, so these rows are skipped:\n${output.trim()}`);
  return null;
}
