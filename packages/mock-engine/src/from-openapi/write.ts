import type { Faker } from '@faker-js/faker';
import {
  createReader,
  isJson,
  type OpenApi,
  type Operation,
  type Parameter,
  type Reader,
  type Schema,
  words,
} from './document';
import { createPlan, type Planned, PRIMITIVE, type Resource } from './plan';
import { createRules } from './rules';
import { createSamples, type Samples } from './samples';
import {
  access,
  commentText,
  complete,
  createSchemas,
  field,
  type Node,
  objectText,
  printed,
  type Schemas,
  withoutTexts,
} from './schemas';

const PACKAGE = '@kitwell/mock-engine';

/** What a generated mock is: the text of each file, not formatted, and what is left to be written. */
export interface Generated {
  readonly files: Readonly<Record<string, string>>;
  /** The operations whose rules reject with 501. */
  readonly undecided: readonly string[];
  /** The path below which the document's server answers. */
  readonly base: string;
}

const fields = (entries: readonly (readonly [string, string])[]) =>
  `{\n${entries.map(([name, text]) => `${/^\d+$/.test(name) ? `${name}: ${text}` : field(name, text)},`).join('\n')}\n}`;

/** A text with imports of what it uses: by file, names of values and of types. */
function importing(
  text: string,
  ...files: readonly (readonly [string, readonly string[], (readonly string[])?])[]
): string {
  const code = withoutTexts(text);
  const uses = (name: string) =>
    new RegExp(`(?<![\\p{ID_Continue}']|(?<!\\.\\.)\\.)${name}(?![\\p{ID_Continue}':])`, 'u').test(code);
  const lines = files.flatMap(([from, names, types = []]) => {
    const [values, onlyTypes] = [names.filter(uses).sort(), types.filter(uses)];
    if (values.length + onlyTypes.length === 0) return [];
    if (values.length === 0) return [`import type { ${onlyTypes.join(', ')} } from '${from}';\n`];
    return [
      `import { ${[...values, ...onlyTypes.map((name) => `type ${name}`)].join(', ')} } from '${from}';\n`,
    ];
  });
  return `${lines.join('')}\n${text}`;
}

const KNOWN_IN_ERRORS = /^(code|status|message|detail|title|error|errors|type|description|reason)$/i;

/** A field of an error that is no object or list. */
function errorField(schema: Schema, type: string | undefined, name: string): string | undefined {
  const { enum: [first] = [], const: only = first, format } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (type === 'integer' || type === 'number') return /code|status/i.test(name) ? 'status' : '0';
  if (type === 'boolean') return 'false';
  if (type !== 'string') return undefined;
  if (/^(status|code)$|status_?code/i.test(name)) return 'String(status)';
  return format?.startsWith('uri') || /ur[il]$/i.test(name) ? "'about:blank'" : 'message';
}

/** How the document's errors look, as an expression with `status` and `message`; undefined if it can't be told. */
function errorBody(reference: Schema, reader: Reader, name = '', depth = 0): string | undefined {
  if (depth > 3) return undefined;
  const schema = reader.deref(reference);
  const view = reader.objectOf(schema);
  const [type] = reader.typesOf(schema);
  if (type === 'array') {
    const entry = errorBody(schema.items ?? {}, reader, name, depth + 1);
    return entry && `[${entry}]`;
  }
  if (!view) return errorField(schema, type, name);
  const made = Object.entries(view.properties)
    .filter(([inside]) => view.required.has(inside) || KNOWN_IN_ERRORS.test(inside))
    .map(([inside, property]) => [inside, errorBody(property, reader, inside, depth + 1)] as const);
  const entries = complete(made.filter(([inside, text]) => text !== undefined || view.required.has(inside)));
  if (!entries || entries.length > 0) return entries && objectText(entries);
  const inner =
    typeof view.additional === 'object' && errorBody(view.additional, reader, 'message', depth + 1);
  return inner ? objectText([['error', inner]]) : undefined;
}

function mostUsed(texts: readonly string[]): string | undefined {
  const times = (text: string) => texts.filter((other) => other === text).length;
  return texts.toSorted((a, b) => times(b) - times(a))[0];
}

/** The `errors` of the mock, if the document declares how its errors look. */
function errorsOf(reader: Reader): string | undefined {
  const { operations } = reader;
  const declared = operations.flatMap(({ errors, otherError }) =>
    [...errors, { status: 0, content: otherError }].flatMap(({ status, content }) => {
      const text = content && isJson(content) ? errorBody(content.schema, reader) : undefined;
      return content && text !== undefined ? [{ status, text, type: content.type }] : [];
    }),
  );
  const textsOf = (of: number) => declared.filter(({ status }) => status === of).map(({ text }) => text);
  const usual = mostUsed(textsOf(0)) ?? mostUsed(declared.map(({ text }) => text));
  if (usual === undefined) return undefined;
  const others = [...new Set(declared.map(({ status }) => status))].flatMap((status) => {
    const text = mostUsed(textsOf(status));
    return status !== 0 && text !== usual ? [`status === ${status} ? ${text} : `] : [];
  });
  const types = new Set(declared.map(({ type }) => type));
  const has = (status: number) =>
    operations.filter(({ errors }) => errors.some((error) => error.status === status)).length;
  const [type = ''] = types;
  const headers =
    types.size === 1 && type !== 'application/json'
      ? `headers: { 'content-type': ${JSON.stringify(type)} }, `
      : '';
  const body = `body: ${others.join('')}${usual}`;
  const code = withoutTexts(body);
  const parameters = (status: string) =>
    [status, /\bmessage\b(?!:)/.test(code) ? "message = 'Rejected'" : ''].filter(Boolean).join(', ');
  if (has(422) <= has(400))
    return `({ ${parameters(/\bstatus\b(?!:)/.test(code) ? 'status' : '')} }) => ({ ${headers}${body} })`;
  return `({ ${parameters('reason, status: usual')} }) => {
const status = reason === 'invalid' ? 422 : usual;
return { status, ${headers}${body} };
}`;
}

/** Where the document's security schemes have the token. */
function tokenOf(schemes: Reader['schemes']): string {
  const authorization = "headers.get('authorization')?.replace(/^\\w+ /, '')";
  const places = schemes.map(({ type, in: place, name = '' }) => {
    if (type !== 'apiKey' || name.toLowerCase() === 'authorization') return authorization;
    if (place === 'query') return `new URL(url).searchParams.get(${JSON.stringify(name)})`;
    if (place === 'cookie') return access('cookies', name);
    return `headers.get(${JSON.stringify(name)})`;
  });
  const text = [...new Set(places)].join(' ?? ') || authorization;
  const code = withoutTexts(text);
  const uses = ['url', 'cookies', 'headers'].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `({ ${uses.join(', ')} }) => ${text} ?? null`;
}

/** Writes the operations of the contract. */
function createDeclarations({ deref, objectOf, typesOf }: Reader, schemas: Schemas) {
  const TEXT: Schema = { type: 'string' };
  /** Where the document doesn't reject a text that can't be a key, nothing is found by it. */
  function inPath({ name, schema = TEXT }: Parameter, { errors, otherError }: Operation): [string, Node] {
    const [type = ''] = typesOf(deref(schema));
    const rejects = otherError !== undefined || errors.some(({ status }) => [400, 422].includes(status));
    const isAnyText = type === 'string' && !rejects && !deref(schema).enum;
    return [name, schemas.nodeOf(PRIMITIVE.includes(type) && !isAnyText ? schema : TEXT)];
  }
  function inQuery({ name, required = false, explode = true, schema = TEXT }: Parameter): [string, Node] {
    const { default: usual, type } = deref(schema);
    if (type === 'array' && !explode) return [name, schemas.optional(schemas.nodeOf(TEXT))];
    const node = schemas.nodeOf(schema);
    if (usual !== undefined) return [name, schemas.withDefault(node, usual)];
    return [name, required ? node : schemas.optional(node)];
  }
  // An object's fields have names of their own in a query, such as `created[gte]`.
  const isRead = ({ schema = {} }: Parameter) =>
    !objectOf(schema) && !deref(schema).anyOf && !deref(schema).oneOf;
  const shape = (entries: readonly [string, Node][]) =>
    entries.length > 0 ? printed(schemas.object(Object.fromEntries(entries))) : undefined;

  return (operation: Operation): string => {
    const { name, method, path, summary, auth, pathParameters, query, body, ok, errors } = operation;
    const hasJson = ok.content && isJson(ok.content) && ![204, 205, 304].includes(ok.status);
    const okBody = ok.content && hasJson ? printed(schemas.bodyNode(ok.content, 'writeOnly')) : 'ignoredBody';
    const good = ok.alsoGood.length > 0 ? `, alsoGood: ${JSON.stringify(ok.alsoGood)}` : '';
    const examples = errors.map(
      ({ status, message }) => [`${status}`, `{ example: ${JSON.stringify(message)} }`] as const,
    );
    const parts: (readonly [string, string | undefined])[] = [
      ['operation', JSON.stringify(`${method} ${path}`)],
      ['auth', JSON.stringify(auth)],
      ['path', shape(pathParameters.map((parameter) => inPath(parameter, operation)))],
      ['query', shape(query.filter(isRead).map(inQuery))],
      ['body', body && printed(schemas.bodyNode(body, 'readOnly'))],
      ['ok', `{ status: ${ok.status}${good}, body: ${okBody} }`],
      ['errorResponses', examples.length > 0 ? fields(examples) : undefined],
    ];
    const present = parts.filter((part): part is [string, string] => part[1] !== undefined);
    return `${summary ? `/** ${commentText(summary)} */\n` : ''}${name}: declare(${fields(present)}),`;
  };
}

/** The rows of each collection: those that the document's answers have as examples, and others. */
function rowsOf({ resources, plans }: Planned, samples: Samples, nodeOf: (resource: Resource) => Node) {
  const rows = new Map<Resource, readonly unknown[]>();
  const keysOf = (resource: Resource) =>
    (rows.get(resource) ?? []).map((row): unknown => Reflect.get(Object(row), resource.key));
  for (const resource of resources) {
    const examples = [...plans].flatMap(([{ ok }, plan]) => {
      if ((plan.kind !== 'list' && plan.kind !== 'get') || plan.resource !== resource) return [];
      const { at, isList } = plan.shape;
      const inside = (ok.content?.examples ?? []).map((example) =>
        at === undefined ? example : Reflect.get(Object(example), at),
      );
      return isList ? inside.flat() : inside;
    });
    const parentKeys = (parameter: string) => {
      const parent = resources.find(({ collection }) =>
        resource.collection.startsWith(`${collection}/{${parameter}}`),
      );
      return parent ? keysOf(parent) : [];
    };
    rows.set(resource, samples.rowsOf(resource, nodeOf(resource), examples, parentKeys));
  }
  return resources.map((resource) => ({ resource, rows: rows.get(resource) ?? [], keys: keysOf(resource) }));
}

const ACCOUNT = `/** Who may sign in. */
const account = z.object({ email: z.string(), token: z.string() });
export type Account = z.output<typeof account>;

`;
const ACCOUNTS_TABLE = `accounts: createTable({ name: 'accounts', schema: account, key: 'email', unique: ['token'] }),\n`;
const ROW = "export type Row<Name extends keyof Tables> = ReturnType<Tables[Name]['dump']>[number];\n";

/** What the rules call. */
const HELPERS = {
  requireRow: `function requireRow<T>(row: T | undefined): T {
if (row === undefined) throw new HttpError(404, 'Not found');
return row;
}

`,
  undecided: `/** Stands for a rule that is still to be written. */
const undecided = (): never => {
throw new HttpError(501, 'This rule is still to be written');
};

`,
  uuid: `const HEX = '0123456789abcdef';
/** The UUID of 32 random digits. */
const uuid = (digits: string) => digits.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5');

`,
};

/** The file that creates the mock. */
function mockText(
  document: OpenApi,
  reader: Reader,
  needsAccounts: boolean,
  seeded: ReturnType<typeof rowsOf>,
): string {
  const { title = 'An API', version = '' } = document.info ?? {};
  const name =
    words(title)
      .join('-')
      .toLowerCase()
      .replaceAll(/[^a-z\d-]/g, '') || 'api';
  const sequences = seeded.flatMap(({ resource, keys }) => {
    const numbers = keys.filter((key) => typeof key === 'number');
    return numbers.length > 0 ? [[resource.table, `${Math.max(...numbers)}`] as const] : [];
  });
  const rows = seeded.length > 0 ? "...(preset === 'full' && rows), " : '';
  const errors = errorsOf(reader);
  return `/** The mock of ${commentText(`${title} ${version}`).trim()}. */
export const mock = createMock({
name: '${name}',
contract,
tables,
seeds: {
presets: ['full', 'empty'],
make: (${rows && '{ preset }'}) => ({ rows: { ${rows}${needsAccounts ? 'accounts ' : ''}}${sequences.length > 0 ? `, sequences: ${objectText(sequences)}` : ''} }),
},
${
  needsAccounts
    ? `accounts: {
demo: [{ role: 'demo', email: 'demo@example.com' }],
tokenOf: ${tokenOf(reader.schemes)},
find: (tables, token) => tables.accounts.getBy('token', token),
signIn: async (db, _world, email) => db.tables.accounts.getBy('email', email)?.token,
},
`
    : ''
}${errors ? `errors: ${errors},\n` : ''}rules,
});
`;
}

/** Writes a mock of the document's API. */
export function writeMock(document: OpenApi, faker: Faker, singular: (plural: string) => string): Generated {
  const reader = createReader(document);
  const schemas = createSchemas(reader);
  const plan = createPlan(reader, schemas, singular);
  const samples = createSamples(faker, reader, schemas, plan);
  const rules = createRules(reader, schemas, plan, samples);
  const needsAccounts = reader.operations.some(({ auth }) => auth !== 'none');
  const calls = reader.operations.map(createDeclarations(reader, schemas));
  const nodeOf = ({ schema, columns }: Resource) => schemas.extended(schemas.nodeOf(schema), columns);
  const tableTexts = plan.resources.map((resource) => {
    const { table, key } = resource;
    const options = `{ name: '${table}', schema: ${printed(nodeOf(resource))}, key: ${JSON.stringify(key)} }`;
    return `${table}: createTable(${options}),\n`;
  });
  const seeded = rowsOf(plan, samples, nodeOf);
  const ruled = [...plan.plans].map(([operation, planned]) => ({
    operation,
    ...rules.ruleOf(operation, planned),
  }));

  const contract = `${schemas.declarations().join('\n\n')}

/** Every call of ${commentText(document.info?.title ?? 'the API')}. */
export const contract = {\n${calls.join('\n')}\n};\n`;
  const tables = `${needsAccounts ? ACCOUNT : ''}/** Rows may have more fields than an answer: those that the contract doesn't declare aren't sent. */
export const tables = () => ({\n${tableTexts.join('')}${needsAccounts ? ACCOUNTS_TABLE : ''}});
export type Tables = ReturnType<typeof tables>;\n${seeded.length > 0 ? ROW : ''}`;
  const [token, hint] = reader.schemes.every(({ scheme }) => scheme === 'basic')
    ? [btoa('demo:demo'), ' demo:demo']
    : ['demo', ''];
  const constants = [...rules.constants].map(
    ([name, { type, value }]) => `export const ${name}: ${type} = ${value};\n\n`,
  );
  const tableNames = seeded.map(({ resource }) => `'${resource.table}'`).join(' | ');
  const texts = seeded.map(({ resource, rows }) => [resource.table, JSON.stringify(rows)] as const);
  const seeds = [
    needsAccounts
      ? `/** Calls sign in with the token${hint}. */\nexport const accounts: Account[] = [{ email: 'demo@example.com', token: '${token}' }];\n\n`
      : '',
    seeded.length > 0
      ? `/** The rows of the preset \`full\`. */\nexport const rows: { [Name in ${tableNames}]: Row<Name>[] } = ${fields(texts)};\n\n`
      : '',
    ...constants,
  ].join('');
  const helpers = [...rules.helpers].map((helper) => HELPERS[helper]).join('');
  const ruleText = `${helpers}export const rules: Rules<typeof contract, Tables, ${needsAccounts ? 'Account' : 'never'}> = {
${ruled.map(({ text }) => text).join('\n')}\n};\n`;
  const mock = mockText(document, reader, needsAccounts, seeded);

  const inTables = ['Account', 'Row', 'Tables'];
  const named = [...rules.constants.keys()];
  return {
    undecided: ruled
      .filter(({ isDecided }) => !isDecided)
      .map(({ operation }) => `${operation.method} ${operation.path}`),
    base: baseOf(document),
    files: {
      'contract.ts': importing(contract, [PACKAGE, ['declare', 'ignoredBody', 'z']]),
      'tables.ts': importing(tables, [PACKAGE, ['createTable', 'z']], ['./contract.js', schemas.names()]),
      'seeds.ts': importing(
        seeds,
        [PACKAGE, [], ['z']],
        ['./contract.js', [], ['contract']],
        ['./tables.js', [], inTables],
      ),
      'rules.ts': importing(
        ruleText,
        [PACKAGE, ['HttpError', 'respond'], ['Rules']],
        ['./contract.js', [], ['contract']],
        ['./seeds.js', named],
        ['./tables.js', [], inTables],
      ),
      'mock.ts': importing(
        mock,
        [PACKAGE, ['createMock']],
        ['./contract.js', ['contract']],
        ['./rules.js', ['rules']],
        ['./seeds.js', ['accounts', 'rows']],
        ['./tables.js', ['tables']],
      ),
    },
  };
}

/** The path of the first server. */
function baseOf({ servers = [] }: OpenApi): string {
  const url = servers[0]?.url ?? '/';
  return URL.canParse(url, 'http://host')
    ? new URL(url, 'http://host').pathname.replace(/\/$/, '') || '/'
    : '/';
}
