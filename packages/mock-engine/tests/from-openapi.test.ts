import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mock } from '../src/engine/mock';
import { fromOpenApi } from '../src/from-openapi';
import { uniqueNames } from '../src/from-openapi/document';
import { type HttpHost, startHttpHost } from '../src/hosts/http/http-host';

const ROOT = join(import.meta.dirname, '../../..');
const fixture = (file: string) => join(import.meta.dirname, 'fixtures', file);
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.cache/from-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of each document: a path with its parameter, what creates and changes a thing, and headers that sign in. */
const documents = [
  {
    file: 'library.yaml',
    path: '/books',
    headers: { authorization: 'Bearer demo' },
    created: { title: 'Ulysses', genre: 'novel' },
    update: ['PUT', { title: 'Dubliners', genre: 'novel', pages: 152 }],
    updated: { title: 'Dubliners', pages: 152 },
    keyOf: (body: { id?: number }) => body.id,
    missing: 999,
    undecided: ['POST /books/{bookId}/loan'],
  },
  {
    file: 'notes.json',
    path: '/notes',
    headers: { 'x-notes-key': 'demo' },
    created: { text: 'Call Ida' },
    update: ['PATCH', { labels: ['soon'] }],
    updated: { text: 'Call Ida', labels: ['soon'] },
    keyOf: (body: { id?: string }) => body.id,
    missing: 'none',
    undecided: [],
  },
  {
    file: 'kiosk.yaml',
    path: '/articles',
    headers: { cookie: 'sid=demo' },
    created: { article: { title: 'Rice', price: 2 } },
    update: ['PUT', new URLSearchParams({ title: 'Brown rice', price: '2.5' })],
    updated: { article: { title: 'Brown rice', price: 2.5 } },
    keyOf: ({ article }: { article?: { slug: string } }) => article?.slug,
    missing: 'none',
    undecided: [],
  },
] as const;

interface Media {
  readonly content?: Record<string, object>;
}
type Paths = Record<string, Record<string, { readonly responses: Record<string, Media> }>>;

/** Says what of an answer its document doesn't allow; undefined if nothing. */
async function createChecker(file: string) {
  const { parsed } = (await bundle({ ref: fixture(file), config: await createConfig({}) })).bundle;
  const ajv = new Ajv({ strict: false, schemas: { [file]: parsed as object } });
  addFormats(ajv);
  const { paths } = parsed as { paths: Paths };
  const pointer = (...names: string[]) =>
    names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return {
    paths: Object.entries(paths).flatMap(([path, { get }]) => (get ? [path] : [])),
    problem(method: string, path: string, status: number, type: string, body: unknown) {
      const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
      const declared = String(status) in responses ? String(status) : 'default';
      const at = ['paths', path, method.toLowerCase(), 'responses', declared];
      let response = responses[declared] as (Media & { $ref?: string }) | undefined;
      if (!response) return `${status} is not declared`;
      if (response.$ref) {
        at.splice(0, 9, 'components', 'responses', response.$ref.split('/').at(-1) ?? '');
        response = ajv.getSchema(`${file}#/${pointer(...at)}`)?.schema as Media;
      }
      if (!response.content) return undefined;
      const media = type.split(';')[0] ?? '';
      if (!(media in response.content)) return `${media} is not declared`;
      const isValid = ajv.validate({ $ref: `${file}#/${pointer(...at, 'content', media, 'schema')}` }, body);
      return isValid ? undefined : ajv.errorsText();
    },
  };
}

/** In each text of a document: what ends a comment, a string or a line, and then code. */
const ATTACK = `Pets **// globalThis.pwned = 1; /** */ pwned(); \r pwned(); \u2028 pwned(); \u2029 pwned();
pwned(); // " + pwned + " ' + pwned + ' \` + \${globalThis.pwned} + \``;
const text = { type: 'string', description: ATTACK, example: ATTACK };
const json = (schema: object) => ({ 'application/json': { schema } });
const pointerTo = (name: string) =>
  `#/components/schemas/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
const thing = {
  type: 'object',
  description: ATTACK,
  required: ['id', ATTACK, 'default', 'one', 'é', 'null'],
  properties: {
    id: { ...text, pattern: '[' },
    [ATTACK]: text,
    default: { const: ATTACK },
    one: { enum: [ATTACK, 'globalThis.pwned'] },
    é: { $ref: pointerTo('é') },
    null: { type: 'boolean', nullable: true, default: null },
    body: { type: 'integer', maximum: 3 },
    odd: { ...text, pattern: `[/**"]${ATTACK.slice(7).replaceAll(/[*()+${}]/g, '')}`, format: 'constructor' },
    '½²': text,
  },
};
const order = (name: string) => ({
  type: 'object',
  required: ['id', name],
  properties: { id: { type: 'integer' }, [name]: { type: 'string', default: name.repeat(200) }, of: text },
});
const calls = (schema: object) => {
  const operation = {
    operationId: ATTACK,
    summary: ATTACK,
    description: ATTACK,
    tags: [ATTACK],
    responses: {
      '200': { description: ATTACK, content: json(schema) },
      '400': {
        description: ATTACK,
        content: json({
          type: 'object',
          required: [ATTACK, 'code'],
          properties: { [ATTACK]: { enum: ['a message'] }, code: { enum: [ATTACK] } },
        }),
      },
    },
  };
  const requestBody = {
    content: json({ type: 'object', properties: { of: text, body: { type: 'integer' } } }),
  };
  const withId = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const limit = { name: ATTACK, in: 'query', schema: { ...text, default: ATTACK } };
  const list = { '200': { description: ATTACK, content: json({ type: 'array', items: schema }) } };
  return [
    { get: { ...operation, parameters: [limit], responses: list }, post: { ...operation, requestBody } },
    {
      parameters: withId,
      get: operation,
      patch: {
        ...operation,
        requestBody: {
          content: json({
            ...thing,
            properties: { ...thing.properties, default: { type: 'integer' }, body: text },
          }),
        },
      },
      delete: { ...operation, summary: 'Delete HttpError "z" respond(' },
    },
  ];
};
const pathsOf = (path: string, schema: object) => {
  const [collection, item] = calls(schema);
  return { [path]: collection, [`${path}/{id}`]: item };
};
const hostile = {
  openapi: '3.0.3',
  info: { title: ATTACK, version: ATTACK },
  servers: [{ url: 'https://host.test/$(touch pwned)' }],
  security: [{ [ATTACK]: [] }],
  paths: {
    ...pathsOf('/things', { $ref: pointerTo(ATTACK) }),
    ...pathsOf('/a/orders', order('first')),
    ...pathsOf('/b/orders', order('second')),
    [`/${ATTACK}`]: { post: { responses: {}, description: ATTACK } },
    '/empty': null,
    '/é': {
      get: {
        summary: 'A “quoted" word',
        responses: { '200': { description: '', content: { 'text/html': { examples: { none: null } } } } },
      },
    },
  },
  components: {
    schemas: { [ATTACK]: thing, é: { type: 'string', description: 'Has one " only' } },
    securitySchemes: {
      [ATTACK]: { type: 'apiKey', in: 'cookie', name: ATTACK },
      url: { type: 'apiKey', in: 'header', name: 'x-url' },
      header: { type: 'apiKey', in: 'header', name: ATTACK },
    },
  },
};
let hostileMessage = '';

beforeAll(async () => {
  writeFileSync(join(folder, 'hostile.json'), JSON.stringify(hostile));
  hostileMessage = await fromOpenApi(join(folder, 'hostile.json'), join(folder, 'hostile'), { force: false });
  for (const { file } of documents) await fromOpenApi(fixture(file), join(folder, file), { force: false });
  // Here the package isn't built.
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    const engine = relative(join(folder, path, '..'), join(ROOT, 'packages/mock-engine/src/engine'));
    writeFileSync(join(folder, path), text.replaceAll("'@kitwell/mock-engine'", `'${engine}'`));
  }
});

it('writes files that compile under strict', async () => {
  const options = { extends: join(ROOT, 'tsconfig.json'), include: ['.'], compilerOptions: { paths: {} } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const failed = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error) => error.stdout,
  );
  expect(failed).toEqual({ stdout: '', stderr: '' });
});

/** The names in code below a node of the syntax tree: not what strings and comments have. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own =
    'type' in node && node.type === 'Identifier' ? [(node as unknown as { name: string }).name] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

it.each(['contract', 'tables', 'seeds', 'rules', 'mock'])('no text of a document is code in %s', (file) => {
  const { program, errors } = parseSync(
    `${file}.ts`,
    readFileSync(join(folder, `hostile/${file}.ts`), 'utf8'),
  );
  expect(errors).toEqual([]);
  const names = namesIn(program);
  expect(names.length).toBeGreaterThan(0);
  expect(names).not.toContain('pwned');
});

it('suggests no command with what a shell would run', () =>
  expect(hostileMessage).toMatch(/hostile\/mock\.ts$/));

describe.each(documents)(
  'the mock of $file',
  ({ file, path, headers, created, update, updated, keyOf, missing, undecided }) => {
    let host: HttpHost;
    let checker: Awaited<ReturnType<typeof createChecker>>;
    beforeAll(async () => {
      const { mock } = (await import(join(folder, file, 'mock.ts'))) as { mock: Mock };
      host = await startHttpHost(mock, { port: 0 });
      checker = await createChecker(file);
    });
    afterAll(() => host.close());

    /** Calls as the demo account; the answer must be as its document says. */
    async function call(method: string, template: string, key: string | number | undefined, sent?: object) {
      const isForm = sent instanceof URLSearchParams;
      const response = await fetch(host.url + template.replace(/\{[^}]+\}/, String(key)), {
        method,
        headers: { ...headers, ...(sent && !isForm && { 'content-type': 'application/json' }) },
        ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
      });
      const text = await response.text();
      const type = response.headers.get('content-type') ?? '';
      const body: unknown = /json/.test(type) && text ? JSON.parse(text) : text;
      const problem =
        response.status === 501 ? undefined : checker.problem(method, template, response.status, type, body);
      return { status: response.status, body, problem };
    }

    it('answers each GET as the document says', async () => {
      const list = await call('GET', path, undefined);
      expect(list).toMatchObject({ status: 200, problem: undefined });
      const [first] = [list.body, ...Object.values(list.body as object)].find(Array.isArray) as [
        Record<string, string>,
      ];
      const key = first.id ?? first.slug;
      for (const template of checker.paths) {
        expect(await call('GET', template, key), template).toMatchObject({ status: 200, problem: undefined });
      }
    });

    it('creates, reads, changes and deletes', async () => {
      const item = checker.paths.find((template) => /^\/\w+\/\{[^}]+\}$/.test(template)) ?? '';
      const added = await call('POST', path, undefined, created);
      expect(added).toMatchObject({ status: 201, body: created, problem: undefined });
      const key = keyOf(added.body as object);
      expect(await call('GET', item, key)).toEqual({ ...added, status: 200 });
      const [method, change] = update;
      expect(await call(method, item, key, change)).toMatchObject({
        status: 200,
        body: updated,
        problem: undefined,
      });
      expect(await call('DELETE', item, key)).toMatchObject({
        status: expect.toBeOneOf([200, 204]),
        problem: undefined,
      });
      for (const gone of [key, missing])
        expect(await call('GET', item, gone)).toMatchObject({ status: 404, problem: undefined });
      expect(await call('POST', path, undefined, { title: 7 })).toMatchObject({
        status: expect.toBeOneOf([400, 422]),
        problem: undefined,
      });
    });

    it('rejects what can’t be decided with 501, and marks it', async () => {
      const rules = readFileSync(join(folder, file, 'rules.ts'), 'utf8');
      expect(rules.match(/TODO/g) ?? []).toHaveLength(undecided.length);
      for (const operation of undecided) {
        const [method = '', template = ''] = operation.split(' ');
        expect(await call(method, template, 1)).toMatchObject({ status: 501 });
      }
    });
  },
);

it('gives tables names that differ by more than case, which some file systems ignore', () => {
  expect(['petTypes', 'pettypes', 'petTypes'].map(uniqueNames(['mails']))).toEqual([
    'petTypes',
    'pettypes2',
    'petTypes3',
  ]);
});

describe('the command', () => {
  const to = (name: string) => join(folder, name);

  it('replaces files only with --force, and writes the same again', async () => {
    await fromOpenApi(fixture('library.yaml'), to('again'), { force: false });
    const written = readFileSync(to('again/seeds.ts'), 'utf8');
    await expect(fromOpenApi(fixture('library.yaml'), to('again'), { force: false })).rejects.toThrow(
      /contract\.ts.*there already.*--force/,
    );
    const message = await fromOpenApi(fixture('library.yaml'), to('again'), { force: true });
    expect(readFileSync(to('again/seeds.ts'), 'utf8')).toBe(written);
    expect(message).toMatch(/501:\n {2}POST \/books\/\{bookId\}\/loan\n.*again\/mock\.ts --base \/api\/v1$/s);
  });

  it.each([
    ['swagger.json', '{ "swagger": "2.0" }', /no OpenAPI 3\.0 or 3\.1 document.*converted/],
    ['other.json', '{ "a": 1 }', /other\.json can't be read: /],
    ['broken.yaml', 'openapi: [', /broken\.yaml can't be read: /],
    [
      'dangling.json',
      '{ "openapi": "3.0.0", "paths": { "/a": { "$ref": "#/components/x" } } }',
      /dangling\.json: Can't resolve.*~1a/,
    ],
    [
      'loop.json',
      '{ "openapi": "3.0.0", "paths": { "/a": { "get": { "responses": { "200": { "description": "", "content": { "a/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } }, "components": { "schemas": { "A": { "$ref": "#/components/schemas/A" } } } }',
      /loop\.json can't be read: Self-referencing/,
    ],
    [
      'parts.json',
      '{ "openapi": "3.0.0", "components": { "schemas": { "A": { "allOf": [{ "$ref": "#/components/schemas/B" }] }, "B": { "allOf": [{ "type": "object" }, { "$ref": "#/components/schemas/A" }] } } } }',
      "A schema can't be a part of itself by allOf: A, B, A.",
    ],
    [
      'odd.json',
      '{ "openapi": "3.0.0", "paths": { "/a": { "get": { "parameters": [null] } } } }',
      /odd\.json .*no valid OpenAPI.*lint/,
    ],
  ])('says what is wrong with %s', async (name, text, message) => {
    writeFileSync(to(name), text);
    await expect(fromOpenApi(to(name), to('never'), { force: false })).rejects.toThrow(message);
  });

  it('says that there is no such file', async () => {
    await expect(fromOpenApi(to('none.yaml'), to('never'), { force: false })).rejects.toThrow(
      /none\.yaml can't be read/,
    );
  });
});
