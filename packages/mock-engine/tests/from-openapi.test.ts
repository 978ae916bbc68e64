import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mock } from '../src/engine/mock';
import { fromOpenApi } from '../src/from-openapi';
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

beforeAll(async () => {
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

describe.each(documents)(
  'the mock of $file',
  ({ file, path, headers, created, update, updated, keyOf, undecided }) => {
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
      expect(await call('GET', item, key)).toMatchObject({ status: 404, problem: undefined });
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
