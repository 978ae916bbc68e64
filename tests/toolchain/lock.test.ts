import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisories, advisoriesOn, type LockedPackage } from '../../scripts/lib/advisories';
import { ROOT } from '../../scripts/lib/run';

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { packages }: { packages: Readonly<Record<string, LockEntry>> } = json('package-lock.json');
/** A folder of the project with packages that need another TypeScript; the lock has it and a link to it. */
const OWN_PACKAGE = 'scripts/openapi-typescript';
const wanted: readonly Readonly<Record<string, Readonly<Record<string, string>>>>[] = [
  json('package.json'),
  json(`${OWN_PACKAGE}/package.json`),
];

const entries = Object.entries(packages).filter(
  ([place, { link, resolved }]) => !['', OWN_PACKAGE].includes(place) && !(link && resolved === OWN_PACKAGE),
);
const locked: LockedPackage[] = entries.map(([place, { name, version = '' }]) => ({
  // An alias has its own name in `node_modules`.
  name: name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
  version,
  place,
}));

describe('the lock', () => {
  it('has the integrity hash of every package', () => {
    const unsure = entries.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    expect(unsure.map(([place]) => place)).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });

  it('fetches from the registry that npm is configured for, never from an address of its own', () => {
    const addresses = entries.filter(([, { resolved, link }]) => resolved !== undefined || link);
    expect(addresses.map(([place]) => place)).toEqual([]);
  });

  it('has exact versions, so that every update is deliberate', () => {
    const pins = wanted
      .flatMap(({ dependencies, devDependencies }) => Object.values({ ...dependencies, ...devDependencies }))
      .filter((pin) => pin !== `file:${OWN_PACKAGE}`);
    expect(pins.filter((pin) => !/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
  });

  it('contains the fixed xlsx under its alias, and no other', () => {
    const sheets = locked.filter(({ name, place }) => /xlsx/.test(name) || place.endsWith('/xlsx'));
    expect(sheets).toEqual([{ name: '@e965/xlsx', version: '0.20.3', place: 'node_modules/xlsx' }]);
  });

  it('has no package with a known flaw', () => {
    const affected = locked.flatMap((found) =>
      advisoriesOn(found).map(
        ({ ids, ranges }) =>
          `${found.name}@${found.version} at ${found.place}: ${ids}, mended in ${ranges.at(-1)?.fixed}`,
      ),
    );
    expect(affected).toEqual([]);
  });
});

describe('the list of advisories', () => {
  it.each([
    ['xlsx of npm, had it come under the alias', '@e965/xlsx', '0.18.5', true],
    ['the last affected version', 'dompurify', '3.4.12', true],
    ['the first mended version', 'dompurify', '3.4.13', false],
    ['a mended older line', 'picomatch', '2.3.2', false],
    ['an affected newer line', 'picomatch', '4.0.3', true],
    ['a version of two digits', 'vite', '8.0.9', true],
    ['a package that nobody complained of', 'react', '19.3.1', false],
  ])('judges %s', (_, name, version, affected) => {
    expect(advisoriesOn({ name, version }).length > 0).toBe(affected);
  });

  it('is about packages that we have', () => {
    const names = new Set(locked.map(({ name }) => name));
    expect(advisories.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});
