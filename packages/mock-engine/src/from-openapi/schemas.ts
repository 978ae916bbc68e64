import { z } from '../engine';
import { type Content, camelCase, type Reader, type Schema, uniqueNames } from './document';

/** A call of zod, which is printed into the contract and also made, to validate examples and seeds. */
interface Call {
  readonly of: string;
  readonly args: readonly Argument[];
  readonly checks?: readonly Call[];
}
interface Named {
  readonly named: string;
  /** It contains itself. */
  readonly lazy: boolean;
}
export type Node = Call | Named;
type Argument =
  | Node
  | readonly Node[]
  | { readonly shape: Readonly<Record<string, Node>> }
  | { readonly literal: unknown }
  | RegExp;

const call = (of: string, ...args: readonly Argument[]): Call => ({ of, args });
const literal = (value: unknown) => ({ literal: value });

/** A text of the document as a line of a comment: it has no end of a comment, and none of a line of JavaScript. */
export const commentText = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /');

export const propertyName = (name: string) =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
/** The text of a property of an object. */
export const field = (name: string, text: string) =>
  name === text && isVariable(name) ? name : `${propertyName(name)}: ${text}`;
type Texts = readonly (readonly [name: string, text: string])[];
export const objectText = (entries: Texts) =>
  `{ ${entries.map(([name, text]) => field(name, text)).join(', ')} }`;
/** Undefined as soon as one of the texts is. */
export const complete = (entries: readonly (readonly [string, string | undefined])[]): Texts | undefined =>
  entries.some(([, text]) => text === undefined) ? undefined : (entries as Texts);
/** The text that reads a property. */
export const access = (object: string, name: string) =>
  propertyName(name) === name ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;

export function printed(argument: Argument): string {
  if (argument instanceof RegExp) return String(argument);
  if (Array.isArray(argument)) return `[${argument.map(printed).join(', ')}]`;
  if ('literal' in argument) return JSON.stringify(argument.literal);
  if ('shape' in argument) {
    const fields = Object.entries(argument.shape).map(([name, node]) => `${field(name, printed(node))},`);
    return fields.length > 0 ? `{\n${fields.join('\n')}\n}` : '{}';
  }
  // Its own type would refer to itself.
  if ('named' in argument)
    return argument.lazy ? `z.lazy((): z.ZodMiniType => ${argument.named})` : argument.named;
  const { of, args, checks = [] } = argument as Call;
  return `z.${of}(${args.map(printed).join(', ')})${checks.length > 0 ? `.check(${checks.map(printed).join(', ')})` : ''}`;
}

const formats = new Map<string | undefined, Call>(
  Object.entries({
    'date-time': call('iso.datetime', { literal: { offset: true } }),
    date: call('iso.date'),
    email: call('email'),
    uuid: call('guid'),
    uri: call('url'),
    url: call('url'),
    ipv4: call('ipv4'),
  }),
);
/** What a file of contract, tables or rules already means by a name. */
const TAKEN = [
  'z',
  'contract',
  'declare',
  'createTable',
  'ignoredBody',
  'rules',
  'tables',
  'existing',
  'requireRow',
  'db',
  'path',
  'query',
  'body',
  'world',
  'account',
];
const RESERVED =
  /^(break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|let|static|yield|await|interface|package|private|protected|public|implements|eval|arguments|undefined)$/;

export const isTaken = (name: string) => TAKEN.includes(name) || RESERVED.test(name);
const isVariable = (name: string) => propertyName(name) === name && !RESERVED.test(name);

/** Writes the document's schemas with zod mini. */
export function createSchemas({ deref, isMarked, typesOf, objectOf }: Reader) {
  const nameOnce = uniqueNames(TAKEN);
  const names = new Map<string, string>();
  const declared = new Map<string, { readonly node: Node; readonly about: string | undefined }>();
  const made = new Map<string, z.ZodMiniType>();

  function reference($ref: string): Named {
    const declaredName = names.get($ref);
    if (declaredName !== undefined) return { named: declaredName, lazy: !declared.has(declaredName) };
    const baseName = camelCase(decodeURIComponent($ref.split('/').at(-1) ?? ''), 'schema');
    const named = nameOnce(isTaken(baseName) ? `${baseName}Schema` : baseName);
    names.set($ref, named);
    const schema = deref({ $ref });
    const node = nodeOf(schema);
    declared.set(named, { node, about: (schema as Schema).description?.trim().split('\n')[0] });
    return { named, lazy: false };
  }

  /** The node of an object of these properties; what `skip` says is left out. */
  function objectNode(schema: Schema, skip?: 'readOnly' | 'writeOnly'): Node {
    const view = objectOf(schema);
    if (!view) return nodeOf(schema);
    const { required, additional } = view;
    const properties = Object.entries(view.properties).filter(
      ([, property]) => !(skip && isMarked(property, skip)),
    );
    if (properties.length === 0) {
      const value = typeof additional === 'object' ? nodeOf(additional) : call('unknown');
      return call('record', call('string'), value);
    }
    const shape = Object.fromEntries(
      properties.map(([name, property]) => {
        const node = nodeOf(property);
        return [name, required.has(name) ? node : call('optional', node)];
      }),
    );
    if (additional === false) return call('strictObject', { shape });
    if (additional === true) return call('looseObject', { shape });
    const object = call('object', { shape });
    return typeof additional === 'object' ? call('catchall', object, nodeOf(additional)) : object;
  }

  function checked(
    node: Call,
    limits: Readonly<Record<string, number | false | undefined>>,
    pattern?: string,
  ): Call {
    const checks = Object.entries(limits).flatMap(([name, limit]) =>
      typeof limit === 'number' ? [call(name, literal(limit))] : [],
    );
    const regex = pattern === undefined ? undefined : regexOf(pattern);
    if (regex) checks.push(call('regex', regex));
    return checks.length > 0 ? { ...node, checks } : node;
  }

  function ofType(type: string | undefined, schema: Schema): Node {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
    switch (type) {
      case 'string': {
        const { minLength, maxLength, pattern, format = '' } = schema;
        if (format === 'binary') return call('file');
        return checked(formats.get(format) ?? call('string'), { minLength, maxLength }, pattern);
      }
      case 'integer':
      case 'number':
        return checked(call(type === 'integer' ? 'int' : 'number'), {
          gte: above !== true && minimum,
          lte: below !== true && maximum,
          gt: above === true ? minimum : above,
          lt: below === true ? maximum : below,
          multipleOf,
        });
      case 'boolean':
        return call('boolean');
      case 'array':
        return checked(call('array', schema.items ? nodeOf(schema.items) : call('unknown')), {
          minLength: schema.minItems,
          maxLength: schema.maxItems,
        });
      case 'object':
        return objectNode(schema);
      default:
        return call('unknown');
    }
  }

  function unionOf(options: readonly Node[]): Node {
    const different = [...new Map(options.map((option) => [printed(option), option])).values()];
    return different.length === 1 && different[0] ? different[0] : call('union', different);
  }

  const optionsOf = ({ oneOf = [], anyOf = [] }: Schema) =>
    [...oneOf, ...anyOf].filter((option) => Object.keys(option).join() !== 'required' && !isNull(option));

  function partsOf(schema: Schema, all: readonly Schema[]): Node {
    const [only, ...others] = all;
    if (only && others.length === 0 && !schema.properties && !schema.required) return nodeOf(only);
    if (objectOf(schema)) return objectNode(schema);
    const [first = call('unknown'), ...rest] = all.map(nodeOf);
    return rest.reduce((left, right) => call('intersection', left, right), first);
  }

  function withoutNull(schema: Schema): Node {
    if (schema.const !== undefined) return call('literal', literal(schema.const));
    const values = schema.enum?.filter((value) => value !== null);
    if (values && values.length > 0) {
      const areTexts = values.every((value) => typeof value === 'string');
      return call(areTexts ? 'enum' : 'literal', literal([...new Set(values)]));
    }
    const options = optionsOf(schema);
    if (options.length > 0) return unionOf(options.map(nodeOf));
    if (schema.allOf) return partsOf(schema, schema.allOf);
    const types = typesOf(schema);
    return types.length > 1 ? unionOf(types.map((type) => ofType(type, schema))) : ofType(types[0], schema);
  }

  const isNull = (schema: Schema) => [schema.type].flat().join() === 'null';
  function nodeOf(schema: Schema): Node {
    if (schema.$ref !== undefined) return reference(schema.$ref);
    const { nullable = false, type, enum: values, oneOf = [], anyOf = [] } = schema;
    const takesNull =
      nullable ||
      [type].flat().includes('null') ||
      values?.includes(null) ||
      [...oneOf, ...anyOf].some(isNull);
    return takesNull ? call('nullable', withoutNull(schema)) : withoutNull(schema);
  }

  function make(argument: Argument): unknown {
    if (argument instanceof RegExp) return argument;
    if (Array.isArray(argument)) return argument.map(make);
    if ('literal' in argument) return argument.literal;
    if ('shape' in argument)
      return Object.fromEntries(Object.entries(argument.shape).map(([name, node]) => [name, make(node)]));
    if ('named' in argument)
      return argument.lazy ? z.lazy(() => makeNamed(argument.named)) : makeNamed(argument.named);
    const { of, args, checks = [] } = argument as Call;
    const make1 = of.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), z) as (
      ...args: unknown[]
    ) => z.ZodMiniType;
    const schema = make1(...args.map(make));
    return checks.length > 0 ? schema.check(...(checks.map(make) as never[])) : schema;
  }
  function makeNamed(named: string): z.ZodMiniType {
    const schema = made.get(named) ?? (make(declared.get(named)?.node ?? call('unknown')) as z.ZodMiniType);
    made.set(named, schema);
    return schema;
  }

  return {
    nodeOf,
    /** Of a request's or response's body: without what only the other one has. */
    bodyNode(content: Content, skip: 'readOnly' | 'writeOnly'): Node {
      const { schema } = content;
      const omitted = Object.entries(objectOf(schema)?.properties ?? {}).filter(([, property]) =>
        isMarked(property, skip),
      );
      const node = nodeOf(schema);
      // A body that is null is none.
      if (omitted.length === 0)
        return schema.$ref === undefined && objectOf(schema) ? withoutNull(schema) : node;
      if (schema.$ref === undefined) return objectNode(schema, skip);
      const mask = Object.fromEntries(omitted.map(([name]) => [name, true]));
      return call('omit', node, literal(mask));
    },
    extended: (node: Node, columns: Readonly<Record<string, Schema>>): Node =>
      Object.keys(columns).length === 0
        ? node
        : call('extend', node, {
            shape: Object.fromEntries(
              Object.entries(columns).map(([name, column]) => [name, nodeOf(column)]),
            ),
          }),
    /** The value without what its schema doesn't declare; undefined if it doesn't fit. */
    parsed(node: Node, value: unknown): unknown {
      const result = z.safeParse(make(node) as z.ZodMiniType, value);
      return result.success ? result.data : undefined;
    },
    optional: (node: Node): Node => call('optional', node),
    withDefault: (node: Node, value: unknown): Node => call('_default', node, literal(value)),
    object: (shape: Readonly<Record<string, Node>>): Node => call('object', { shape }),
    declarations: () =>
      [...declared].map(
        ([name, { node, about }]) =>
          `${about ? `/** ${commentText(about)} */\n` : ''}export const ${name} = ${printed(node)};`,
      ),
    names: () => [...declared.keys()],
  };
}
export type Schemas = ReturnType<typeof createSchemas>;

/** A program's text without its comments, patterns, and the contents of its strings: each may look as if another began in it. */
export const withoutTexts = (code: string) =>
  code.replaceAll(
    /\/\*.*?\*\/|\/\/[^\n]*|(?<=regex\()\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/|"(?:[^"\\]|\\.)*"/gs,
    '""',
  );

/** Undefined for one that JavaScript doesn't have. */
export function regexOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
