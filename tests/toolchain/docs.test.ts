import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Paths in backticks, and targets of links, that name a file or folder of this repository. */
function pathsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  // README names files that its reader makes.
  const named =
    file === 'README.md'
      ? []
      : [...text.matchAll(/`((?:src|packages|tests|scripts|docs)\/[^`\s]+)`/g)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [...named, ...linked].filter((path) => !/[<*{]/.test(path));
}

it('every path that a document names exists', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file));
  const missing = ['README.md', 'CONTRIBUTING.md', ...pages].flatMap((file) =>
    pathsIn(file)
      .filter((path) => !existsSync(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});
