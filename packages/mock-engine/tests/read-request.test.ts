import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { declare, type ParsedRequestOf } from '../src/declaration';
import { describeIssue, readJson, readRequest, requireLimits } from '../src/engine/read-request';

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const list = (entries: number) => `[${Array.from({ length: entries }, () => '0').join(',')}]`;

describe('the limits of a body', () => {
  it('are 64 levels of lists and objects, and 100,000 entries of each list or object', () => {
    expect(() => requireLimits(nested(64))).not.toThrow();
    expect(() => requireLimits(nested(65))).toThrow('The body is nested more than 64 levels deep');
    expect(() => requireLimits(nested(65, '{"a":', '}'))).toThrow('more than 64 levels');
    expect(() => requireLimits(`[${nested(1)},`.repeat(100))).toThrow('more than 64 levels');
    expect(() => requireLimits(list(100_000))).not.toThrow();
    expect(() => requireLimits(list(100_001))).toThrow('A list in the body has more than 100000 entries');
  });

  it('hold for each list alone', () => {
    expect(() => requireLimits(`[${list(60_000)},${list(60_000)}]`)).not.toThrow();
    expect(() => requireLimits(`[${nested(60)},${nested(60)},${nested(60)}]`)).not.toThrow();
  });

  it.each([
    ['brackets in a text', JSON.stringify('['.repeat(100))],
    ['commas in a text', JSON.stringify(','.repeat(200_000))],
    ['a quote in a text', `"\\"${'['.repeat(100)}"`],
    ['backslashes at the end of a text', `["\\\\", "${'['.repeat(100)}"]`],
    ['a quote after backslashes', `["\\\\\\"${'['.repeat(100)}"]`],
    ['a text without an end', `"${'['.repeat(100)}`],
  ])('do not count %s', (_, json) => {
    expect(() => requireLimits(json)).not.toThrow();
  });
});

describe('a body', () => {
  const read = (text: string) => readJson(new TextEncoder().encode(text));

  it('is read as JSON, and empty as an object', () => {
    expect(read('{"a":[1]}')).toEqual({ a: [1] });
    expect(read('')).toEqual({});
  });

  it('is rejected if it is no JSON, or beyond a limit', () => {
    expect(() => read('{')).toThrow(/^The body is not JSON$/);
    expect(() => read(nested(65))).toThrow('more than 64 levels');
  });
});

const httpRequest = (url: string, body = '') => ({
  method: 'POST',
  url,
  headers: new Headers(),
  cookies: {},
  body: new TextEncoder().encode(body),
});

describe('a request', () => {
  const visits = declare({
    operation: 'POST /pets/{id}/visits/{name}',
    auth: 'none',
    path: z.object({ id: z.number(), name: z.string() }),
    query: z.object({ page: z.string() }),
    body: z.object({ by: z.string().check(z.minLength(2)) }),
    ok: { status: 200, body: z.unknown() },
  });
  const plain = declare({ operation: 'GET /pets', auth: 'none', ok: { status: 200, body: z.unknown() } });
  const read = (path: Record<string, string>, search: string, body: string) =>
    readRequest(visits, httpRequest(`http://pets.test/x${search}`, body), path);

  it.each(['12', '-1', '1.5'])(
    'has the parts that the contract declares, with numbers in its path: %s',
    async (id) => {
      expect(await read({ id, name: '7' }, '?page=2', '{"by":"Vera"}')).toEqual({
        ok: true,
        parts: { path: { id: Number(id), name: '7' }, query: { page: '2' }, body: { by: 'Vera' } },
      });
      expect(await readRequest(plain, httpRequest('http://pets.test/pets?page=2'), { id })).toEqual({
        ok: true,
        parts: {},
      });
    },
  );

  it('has the parameters of its path as texts where the contract has no schema for them', async () => {
    const pet = declare({
      operation: 'GET /pets/{id}',
      auth: 'none',
      ok: { status: 200, body: z.unknown() },
    });
    const parts: ParsedRequestOf<typeof pet> = { path: { id: '12' } };
    expect(await readRequest(pet, httpRequest('http://pets.test/pets/12'), { id: '12' })).toEqual({
      ok: true,
      parts,
    });
  });

  it.each(['1a', 'a1', '1.', '', '--1'])(
    'names the parameter of the path that is no number: "%s"',
    async (id) => {
      expect(await read({ id, name: 'x' }, '?page=2', '{"by":"Vera"}')).toEqual({
        ok: false,
        parts: { path: { id, name: 'x' }, query: { page: '2' }, body: { by: 'Vera' } },
        message: 'id: Invalid input: expected number, received string',
        issues: [{ part: 'path', path: ['id'], message: 'Invalid input: expected number, received string' }],
      });
    },
  );

  it('names the part of the query or the body that is wrong, or the whole body', async () => {
    const path = { id: '1', name: 'x' };
    expect(await read(path, '', '{"by":"Vera"}')).toMatchObject({
      message: expect.stringMatching(/^page: /),
    });
    expect(await read(path, '?page=2', '{"by":"V"}')).toMatchObject({
      message: expect.stringMatching(/^by: /),
    });
    expect(await read(path, '?page=2', '[]')).toMatchObject({
      ok: false,
      message: 'Invalid input: expected object, received array',
    });
    expect(await read(path, '?page=2', '{')).toEqual({
      ok: false,
      parts: { path, query: { page: '2' } },
      message: 'The body is not JSON',
      issues: [{ part: 'body', path: [], message: 'The body is not JSON' }],
    });
  });
});

describe('names that a query or form repeats', () => {
  const numbers = z.object({ tag: z.array(z.number()) });
  const declared = declare({
    operation: 'POST /tags',
    auth: 'none',
    query: numbers,
    body: numbers,
    ok: { status: 200, body: z.unknown() },
  });
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag=${at}`).join('&');
  const read = (query: string, form: string) => {
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    return readRequest(declared, { ...httpRequest(`http://tags.test/tags?${query}`, form), headers }, {});
  };

  it('are read in time that grows with their number, up to 100,000', async () => {
    const all = tags(100_000);
    const tag = Array.from({ length: 100_000 }, (_, at) => at);
    expect(await read(all, all)).toEqual({ ok: true, parts: { query: { tag }, body: { tag } } });
  });

  it('are rejected beyond that', async () => {
    const [few, many] = [tags(2), tags(100_001)];
    const inQuery = 'A list in the query has more than 100000 entries';
    expect(await read(many, few)).toMatchObject({
      message: inQuery,
      issues: [{ part: 'query', path: [], message: inQuery }],
    });
    const inBody = 'A list in the body has more than 100000 entries';
    expect(await read(few, many)).toMatchObject({
      message: inBody,
      issues: [{ part: 'body', path: [], message: inBody }],
    });
  });
});

it('an issue is described by its path and its rule', () => {
  const custom = { path: ['rows', 2, 'name'], message: 'Too short', code: 'custom' };
  expect(describeIssue([custom])).toBe('rows.2.name: Too short');
  expect(describeIssue([{ ...custom, path: [] }])).toBe('Too short');
  expect(describeIssue([{ ...custom, params: { isBlank: true } }])).toBe('rows.2.name: must not be blank');
  expect(describeIssue([])).toBe('does not fit the contract');
});
