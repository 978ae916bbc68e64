import { once } from 'node:events';
import { connect } from 'node:net';
import { routeOf } from '@kitwell/mock-engine/declaration';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { samples } from '@tests/mocks/samples/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract/contract';
import { type Client, clientOf, startOnFreePort } from './support';

let host: HttpHost;
let client: Client;

beforeAll(async () => {
  host = await startOnFreePort();
  client = clientOf(host);
});
afterAll(() => host.close());

interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: unknown;
}

/** Sends bytes as they are; `fetch` would correct or reject most of these. */
function raw(bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (data) => {
      received += data;
    });
    socket.on('error', reject).on('close', () => {
      const [headers = '', body = ''] = received.split('\r\n\r\n');
      resolve({ status: Number(headers.split(' ')[1]), headers, body: body === '' ? '' : JSON.parse(body) });
    });
  });
}
const rawRequest = (line: string, ...headers: string[]) =>
  raw(`${[`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`);

const errorBody = { message: expect.stringMatching(/\w/) };

describe('a body that no client of the product sends', () => {
  it.each(['/auth/login', '/__mock/import'])('is rejected with 400 if nested too deep: %s', async (path) => {
    const answer = await fetch(`${host.url}${path}`, { method: 'POST', body: '['.repeat(10_000) });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'The body is nested more than 64 levels deep' },
    ]);
  });

  it('is rejected with 400 as text/xml', async () => {
    const answer = await fetch(`${host.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: '<login />',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'Invalid input: expected object, received string' },
    ]);
  });
});

describe('values that no client of the product sends', () => {
  const values = ['', '\u0000', '\ud800', 'x'.repeat(50_000), 1e308, -1.5, null, true, [], {}, [[{}]]];
  const inPath = ['NaN', '1e400', '9'.repeat(40), '%00', '..%2F..', '%F0%9F%92%A9', 'x'.repeat(5000)];

  it.each(operationNames)('are answered below 500: %s', async (name) => {
    await client.post('/__mock/reset', { preset: 'demo' });
    const token = await client.signIn();
    const { method, path } = routeOf(declarationOf(name));
    const sample = (samples[name].request ?? {}) as { path?: object; body?: unknown };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      String((sample.path as Record<string, unknown> | undefined)?.[part]),
    );
    const send = async (address: string, body: unknown) => {
      const { status } = await client.call(method, address, method === 'GET' ? undefined : body, {
        authorization: token,
      });
      expect([name, status < 500 ? 'below 500' : status, address, body]).toEqual([
        name,
        'below 500',
        address,
        body,
      ]);
    };
    const [first = {}] = Array.isArray(sample.body) ? sample.body : [sample.body];
    for (const value of values) {
      await send(filled, value);
      for (const field of Object.keys(first as object)) {
        const changed = { ...(first as object), [field]: value };
        await send(filled, Array.isArray(sample.body) ? [changed] : changed);
      }
    }
    if (filled !== path) {
      for (const part of inPath) await send(path.replaceAll(/\{\w+\}/g, part), sample.body);
    }
  });
});

describe('a path that no client of the product sends', () => {
  it.each(['/%', '/%FF', '/auth/reset-password/%FF', '/__mock/%', '/__mock/db/kits/%E0%A4', '/%?x=%41'])(
    'is rejected with 400 if its escapes are invalid: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await rawRequest(`${method} ${path}`, 'content-length: 2', '', '{}');
        expect([answer.status, answer.body]).toEqual([400, errorBody]);
      }
    },
  );

  it.each(['/', '//', '//evil.test/x', '/auth', '/a\\b', '/__mocks', '/__mockset'])(
    'is 501 as any unknown call: %s',
    async (path) => {
      expect((await rawRequest(`GET ${path}`)).status).toBe(501);
    },
  );

  it('is read as usual if it is an absolute URL', async () => {
    expect((await rawRequest('GET http://elsewhere.test/clinic/fetch-clinics')).status).toBe(200);
  });
});

describe('a method that no client of the product uses', () => {
  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'SEARCH'])('is 405: %s', async (method) => {
    const answer = await rawRequest(`${method} /auth/login`);
    expect(answer.status).toBe(405);
    expect(answer.headers).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS$/im);
    expect(answer.body).toEqual(errorBody);
  });

  it('is 405 at the path of other operations, and lists their methods', async () => {
    for (const [method, path, allow] of [
      ['GET', '/auth/login', 'POST'],
      ['DELETE', '/patient/update-patient/7', 'PUT'],
      ['POST', '/openapi.json', 'GET'],
      ['GET', '/__mock/set', 'POST'],
      ['PUT', '/__mock/log', 'GET, DELETE'],
      ['DELETE', '/__mock/db/kits', 'GET, POST'],
    ] as const) {
      const answer = await client.call(method, path);
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
      expect(answer.body).toEqual(errorBody);
    }
  });
});

describe('bytes that are hardly HTTP', () => {
  it('with 20,000 headers are 431', async () => {
    const answer = await rawRequest(
      'GET /clinic/fetch-clinics',
      ...Array.from({ length: 20_000 }, (_, index) => `x-${index}: y`),
    );
    expect([answer.status, answer.body]).toEqual([431, errorBody]);
  });

  it.each([
    ['no request', 'hello\r\n\r\n'],
    ['an invented method', 'FOO / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a negative length', 'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n'],
    [
      'a broken chunk',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['no host', 'GET /clinic/fetch-clinics HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ])('are 400: %s', async (_, bytes) => {
    const answer = await raw(bytes);
    expect([answer.status, answer.body]).toEqual([400, errorBody]);
  });

  it('with an unknown expectation or upgrade are answered as without', async () => {
    expect((await rawRequest('GET /clinic/fetch-clinics', 'expect: luck')).status).toBe(200);
    expect((await rawRequest('GET /clinic/fetch-clinics', 'upgrade: websocket')).status).toBe(200);
  });
});

it('a request whose body comes byte by byte is answered as usual', async () => {
  const body = JSON.stringify({ email: 'provider@kitwell.test', password: 'Provider1!' });
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1').setNoDelay();
  const answer = once(socket, 'data');
  const write = (bytes: string) => new Promise<void>((written) => socket.write(bytes, () => written()));
  await write(`POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n`);
  for (const byte of body) await write(byte);
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
