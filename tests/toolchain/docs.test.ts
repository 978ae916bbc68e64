import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Paths in backticks, and targets of links, that name a file or folder of this repository. */
function pathsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const named = [...text.matchAll(/`((?:src|tests|scripts|docs)\/[^`\s]+)`/g)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [...named, ...linked].filter((path) => !/[<*{]/.test(path));
}

describe('the paths in the documents', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/assumptions.md',
    'docs/asvs.md',
    'docs/coverage.md',
  ])('of %s exist', (file) => {
    const paths = pathsIn(file);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it('docs/asvs.md lists what the product reports, and nothing else', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const reported = files.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(/(?<![\w.])report\(\s*'([^']+)'/g)].map(
      ([, event]) => event,
    ),
  );
  const [, list = ''] = readFileSync('docs/asvs.md', 'utf8').split('These are all:\n');
  const listed = [...(list.split('\n| ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, event]) => event);
  expect(listed.toSorted()).toEqual([...new Set(reported)].toSorted());
});
