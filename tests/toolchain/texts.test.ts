import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { clinicTabs, patientTabs, tags } from '@/contract';

/** A node of the syntax tree; which further keys it has depends on its type. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly callee?: unknown;
  readonly operator?: unknown;
}

/** Files whose capitalised words are names, which no translation touches. Texts on screens are found in them, too. */
const FULL_OF_NAMES =
  /^src\/(shared\/brand|shared\/address\/gazetteer(-places)?|features\/marketing\/team|pages\/info\/clinic-glimpse)\.tsx?$/;
const IS_STRINGS_MODULE = /(^|[/-])strings\.ts$/;
/** Names that the contract gives to tabs and caches, that the browser gives to keys, and that errors have. */
const NAMES: ReadonlySet<string> = new Set([...tags, ...patientTabs, ...clinicTabs]);
const isName = (words: string) => NAMES.has(words) || /^(Arrow\w+|CapsLock|\w+Error)$/.test(words);
/** Attributes and properties of components that are shown or read out. */
const SHOWN =
  /(^|-)(label|placeholder|title|description|alt|hint|eyebrow|valuetext|roledescription)$|(Label|Name|Title|Text)$/;
/** Attributes that look like it and are not. */
const NOT_SHOWN = /(class|field)Name$/i;

const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !/^\w+:\/\//.test(text);
/** "Save All", "is missing." and "rows of the file", but neither "flex items-center" nor "patientName". */
const readsLikeEnglish = (text: string) =>
  /^\W*[A-Z][a-z’]+(?![\w’=])/.test(text) ||
  /^\W*[a-z’]+( [a-z’]+)+[.?!:]/.test(text) ||
  /^\W*[a-z’]+ (of|the|a|to|and) /.test(text);

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (syntax: unknown): string =>
  isSyntax(syntax) && typeof syntax.name === 'string' ? syntax.name : '';

/** What developers read, what other files are called, and what is only compared with. */
const isForNobody = ({ type, callee, operator }: Syntax) =>
  /^(Import|Export\w*From|ExportAll|TS.*Type)/.test(type) ||
  (type === 'CallExpression' && nameOf(callee) === 'report') ||
  (type === 'NewExpression' && /^(Type|Range)?Error$/.test(nameOf(callee))) ||
  (type === 'BinaryExpression' && typeof operator === 'string' && operator.includes('=')) ||
  type === 'SwitchCase';

/** The words that a node is, if it is any. */
function wordsOf({ type, value }: Syntax): string {
  if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value)
    return String(value.cooked);
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : '';
}

/** Whether a node inside these others, the nearest first, comes straight onto the screen. */
function isShown(around: readonly Syntax[]): boolean {
  const frame = around.find(
    ({ type }) => !/^(Conditional|Logical|Template|JSXExpression|Parenthesized)/.test(type),
  );
  if (frame?.type !== 'JSXAttribute') return frame?.type === 'JSXElement' || frame?.type === 'JSXFragment';
  const attribute = nameOf(frame.name);
  return SHOWN.test(attribute) && !NOT_SHOWN.test(attribute);
}

/** The texts that a file holds itself, each with its line. */
function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  function look(syntax: unknown, around: readonly Syntax[]): void {
    if (Array.isArray(syntax)) for (const part of syntax) look(part, around);
    if (!isSyntax(syntax)) return;
    const written = wordsOf(syntax);
    const words = written.replaceAll(/\s+/g, ' ').trim();
    const isText =
      isShown(around) || (readsLikeEnglish(words) && !isName(words) && !FULL_OF_NAMES.test(file));
    if (hasWords(words) && isText) {
      const start = syntax.start + written.search(/\S/);
      found.push(`${file}:${source.slice(0, start).split('\n').length} ${words}`);
    }
    for (const [key, part] of Object.entries(syntax)) {
      // The cases of a switch are compared with, what they do is not.
      if (key !== 'type' && !(isForNobody(syntax) && key !== 'consequent')) look(part, [syntax, ...around]);
    }
  }
  look(parseSync(file, source).program, []);
  return found;
}

/** Not held to it: the catalogue itself, and the mock, whose control room is a tool for developers. */
const ELSEWHERE = /^src\/(contract|mocks)\//;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.tsx?$/.test(path) && !ELSEWHERE.test(path));

/** The two marks, above the texts that they are about (docs/decisions/0019). */
const FIXED = 'SPEC §…, byte for byte: never reworded; a translation may only stand beside them.';
const OURS = 'Ours: free to reword';

describe('the texts of the product', () => {
  it('stand in strings modules, apart from the code', () => {
    const code = sources.filter((file) => !IS_STRINGS_MODULE.test(file));
    expect(code.length).toBeGreaterThan(350);
    expect(code.flatMap((file) => textsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('say in each strings module which are the specification’s and which are ours', () => {
    const unmarked = sources
      .filter((file) => IS_STRINGS_MODULE.test(file))
      .flatMap((file) => {
        const source = readFileSync(file, 'utf8');
        const isFixed = file.endsWith('/fixed-strings.ts');
        const holdsFixed = isFixed || source.includes('export const fixed =');
        const holdsOurs = !holdsFixed || source.includes('export const strings =');
        return [
          ...(holdsFixed && !/byte for byte/i.test(source) ? [`${file} wants the comment “${FIXED}”`] : []),
          ...(holdsOurs && !source.includes(OURS) ? [`${file} wants the comment “${OURS}”`] : []),
        ];
      });
    expect(unmarked).toEqual([]);
  });

  it('would be named if one stood in the code', () => {
    const source = `
      import { Button } from './Some Button';
      const columns = [{ header: 'Kit Type', key: 'kitType' }];
      const problem = (row: number) => \`Same email as row \${row} of the file.\`;
      export function Save({ count }: { count: number }) {
        if (event.key === 'Enter') throw new Error('Nobody sees this.');
        return (
          <Button className="flex items-center" aria-label={count === 1 ? 'one' : strings.many} title="Save">
            Save all of them{count > 1 && 'now'}
          </Button>
        );
      }`;
    expect(textsIn('src/pages/save.tsx', source)).toEqual([
      'src/pages/save.tsx:3 Kit Type',
      'src/pages/save.tsx:4 Same email as row',
      'src/pages/save.tsx:4 of the file.',
      'src/pages/save.tsx:8 one',
      'src/pages/save.tsx:8 Save',
      'src/pages/save.tsx:9 Save all of them',
      'src/pages/save.tsx:9 now',
    ]);
  });
});
