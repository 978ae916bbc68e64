import type { Faker } from '@faker-js/faker';
import {
  type Content,
  createReader,
  type OpenApi,
  type Operation,
  type Parameter,
  type Reader,
  type Schema,
  words,
} from './document';
import { createPlan, type Resource } from './plan';
import { createRules } from './rules';
import { createSamples } from './samples';
import {
  access,
  complete,
  createSchemas,
  type Node,
  objectText,
  printed,
  propertyName,
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
  `{\n${entries.map(([name, text]) => `${/^\d+$/.test(name) ? name : propertyName(name)}: ${text},`).join('\n')}\n}`;

/** The imports of a text, as far as it uses their names. */
function imports(
  text: string,
  from: string,
  names: readonly string[],
  types: readonly string[] = [],
): string {
  const code = withoutTexts(text).replaceAll(/\/\*\*.*?\*\//g, '');
  const uses = (name: string) => new RegExp(`(?<![\\w.'])${name}\\b(?!['\\w:])`).test(code);
  const [values, onlyTypes] = [names.filter(uses).sort(), types.filter(uses)];
  if (values.length === 0)
    return onlyTypes.length === 0 ? '' : `import type { ${onlyTypes.join(', ')} } from '${from}';\n`;
  return `import { ${[...values, ...onlyTypes.map((name) => `type ${name}`)].join(', ')} } from '${from}';\n`;
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
  return format === 'uri' || /ur[il]$/i.test(name) ? "'about:blank'" : 'message';
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

/** The `errors` of the mock, if the document declares how its errors look. */
function errorsOf(operations: readonly Operation[], reader: Reader): string | undefined {
  const declared = new Map<number, Map<string, number>>();
  const types = new Set<string>();
  const count = (status: number, content: Content | undefined) => {
    const text = content && /json/i.test(content.type) ? errorBody(content.schema, reader) : undefined;
    if (!content || text === undefined) return;
    types.add(content.type);
    const of = declared.get(status) ?? new Map<string, number>();
    declared.set(status, of.set(text, (of.get(text) ?? 0) + 1));
  };
  for (const operation of operations) {
    for (const { status, content } of operation.errors) count(status, content);
    count(0, operation.otherError);
  }
  const most = (counts: Iterable<readonly [string, number]>) =>
    [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
  const all = new Map<string, number>();
  for (const counts of declared.values())
    for (const [text, times] of counts) all.set(text, (all.get(text) ?? 0) + times);
  const usual = most(declared.get(0) ?? all);
  if (usual === undefined) return undefined;
  const others = [...declared].flatMap(([status, counts]) => {
    const text = most(counts);
    return status !== 0 && text !== undefined && text !== usual ? [`status === ${status} ? ${text} : `] : [];
  });
  const has = (status: number) =>
    operations.filter(({ errors }) => errors.some((error) => error.status === status)).length;
  const [type = ''] = types;
  const headers =
    types.size === 1 && type !== 'application/json' ? `headers: { 'content-type': '${type}' }, ` : '';
  const body = `body: ${others.join('')}${usual}`;
  const parameters = (status: string) =>
    [status, /\bmessage\b(?!:)/.test(body) ? "message = 'Rejected'" : ''].filter(Boolean).join(', ');
  if (has(422) <= has(400))
    return `({ ${parameters(/\bstatus\b(?!:)/.test(body) ? 'status' : '')} }) => ({ ${headers}${body} })`;
  return `({ ${parameters('reason, status: usual')} }) => {
const status = reason === 'invalid' ? 422 : usual;
return { status, ${headers}${body} };
}`;
}

/** Where the document's security schemes have the token. */
function tokenOf(schemes: Reader['schemes']): string {
  const places = schemes.flatMap(({ type, in: place, name = '', scheme = '' }) => {
    if (type === 'apiKey' && place === 'query')
      return [`new URL(url).searchParams.get(${JSON.stringify(name)})`];
    if (type === 'apiKey' && place === 'cookie') return [access('cookies', name)];
    if (type === 'apiKey' && name.toLowerCase() !== 'authorization')
      return [`headers.get(${JSON.stringify(name)})`];
    const kinds = schemes.map((other) => (other.scheme === 'basic' ? 'basic' : 'bearer'));
    const kind =
      type === 'apiKey'
        ? '\\w+'
        : kinds.includes('basic') && kinds.includes('bearer')
          ? '(basic|bearer)'
          : scheme === 'basic'
            ? 'basic'
            : 'bearer';
    return [`headers.get('authorization')?.replace(/^${kind} /i, '')`];
  });
  const text = [...new Set(places)].join(' ?? ') || "headers.get('authorization')?.replace(/^\\w+ /, '')";
  const uses = ['url', 'cookies', 'headers'].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `({ ${uses.join(', ')} }) => ${text} ?? null`;
}

/**
 * Writes a mock of the document's API.
 *
 * @param faker a fresh one
 */
export function writeMock(document: OpenApi, faker: Faker): Generated {
  const reader = createReader(document);
  const { operations, deref, typesOf } = reader;
  const schemas = createSchemas(reader);
  const plan = createPlan(reader, schemas);
  const samples = createSamples(faker, reader, schemas, plan);
  const rules = createRules(reader, schemas, plan, samples);
  const title = document.info?.title ?? 'An API';
  const needsAccounts = operations.some(({ auth }) => auth !== 'none');
  const usesBasic = reader.schemes.length > 0 && reader.schemes.every(({ scheme }) => scheme === 'basic');

  const typed = ({ schema = { type: 'string' } }: Parameter) => {
    const type = typesOf(deref(schema))[0];
    return ['string', 'integer', 'number'].includes(String(type))
      ? schemas.nodeOf(schema)
      : schemas.nodeOf({ type: 'string' });
  };
  function queryNode(parameters: readonly Parameter[]): Node | undefined {
    // MSW's query has an object's fields under names of their own, such as `created[gte]`.
    const read = parameters.filter(
      ({ schema = {} }) => !reader.objectOf(schema) && !deref(schema).anyOf && !deref(schema).oneOf,
    );
    if (read.length === 0) return undefined;
    return schemas.object(
      Object.fromEntries(
        read.map((parameter) => {
          const { name, required = false, explode = true, schema = { type: 'string' } } = parameter;
          const isJoined = typesOf(deref(schema))[0] === 'array' && !explode;
          const node = schemas.nodeOf(isJoined ? { type: 'string' } : schema);
          const usual = deref(schema).default;
          if (usual !== undefined && !isJoined) return [name, schemas.withDefault(node, usual)];
          return [name, required ? node : schemas.optional(node)];
        }),
      ),
    );
  }

  function declaration(operation: Operation): string {
    const { name, method, path, summary, auth, pathParameters, query, body, ok, errors } = operation;
    const isJson = ok.content && /json/i.test(ok.content.type);
    const queried = queryNode(query);
    const good = ok.alsoGood.length > 0 ? `, alsoGood: ${JSON.stringify(ok.alsoGood)}` : '';
    const okBody =
      ok.content && isJson && ![204, 205, 304].includes(ok.status)
        ? printed(schemas.bodyNode(ok.content, 'writeOnly'))
        : 'ignoredBody';
    const entries: [string, string][] = [
      ['operation', `'${method} ${path}'`],
      ['auth', `'${auth}'`],
      ...(pathParameters.length > 0
        ? [
            [
              'path',
              printed(
                schemas.object(
                  Object.fromEntries(pathParameters.map((parameter) => [parameter.name, typed(parameter)])),
                ),
              ),
            ] as [string, string],
          ]
        : []),
      ...(queried ? [['query', printed(queried)] as [string, string]] : []),
      ...(body ? [['body', printed(schemas.bodyNode(body, 'readOnly'))] as [string, string]] : []),
      ['ok', `{ status: ${ok.status}${good}, body: ${okBody} }`],
      ...(errors.length > 0
        ? [
            [
              'errorResponses',
              fields(
                errors.map(({ status, message }) => [
                  String(status),
                  `{ example: ${JSON.stringify(message)} }`,
                ]),
              ),
            ] as [string, string],
          ]
        : []),
    ];
    return `${summary ? `/** ${summary.replaceAll('*/', '')} */\n` : ''}${name}: declare(${fields(entries)}),`;
  }
  const calls = operations.map(declaration);

  // The rules come before the tables, which list what the rules' answers need.
  const rowNode = ({ schema, columns }: Resource) => schemas.extended(schemas.nodeOf(schema), columns);
  const tableTexts = plan.resources.map(
    (resource) =>
      `${propertyName(resource.table)}: createTable({ name: '${resource.table}', schema: ${printed(rowNode(resource))}, key: ${JSON.stringify(resource.key)} }),`,
  );
  const rows = new Map<Resource, readonly unknown[]>();
  const keysIn = (resource: Resource) =>
    (rows.get(resource) ?? []).map((row) => Reflect.get(Object(row), resource.key) as unknown);
  for (const resource of plan.resources) {
    const examples = [...plan.plans].flatMap(([{ ok }, planned]) => {
      if ((planned.kind !== 'list' && planned.kind !== 'get') || planned.resource !== resource) return [];
      const inside = (ok.content?.examples ?? []).map((example) =>
        planned.shape.at === undefined ? example : Reflect.get(Object(example), planned.shape.at),
      );
      return planned.shape.isList ? inside.flat() : inside;
    });
    const parentKeys = (parameter: string) => {
      const parent = plan.resources.find(({ collection }) =>
        resource.collection.startsWith(`${collection}/{${parameter}}`),
      );
      return parent ? keysIn(parent) : [];
    };
    rows.set(resource, samples.rowsOf(resource, rowNode(resource), examples, parentKeys));
  }

  const ruled = [...plan.plans].map(([operation, planned]) => ({
    operation,
    ...rules.ruleOf(operation, planned),
  }));
  const undecided = ruled
    .filter(({ isDecided }) => !isDecided)
    .map(({ operation }) => `${operation.method} ${operation.path}`);

  const names = schemas.names();
  const contract = `${schemas.declarations().join('\n\n')}\n\n/** Every call of ${title}. */\nexport const contract = {\n${calls.join('\n')}\n};\n`;
  const accountTable = `/** Who may sign in. */\nconst account = z.object({ email: z.string(), token: z.string() });\nexport type Account = z.output<typeof account>;\n\n`;
  const tables = `${needsAccounts ? accountTable : ''}/** A row may have more than an answer shows: fields that the contract doesn't declare aren't sent. */
export const tables = () => ({\n${tableTexts.join('\n')}\n${needsAccounts ? "accounts: createTable({ name: 'accounts', schema: account, key: 'email', unique: ['token'] }),\n" : ''}});
export type Tables = ReturnType<typeof tables>;
${plan.resources.length > 0 ? "export type Row<Name extends keyof Tables> = ReturnType<Tables[Name]['dump']>[number];\n" : ''}`;
  const token = usesBasic ? btoa('demo:demo') : 'demo';
  const seeded = plan.resources.map(
    (resource) => [resource.table, JSON.stringify(rows.get(resource))] as const,
  );
  const constants = [...rules.constants]
    .map(([name, { type, value }]) => `export const ${name}: ${type} = ${value};\n`)
    .join('\n');
  const seeds = `${needsAccounts ? `/** \`Authorization\` and the like have the token${usesBasic ? ' (demo:demo)' : ''}. */\nexport const accounts: Account[] = [{ email: 'demo@example.com', token: '${token}' }];\n\n` : ''}${seeded.length > 0 ? `/** The rows of the preset \`full\`. */\nexport const rows: { [Name in ${seeded.map(([name]) => JSON.stringify(name)).join(' | ')}]: Row<Name>[] } = ${fields(seeded)};\n\n` : ''}${constants}`;
  const helpers = [
    rules.helpers.has('found') &&
      "function found<T>(row: T | undefined): T {\nif (row === undefined) throw new HttpError(404, 'Not found');\nreturn row;\n}",
    rules.helpers.has('undecided') &&
      "/** Stands for a rule that is still to be written. */\nconst undecided = (): never => {\nthrow new HttpError(501, 'This rule is still to be written');\n};",
    rules.helpers.has('uuid') &&
      "const HEX = '0123456789abcdef';\n/** The UUID of 32 random digits. */\nconst uuid = (digits: string) => digits.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5');",
  ].filter(Boolean);
  const caller = needsAccounts ? 'Account' : 'never';
  const ruleText = `${helpers.join('\n\n')}\n\nexport const rules: Rules<typeof contract, Tables, ${caller}> = {\n${ruled.map(({ text }) => text).join('\n')}\n};\n`;
  const sequences = plan.resources
    .map((resource) => [resource.table, keysIn(resource).filter((key) => typeof key === 'number')] as const)
    .filter(([, keys]) => keys.length > 0)
    .map(([table, keys]) => [table, String(Math.max(...keys))] as const);
  const isSeeded = seeded.length > 0;
  const made = needsAccounts
    ? `{ ${isSeeded ? "...(preset === 'full' && rows), " : ''}accounts }`
    : isSeeded
      ? "preset === 'full' ? rows : {}"
      : '{}';
  const errors = errorsOf(operations, reader);
  const mock = `/** The mock of ${title}${document.info?.version ? ` ${document.info.version}` : ''}. */
export const mock = createMock({
name: '${
    words(title)
      .join('-')
      .toLowerCase()
      .replaceAll(/[^a-z\d-]/g, '') || 'api'
  }',
contract,
tables,
seeds: {
presets: ['full', 'empty'],
make: (${isSeeded ? '{ preset }' : ''}) => ({ rows: ${made}${sequences.length > 0 ? `, sequences: ${objectText(sequences)}` : ''} }),
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
  const engine = (text: string, names: readonly string[], types: readonly string[] = []) =>
    imports(text, PACKAGE, names, types);
  const local = (text: string, file: string, names: readonly string[], types: readonly string[] = []) =>
    imports(text, `./${file}.js`, names, types);
  const inTables = ['Account', 'Row', 'Tables'];
  return {
    undecided,
    base: baseOf(document),
    files: {
      'contract.ts': `${engine(contract, ['declare', 'ignoredBody', 'z'])}\n${contract}`,
      'tables.ts': `${engine(tables, ['createTable', 'z'])}${local(tables, 'contract', names)}\n${tables}`,
      'seeds.ts': `${engine(seeds, [], ['z'])}${local(seeds, 'contract', [], ['contract'])}${local(seeds, 'tables', [], inTables)}\n${seeds}`,
      'rules.ts': `${engine(ruleText, ['HttpError', 'respond'], ['Rules'])}${local(ruleText, 'contract', [], ['contract'])}${local(ruleText, 'seeds', [...rules.constants.keys()])}${local(ruleText, 'tables', [], inTables)}\n${ruleText}`,
      'mock.ts': `${engine(mock, ['createMock'])}${local(mock, 'contract', ['contract'])}${local(mock, 'rules', ['rules'])}${local(mock, 'seeds', ['accounts', 'rows'])}${local(mock, 'tables', ['tables'])}\n${mock}`,
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
