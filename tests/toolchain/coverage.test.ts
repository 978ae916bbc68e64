import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Row {
  readonly section: string;
  readonly promise: string;
  readonly file: string;
  readonly title: string;
}

const table = readFileSync('docs/coverage.md', 'utf8');
const lines = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| § |'));
const rows: Row[] = lines.map((line) => {
  const [section = '', promise = '', test = ''] = line.slice(2, -2).split(' | ');
  const [file = '', title = ''] = test.split(' › ');
  return { section, promise, file, title };
});

/** A file and its imports from the same folder, which may contain its test tables. */
function sourcesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/from '(\.\/[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), `${path}.ts`),
  );
  return [source, ...beside.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a source has a test, or a row of a test table, with this title. */
function hasTest(source: string, title: string): boolean {
  const literal = ["'", '"', '`']
    .map((quote) => `${quote}${escaped(title.replaceAll(quote, `\\${quote}`))}${quote}`)
    .join('|');
  const called = `(?:\\b(?:it|test)(?:\\.\\w+)?(?:<[^>]*>)?\\(|\\)\\()\\s*(?:${literal})`;
  return new RegExp(`${called}|(?:^|\\{)\\s*(?:${literal}): [{a-z]`, 'm').test(source);
}

describe('docs/coverage.md', () => {
  it('has no open row', () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter((row) => Object.values(row).some((cell) => cell.trim() === ''))).toEqual([]);
  });

  it('covers every section', () => {
    const sections = new Set(rows.map(({ section }) => section));
    for (const section of ['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9', 'notes', 'design'])
      expect(sections).toContain(section);
  });

  it('names tests that exist', () => {
    const lost = rows.filter(
      ({ file, title }) => !existsSync(file) || !sourcesOf(file).some((source) => hasTest(source, title)),
    );
    expect(lost.map(({ file, title }) => `${file} › ${title}`)).toEqual([]);
  });

  it('would notice a test that is gone', () => {
    const source = "it('stays', () => undefined);\nconst words = 'is only mentioned';";
    expect(hasTest(source, 'stays')).toBe(true);
    expect(hasTest(source, 'is only mentioned')).toBe(false);
    expect(hasTest(source, 'stay')).toBe(false);
  });
});
