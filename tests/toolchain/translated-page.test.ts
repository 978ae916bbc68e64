import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/run';

/*
 * Browsers translate a page by replacing each text node by an element. React then removes or updates a node that is no longer
 * in the page, or inserts something before it: a crash, or a count that stays. A text that is the only child of its element is
 * safe, because React sets it through the element. So beside something that changes, a text needs an element of its own, and a
 * text that changes needs one always, or else a `key` on what contains it.
 */

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Child = 'element' | 'changing element' | 'text' | 'changing text';

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesOf = (value: unknown): SyntaxNode[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) for (const child of nodesOf(value)) yield* nodesIn(child);
}

/** The name that an expression begins with: `icons` of `icons[status]`. */
function rootName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  return rootName(node.object ?? node.callee);
}

const isEmptyValue = ({ type, value, name }: SyntaxNode): boolean =>
  (type === 'Literal' && (value === null || typeof value === 'boolean')) ||
  (type === 'Identifier' && name === 'undefined');

/** What a function returns: its expression, or that of each `return` that is its own. */
const returnsElements = (body: unknown, isElement: (node: unknown) => boolean): boolean => {
  if (!isNode(body) || body.type !== 'BlockStatement') return isElement(body);
  const returns = [...nodesIn(body)].filter(({ type }) => type === 'ReturnStatement');
  return returns.length > 0 && returns.every(({ argument }) => isElement(argument));
};

/** The texts of a file that break in a translated page, each as `file:line text`. */
function unsafeTexts(file: string, source: string): string[] {
  const program = parseSync(file, source).program as unknown as SyntaxNode;
  const textOf = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : '');
  const elementNames = new Set<string>();

  /** Whether an expression is certainly an element, or nothing. */
  function isElement(node: unknown): boolean {
    if (!isNode(node)) return false;
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'ParenthesizedExpression':
        return isElement(node.expression);
      case 'ConditionalExpression':
        return isElement(node.consequent) && isElement(node.alternate);
      case 'LogicalExpression':
        return isElement(node.right) && (node.operator === '&&' || isElement(node.left));
      case 'CallExpression': {
        // Of a list, a portal.
        const isMade = (argument: SyntaxNode) =>
          argument.type.startsWith('JSX') ||
          (isNode(argument.body) && returnsElements(argument.body, isElement));
        if (nodesOf(node.arguments).some(isMade)) return true;
      }
    }
    return isEmptyValue(node) || elementNames.has(rootName(node) ?? '');
  }

  for (const node of nodesIn(program)) {
    const isDeclaration = node.type === 'TSPropertySignature' || node.type === 'VariableDeclarator';
    if (!isDeclaration) continue;
    const name = isNode(node.key) ? node.key : isNode(node.id) ? node.id : undefined;
    const type = textOf(name?.typeAnnotation ?? node.typeAnnotation);
    const isTyped = type.includes('ReactElement') && !/ReactNode|string\s*[|;]/.test(type);
    if (name?.type === 'Identifier' && (isTyped || isElement(node.init))) elementNames.add(String(name.name));
  }

  function kindOf(child: SyntaxNode): Child | undefined {
    if (child.type === 'JSXElement' || child.type === 'JSXFragment') return 'element';
    if (child.type === 'JSXText') return /^\s*\n\s*$/.test(String(child.value)) ? undefined : 'text';
    const { expression } = child;
    if (!isNode(expression) || expression.type === 'JSXEmptyExpression') return undefined;
    if (isElement(expression)) return 'changing element';
    const isFixed =
      expression.type === 'Literal' ||
      (expression.type === 'MemberExpression' && /^(strings|fixed|brand)$/.test(rootName(expression) ?? ''));
    const isComputed = [...nodesIn(expression)].some(({ computed }) => computed === true);
    return isFixed && !isComputed ? 'text' : 'changing text';
  }

  function unsafeIn(node: SyntaxNode): SyntaxNode[] {
    const isFragment = node.type === 'JSXFragment';
    const children = nodesOf(node.children).flatMap((child) => {
      const kind = kindOf(child);
      return kind ? [{ child, kind }] : [];
    });
    if (children.length < 2 && !isFragment) return [];
    const attributes = isNode(node.openingElement) ? node.openingElement.attributes : [];
    const key = nodesOf(attributes).find(({ name }) => isNode(name) && name.name === 'key');
    const keyNames = new Set(key ? [...nodesIn(key)].map(({ name }) => name) : []);
    const isKeyed = (child: SyntaxNode) => keyNames.has(rootName(child.expression));
    const changes = children.some(
      ({ child, kind }) => kind.startsWith('changing') && !(kind === 'changing text' && isKeyed(child)),
    );
    return children
      .filter(({ kind }) => kind.endsWith('text') && (isFragment || changes))
      .map(({ child }) => child);
  }

  /** What a component returns instead of an element. */
  function textsReturnedBy(node: SyntaxNode): SyntaxNode[] {
    const name = isNode(node.id) ? String(node.id.name) : '';
    const isComponent = node.type === 'FunctionDeclaration' && /^[A-Z]/.test(name) && isNode(node.body);
    if (!isComponent) return [];
    return nodesOf((node.body as SyntaxNode).body)
      .flatMap((statement) => (statement.type === 'IfStatement' ? nodesOf(statement.consequent) : statement))
      .flatMap(({ type, argument }) => (type === 'ReturnStatement' ? nodesOf(argument) : []))
      .filter((returned) => !isElement(returned));
  }

  return [...nodesIn(program)]
    .flatMap((node) => (node.type.startsWith('JSX') ? unsafeIn(node) : textsReturnedBy(node)))
    .map(
      (node) =>
        `${file}:${source.slice(0, node.start).split('\n').length} ${textOf(node).trim().slice(0, 90)}`,
    );
}

it.each([
  ['a count beside its unit', '<p>{count} selected</p>', 2],
  ['a label after an icon that comes and goes', '<b>{busy ? <i /> : null} Save</b>', 1],
  ['a slot that may hold a text', '<b><i />{children}</b>', 1],
  ['a text in a fragment', '<>Hello</>', 1],
  ['a text that depends on a state', '<p>{strings.names[step]}<i /></p>', 1],
  ['a component that is a text', 'null; function Left() { return strings.left(seconds); }', 1],
  ['one text', '<p>{strings.selected(count)}</p>', 0],
  ['an element for each text', '<p><span>{count}</span><i /></p>', 0],
  ['fixed texts beside fixed elements', '<p>{strings.new} <a href="/">Sign up</a></p>', 0],
  ['a key', '<li key={step}><i />{step}</li>', 0],
  ['a list', '<ul><li />{steps.map((step) => <li key={step}>{step}</li>)}</ul>', 0],
])('judges %s', (_, jsx, unsafe) => {
  expect(unsafeTexts('made.tsx', `const made = ${jsx};`)).toHaveLength(unsafe);
});

it('has no text that a translated page would lose or break at', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const unsafe = files
    .filter((file) => file.endsWith('.tsx') && !/^mocks[\\/]/.test(file))
    .flatMap((file) => unsafeTexts(file, readFileSync(join(ROOT, 'src', file), 'utf8')));
  expect(unsafe).toEqual([]);
});
