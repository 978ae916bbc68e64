import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisories, advisoriesOn, type LockedPackage } from '../../scripts/lib/advisories';
import { ROOT, run } from '../../scripts/lib/run';

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** It comes inside the package that needs it, and with that package's hash. */
  readonly inBundle?: boolean;
}
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string) => JSON.parse(read(file));
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
    const unsure = entries.filter(
      ([, { integrity = '', inBundle }]) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity),
    );
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
          `${found.name}@${found.version} at ${found.place}: ${ids}, fixed in ${ranges.at(-1)?.fixed}`,
      ),
    );
    expect(affected).toEqual([]);
  });
});

describe('the list of accepted packages', () => {
  /** One line per package: its name, its license, and whether it runs a script when it is installed. */
  const LIST = 'tests/toolchain/accepted-packages.txt';
  const accepted = read(LIST).trim().split('\n');
  const inLock = new Set(
    entries.map(([, { license, hasInstallScript }], index) =>
      [
        `${locked[index]?.name} ${license ?? 'no license'}`,
        ...(hasInstallScript ? ['runs a script when installed'] : []),
      ].join(', '),
    ),
  );

  it('has every package of the lock: read what a new one is and who publishes it, then add its line', () => {
    expect([...inLock].filter((line) => !accepted.includes(line))).toEqual([]);
  });

  it('has no other package, and is sorted', () => {
    expect(accepted.filter((line) => !inLock.has(line))).toEqual([]);
    expect(accepted).toEqual([...accepted].sort());
  });
});

interface Component {
  readonly 'bom-ref': string;
  readonly hashes?: readonly { readonly content: string }[];
}

it('the CycloneDX list has the packages of the lock with their hashes, and no others', async () => {
  const { output } = await run('npm', ['run', '--silent', 'sbom']);
  const { components }: { components: readonly Component[] } = JSON.parse(output.slice(output.indexOf('{')));
  // The list names a version once; the lock has it at each place where it is installed.
  const own = `${json(`${OWN_PACKAGE}/package.json`).name}@`;
  const named = components.filter((component) => !component['bom-ref'].startsWith(own));
  expect(named.map((component) => component['bom-ref']).sort()).toEqual(
    [...new Set(locked.map(({ name, version }) => `${name}@${version}`))].sort(),
  );
  const hex = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  const hashes = new Map(
    entries.map(([, { integrity = '' }], index) => [
      hex(integrity),
      `${locked[index]?.name}@${locked[index]?.version}`,
    ]),
  );
  for (const { 'bom-ref': ref, hashes: listed = [] } of named)
    for (const { content } of listed) expect(hashes.get(content)).toBe(ref);
});

describe('the list of advisories', () => {
  it.each([
    ['xlsx of npm, had it come under the alias', '@e965/xlsx', '0.18.5', true],
    ['the last affected version', 'dompurify', '3.4.12', true],
    ['the first fixed version', 'dompurify', '3.4.13', false],
    ['a fixed older line', 'picomatch', '2.3.2', false],
    ['an affected newer line', 'picomatch', '4.0.3', true],
    ['a version of two digits', 'vite', '8.0.9', true],
    ['a package without advisories', 'react', '19.3.1', false],
  ])('judges %s', (_, name, version, affected) => {
    expect(advisoriesOn({ name, version }).length > 0).toBe(affected);
  });

  it('is about packages that we have', () => {
    const names = new Set(locked.map(({ name }) => name));
    expect(advisories.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});
