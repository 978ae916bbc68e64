import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

interface LockEntry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  /** It comes inside the package that needs it, and with that package's hash. */
  readonly inBundle?: boolean;
}
const lock: { packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
// Without the repository and its workspaces.
const packages = Object.entries(lock.packages).filter(
  ([place, { link }]) => place.startsWith('node_modules/') && !link,
);
const placesOf = (chosen: (entry: LockEntry) => boolean) =>
  packages.filter(([, entry]) => chosen(entry)).map(([place]) => place);

/** Licenses that a product may ship: permissive ones. The demo ships the packages of the mock engine, too. */
const SHIPPED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
  '(MPL-2.0 OR Apache-2.0)',
];

describe('the lock', () => {
  it('has the integrity hash of every package', () => {
    const isUnsure = ({ integrity = '', inBundle }: LockEntry) =>
      !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity);
    expect(placesOf(isUnsure)).toEqual([]);
  });

  it('fetches from the registry that npm is configured for, never from an address of its own', () => {
    expect(placesOf(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('ships packages only under licenses that allow it', () => {
    const isBarred = ({ dev, devOptional, license = 'none' }: LockEntry) =>
      !dev && !devOptional && !SHIPPED.includes(license);
    expect(placesOf(isBarred)).toEqual([]);
  });

  it('has no install script that package.json does not decide about', () => {
    const decided = Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`);
    expect(placesOf(({ hasInstallScript = false }) => hasInstallScript)).toEqual(decided.toSorted());
  });
});
