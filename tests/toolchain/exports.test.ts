import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Files = ReadonlyMap<string, string>;

/** Exports that are used only from outside this project's files, and by what. */
const USED_OUTSIDE = new Map([
  ['src/mocks/worker/cookie-store.stub.ts', 'a library, through an alias of src/mocks/vite-plugin.ts'],
  ['scripts/bench/*.ts', 'scripts/bench.ts, which takes every file of the folder'],
]);

const isUsedOutside = (file: string) =>
  USED_OUTSIDE.has(file) || USED_OUTSIDE.has(file.replace(/[^/]+\.ts$/, '*.ts'));

function readAll(...folders: readonly string[]): Files {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return new Map(
    [...paths, 'vite.config.ts', 'playwright.config.ts']
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

const listed = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');

function exportsOf(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
  );
  const lists = source.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...lists].flatMap(([, names = '']) => listed(names).map((name) => name.replace(/^.* as /, ''))),
  ];
}

/** All names that a file imports or re-exports from another one, with those files. */
function takenFrom(files: Files): Map<string, Set<string>> {
  const takers = new Map<string, Set<string>>();
  for (const [file, source] of files)
    for (const [, names = ''] of source.matchAll(/^(?:import|export) [^{;'"]*\{([^}]*)\}\s*from '/gm))
      for (const name of listed(names).map((taken) => taken.replace(/ as .*$/, '')))
        takers.set(name, (takers.get(name) ?? new Set()).add(file));
  return takers;
}

/** Sources that import whole modules: any name in such a file may be a use. */
const takesModules = (source: string) => /\bimport\(|^import (?:type )?\* as /m.test(source);

function unusedExports(files: Files): string[] {
  const takers = takenFrom(files);
  const loose = [...files].filter(([, source]) => takesModules(source));
  return [...files].flatMap(([file, source]) =>
    exportsOf(source)
      .filter((name) => {
        const byName = [...(takers.get(name) ?? [])].some((taker) => taker !== file);
        const mention = new RegExp(`\\b${name}\\b`);
        return !byName && !loose.some(([other, text]) => other !== file && mention.test(text));
      })
      .map((name) => `${file} › ${name}`),
  );
}

describe('exports', () => {
  it('are each asked for by another file', () => {
    const files = readAll('src', 'scripts', 'tests');
    expect(files.size).toBeGreaterThan(600);
    const unused = unusedExports(files).filter((found) => !isUsedOutside(found.split(' › ')[0] ?? ''));
    expect(unused).toEqual([]);
  });

  it('would be listed if unused', () => {
    const files = new Map([
      ['kit.ts', 'export const kit = 1;\nexport type KitId = string;\nexport const send = () => kit;'],
      ['order.ts', "import { kit as sent, type KitId } from './kit';\nexport { send } from './kit';"],
      ['page.ts', "void import('./order').then(({ send }) => send());"],
      ['lost.ts', 'export function lost() {\n  return lost;\n}'],
    ]);
    expect(unusedExports(files)).toEqual(['lost.ts › lost']);
  });
});
