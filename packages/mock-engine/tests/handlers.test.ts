import { getResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { freezeRow } from '../src/db/row';
import { declare } from '../src/declaration';
import type { WireResult } from '../src/engine/branch-answer';
import type { Engine } from '../src/engine/engine';
import { messageErrors } from '../src/engine/errors';
import {
  createRespond,
  hostUrls,
  mostSpecificFirst,
  rejectForeignHosts,
  toHandlers,
} from '../src/engine/handlers';
import { createLog } from '../src/engine/log';
import { onlyDeclared } from '../src/engine/only-declared';
import { createOperations } from '../src/engine/operation-lookup';

const ok = { status: 200, body: z.unknown() };
const operations = createOperations({
  listPets: declare({ operation: 'GET /pets', auth: 'none', ok }),
  addPet: declare({ operation: 'POST /pets', auth: 'none', ok }),
  petCalled: declare({ operation: 'GET /pets/{id}/called/{name}', auth: 'none', ok }),
  say: declare({ operation: 'POST /say', auth: 'none', host: 'chat', ok }),
});
const hosts = { api: 'http://pets.test/v1', chat: 'http://[::1]:8000' };

/** Answers each call by its name and parameters, or as given. */
function engineWith(result?: WireResult) {
  const answer = vi.fn(
    async (name: string, _request: unknown, params: Record<string, string>): Promise<WireResult> =>
      result ?? { kind: 'answer', status: 200, body: { name, params } },
  );
  const log = createLog();
  const engine = {
    operations,
    log,
    answer,
    errors: messageErrors,
    now: () => new Date('2026-03-02T09:00:00Z'),
  };
  return { engine: engine as unknown as Engine, answer, log };
}

const ask = async (method: string, url: string, result?: WireResult, signal?: AbortSignal) => {
  const { engine, log, answer } = engineWith(result);
  const request = new Request(url, { method, ...(signal && { signal }) });
  const response = await createRespond(engine, hosts)(request);
  return { response, log, answer };
};
const bodyOf = async (method: string, url: string) => (await ask(method, url)).response.json();
const answered = (status: number, body: unknown, headers?: Record<string, string>): WireResult => ({
  kind: 'answer',
  status,
  body,
  ...(headers && { headers }),
});

it('the URLs of the hosts are absolute, without a slash at the end', () => {
  expect(hostUrls(operations, { api: '/v1/', chat: 'http://[::1]:8000/' }, 'http://pets.test/shop')).toEqual(
    hosts,
  );
});

describe('the operation of a request', () => {
  it.each([
    ['GET', 'http://pets.test/v1/pets', 'listPets', {}],
    ['GET', 'http://pets.test/v1/pets?page=2', 'listPets', {}],
    ['GET', 'http://pets.test/v1/pets/', 'listPets', {}],
    ['POST', 'http://pets.test/v1/pets', 'addPet', {}],
    ['GET', 'http://pets.test/v1/pets/7/called/Tom%20Cat', 'petCalled', { id: '7', name: 'Tom Cat' }],
    ['POST', 'http://[::1]:8000/say', 'say', {}],
    ['POST', 'http://[::1]:8000/say/', 'say', {}],
  ])('is found by method, host and path: %s %s', async (method, url, name, params) => {
    expect(await bodyOf(method, url)).toEqual({ name, params });
  });

  it('is that of the most specific host, where one is below another', async () => {
    const { engine } = engineWith();
    const nested = createOperations({
      any: declare({ operation: 'GET /{kind}/{id}', auth: 'none', ok }),
      exact: declare({ operation: 'GET /chat/rooms', auth: 'none', ok }),
      hidden: declare({ operation: 'GET /chat/a/b', auth: 'none', ok }),
      rooms: declare({ operation: 'GET /rooms', auth: 'none', host: 'chat', ok }),
      message: declare({ operation: 'GET /{id}', auth: 'none', host: 'chat', ok }),
    });
    const own = { api: 'http://pets.test', chat: 'http://pets.test/chat' };
    const respond = createRespond({ ...engine, operations: nested }, own);
    const answerAt = async (path: string) => (await respond(new Request(`${own.api}${path}`))).json();
    expect(await answerAt('/chat/7')).toMatchObject({ name: 'message' });
    expect(await answerAt('/chat/rooms')).toMatchObject({ name: 'rooms' });
    expect(await answerAt('/chat/a/b')).toMatchObject({
      message: expect.stringMatching(/no such operation/),
    });
  });

  it.each([
    'http://pets.test/pets',
    'http://pets.test/v2/pets',
    'http://other.test/v1/pets',
    'http://pets.test/v1/say',
    'http://pets.test/v1/pets/7',
  ])('does not exist for %s, which is logged', async (url) => {
    const { response, log, answer } = await ask('GET', url);
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({
      message: expect.stringMatching(/^The mock backend has no such operation/),
    });
    expect(answer).not.toHaveBeenCalled();
    expect(log.list()).toMatchObject([
      {
        at: '2026-03-02T09:00:00.000Z',
        operation: `GET ${url}`,
        request: null,
        signedIn: false,
        branch: 'unknown',
        status: null,
        response: null,
        duration: 0,
        decidedBy: 'policy',
        violation: null,
      },
    ]);
  });

  it('does not exist for another method, and the response lists the allowed methods', async () => {
    const { response, log } = await ask('DELETE', 'http://pets.test/v1/pets/');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await response.json()).toEqual({
      message: 'The mock backend has no such operation; this path takes GET, POST',
    });
    expect(log.list()).toHaveLength(1);
  });
});

describe('a response', () => {
  const pets = 'http://pets.test/v1/pets';

  it('is JSON, a frozen row and a list of rows included', async () => {
    const rows = [freezeRow({ id: 1 }), { id: 2 }, freezeRow({ id: 3 })];
    for (const body of [rows, rows[0], [], null, 'text', { list: rows }]) {
      const { response } = await ask('GET', pets, answered(200, body));
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.text()).toBe(JSON.stringify(body));
    }
  });

  it('has the headers that were given, in any letter case, and is text if they say so', async () => {
    const { response } = await ask(
      'GET',
      pets,
      answered(418, '<p>', { 'Content-Type': 'text/html', 'X-A': '1' }),
    );
    expect([response.status, await response.text()]).toEqual([418, '<p>']);
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': 'text/html', 'x-a': '1' });
    const problem = await ask(
      'GET',
      pets,
      answered(400, 'bad', { 'content-type': 'application/problem+JSON' }),
    );
    expect(await problem.response.text()).toBe('"bad"');
    const list = await ask('GET', pets, answered(200, [1], { 'content-type': 'text/plain' }));
    expect(await list.response.text()).toBe('[1]');
  });

  it.each([
    [{}, { 'transfer-encoding': 'chunked' }],
    [{ 'Content-Length': '2' }, { 'content-length': '2' }],
  ])('that streams is chunked unless its length is given: %j', async (given, sent) => {
    const { response } = await ask('GET', pets, answered(200, new Blob(['ab']).stream(), given));
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/octet-stream',
      ...sent,
    });
  });

  const name = z.object({ name: z.string() });
  const age = z.object({ age: z.number() });
  const tom = { name: 'Tom', age: 3, chip: 'secret' };
  it.each([
    ['an intersection', z.intersection(name, age), tom, { name: 'Tom', age: 3 }],
    [
      'objects and lists in both sides of an intersection',
      z.intersection(
        z.object({ pet: name, pets: z.array(name) }),
        z.object({ pet: age, pets: z.array(age), total: z.number() }),
      ),
      { pet: tom, pets: [tom], total: 1, cost: 2 },
      { pet: { name: 'Tom', age: 3 }, pets: [{ name: 'Tom', age: 3 }], total: 1 },
    ],
    ['a tuple', z.tuple([name, z.string()]), [tom, 'x'], [{ name: 'Tom' }, 'x']],
    [
      'the rest of a tuple',
      z.tuple([z.string()], name),
      ['x', tom, tom],
      ['x', { name: 'Tom' }, { name: 'Tom' }],
    ],
  ])('has only the declared fields of %s', (_, schema, body, sent) => {
    expect(onlyDeclared(schema, body)).toEqual(sent);
  });

  it.each([204, 205, 304])('has no body with the status %d', async (status) => {
    const { response } = await ask('GET', pets, answered(status, { id: 1 }));
    expect([response.status, response.body]).toEqual([status, null]);
  });

  it('sets cookies, and removes them from each path that the call sends them at', async () => {
    const cookies = { theme: 'dark; Path=/', sid: null };
    const result: WireResult = { kind: 'answer', status: 200, body: null, cookies };
    const { response } = await ask('GET', 'http://pets.test/v1/pets', result);
    expect(response.headers.getSetCookie()).toEqual([
      'theme=dark; Path=/',
      'sid=; Path=/; Max-Age=0',
      'sid=; Path=/v1; Max-Age=0',
      'sid=; Path=/v1/; Max-Age=0',
      'sid=; Path=/v1/pets; Max-Age=0',
    ]);
  });

  it('removes a cookie whose name needs `Secure` with it, as browsers else keep it', async () => {
    const result: WireResult = { kind: 'answer', status: 200, body: null, cookies: { '__Host-sid': null } };
    const { response } = await ask('GET', 'http://pets.test/v1/pets', result);
    expect(response.headers.getSetCookie()).toContain('__Host-sid=; Path=/; Max-Age=0; Secure');
  });

  it('fails as a network error, at once or when the caller gives up', async () => {
    expect((await ask('GET', pets, { kind: 'network' })).response.type).toBe('error');
    const caller = new AbortController();
    const settled = vi.fn();
    const waiting = ask('GET', pets, { kind: 'timeout' }, caller.signal).finally(settled);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    caller.abort();
    expect((await waiting).response.type).toBe('error');
  });
});

describe('the handlers for MSW', () => {
  const page = 'http://localhost:5173';
  const via = async (url: string, headers = {}) => {
    const { engine, log } = engineWith();
    const handlers = [
      ...mostSpecificFirst(toHandlers(engine, { api: 'http://pets.test/v1/', chat: hosts.chat })),
      rejectForeignHosts(engine, page),
    ];
    return { response: await getResponse(handlers, new Request(url, { headers })), log, handlers };
  };

  it('answer for each host, whose URL may end with a slash', async () => {
    const { response, handlers } = await via('http://pets.test/v1/pets');
    expect(await response?.json()).toEqual({ name: 'listPets', params: {} });
    expect(handlers).toHaveLength(3);
    expect((await via('http://[::1]:8000/other')).response?.status).toBe(501);
    const { engine } = engineWith();
    expect(toHandlers(engine, { api: hosts.api, chat: hosts.api })).toHaveLength(1);
  });

  it('leave the page’s own files alone, and reject every other host', async () => {
    const own = await via(`${page}/logo.svg`);
    expect([own.response, own.log.list()]).toEqual([undefined, []]);
    const foreign = await via('http://pets.test/v2/pets', { authorization: 'tok' });
    expect(foreign.response?.type).toBe('error');
    expect(foreign.log.list()).toMatchObject([{ operation: 'GET http://pets.test/v2/pets', signedIn: true }]);
  });
});
