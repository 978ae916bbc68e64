import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { beforeEach, expect, it, vi } from 'vitest';
import { ROOT } from '../../scripts/lib/run';

// The checker in JavaScript: its other builds need Java, or a binary for the platform.
beforeEach(() => {
  vi.stubEnv('RECHECK_BACKEND', 'pure');
});

interface Regex {
  readonly pattern: string;
  readonly flags: string;
}

/**
 * Limits how many characters are read, not the seconds: on a busy computer, an attack that takes a second counts as one that
 * worked. The random numbers start from the same seed each time.
 */
const check = ({ pattern, flags }: Regex) =>
  checkSync(pattern, flags, {
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    seedingTimeout: null,
    randomSeed: 0,
    // Of ten, which take half a minute: an expression that shows its fault only in a later one is not found.
    maxIteration: 3,
  });

/** The pattern of `new RegExp('…')`, where each value that is filled in counts as a word. */
function textOfArgument(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('value' in argument && typeof argument.value === 'string') return argument.value;
  if (!('quasis' in argument)) return undefined;
  return (argument.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('word');
}

/** Every regular expression below a node of the syntax tree. */
function regexesIn(node: unknown): Regex[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node && node.regex) return [node.regex as Regex];
  const inner = Object.values(node).flatMap(regexesIn);
  if (!('callee' in node && 'arguments' in node)) return inner;
  const [pattern, flags] = (node.arguments as unknown[]).map(textOfArgument);
  const isRegExp = (node.callee as { name?: string }).name === 'RegExp';
  if (!isRegExp) return inner;
  if (pattern === undefined)
    throw new Error('A RegExp whose pattern is not in the source cannot be checked.');
  return [...inner, { pattern, flags: flags ?? '' }];
}

/** The files of each regular expression in `src` and the mock engine. What writes a mock reads only its user's own document. */
function collect(): Map<string, Regex & { files: string[] }> {
  const all = new Map<string, Regex & { files: string[] }>();
  const files = ['src', 'packages/mock-engine/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  for (const file of files.filter((name) => /\.(tsx?|js)$/.test(name) && !name.includes('from-openapi'))) {
    for (const regex of regexesIn(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program)) {
      const text = `/${regex.pattern}/${regex.flags}`;
      const entry = all.get(text) ?? { ...regex, files: [] };
      all.set(text, { ...entry, files: [...entry.files, file] });
    }
  }
  return all;
}

const all = collect();
/** With one bounded repetition at most, it cannot backtrack far; the checker takes long over classes repeated often. */
const canBacktrack = ({ pattern }: Regex) => /[*+]|,\}|[?}].*[?}]/.test(pattern);

it('every regular expression of the product is found', () => expect(all.size).toBeGreaterThan(100));

it.each([...all].filter(([, regex]) => canBacktrack(regex)))(
  '%s takes no more than linear time, whatever text it is given',
  (_, { files, ...regex }) => {
    const checked = check(regex);
    const complexity = checked.status === 'unknown' ? checked.error : checked.complexity;
    expect({ status: checked.status, complexity, files }).toMatchObject({ status: 'safe' });
  },
);

it('a quadratic expression would be found, however it is written', () => {
  const source = String.raw`const a = /^[^@]+@[^@]+\.[^@]+$/; const b = new RegExp('^a\\s*\\s*x', 'i');`;
  const regexes = regexesIn(parseSync('source.ts', source).program);
  expect(regexes).toEqual([
    { pattern: '^[^@]+@[^@]+\\.[^@]+$', flags: '' },
    { pattern: '^a\\s*\\s*x', flags: 'i' },
  ]);
  expect(regexes.map((regex) => check(regex).status)).toEqual(['vulnerable', 'vulnerable']);
});
