import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { createAccess } from '@kitwell/mock-engine/hosts/http/access';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, startOnFreePort } from './support';

const app = 'https://app.example.test';
const isAnswered = (headers: IncomingHttpHeaders, host = '127.0.0.1') =>
  createAccess({ host, origins: [app, 'https://mock.example.test:8443/path'] })({ headers } as never) ===
  null;

describe('the Host of a request', () => {
  it.each([
    '127.0.0.1:8787',
    'localhost:8787',
    'kitwell.localhost',
    '[::1]:8787',
    'LOCALHOST',
    'app.example.test',
    'mock.example.test',
  ])('may be %s', (host) => expect(isAnswered({ host })).toBe(true));

  it.each([
    'evil.test',
    'localhost.evil.test:8787',
    'notlocalhost',
    '192.168.1.5:8787',
    '127.0.0.1.evil.test',
    'x.app.example.test',
    '',
    'a b',
  ])('may not be %j', (host) => expect(isAnswered({ host })).toBe(false));

  it('may be the address that the server listens on; any address of the machine, if it listens on all', () => {
    expect(isAnswered({ host: '192.168.1.5:8787' }, '192.168.1.5')).toBe(true);
    expect(isAnswered({ host: '[fd00::5]:8787' }, 'fd00::5')).toBe(true);
    expect(isAnswered({ host: 'laptop.lan:8787' }, 'Laptop.lan')).toBe(true);
    expect(isAnswered({ host: '[fd00::5]:8787' }, 'FD00:0:0:0:0:0:0:5')).toBe(true);
    for (const every of ['0.0.0.0', '::']) {
      expect(isAnswered({ host: '192.168.1.5:8787' }, every)).toBe(true);
      expect(isAnswered({ host: 'evil.test' }, every)).toBe(false);
    }
  });
});

describe('the page of a request', () => {
  const host = '127.0.0.1:8787';
  it.each([
    ['none: a command-line client', { host }],
    ['a tab in which the address was typed', { host, 'sec-fetch-site': 'none' }],
    ['the server’s own', { host, origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' }],
    // For a browser, localhost and 127.0.0.1 are different sites.
    ['a development server', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' }],
    ['the app', { host, origin: app, 'sec-fetch-site': 'cross-site' }],
    ['another allowed one', { host, origin: 'https://mock.example.test:8443' }],
  ])('may be %s', (_, headers) => expect(isAnswered(headers)).toBe(true));

  it.each([
    ['any website', { host, origin: 'https://evil.test' }],
    ['a sandboxed frame or file', { host, origin: 'null' }],
    ['the app without TLS', { host, origin: 'http://app.example.test' }],
    ['a website that names itself like one', { host, origin: 'https://localhost.evil.test' }],
    ['an image, script or form of any website', { host, 'sec-fetch-site': 'cross-site' }],
  ])('may not be %s', (_, headers) => expect(isAnswered(headers)).toBe(false));

  it('may have another port of the address in the local network', () => {
    const headers = { host: '192.168.1.5:8787', origin: 'http://192.168.1.5:5173' };
    expect(isAnswered(headers, '0.0.0.0')).toBe(true);
    expect(isAnswered({ ...headers, origin: 'http://192.168.1.6:5173' }, '0.0.0.0')).toBe(false);
  });
});

describe('the server', () => {
  let server: HttpHost;
  beforeAll(async () => {
    server = await startOnFreePort({
      appUrl: `${app}/base/`,
      origins: ['https://other.example.test'],
      pages: {
        names: ['room', 'checkout'],
        read: async (file) => (file === 'room.js' ? 'show();' : undefined),
      },
    });
  });
  afterAll(() => server.close());

  const send = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      request(`${server.url}${path}`, { method, headers }, (answer) =>
        answer.resume().once('end', () => resolve({ status: answer.statusCode, headers: answer.headers })),
      )
        .once('error', reject)
        .end();
    });
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-private-network': 'true',
  };

  it.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { host: 'evil.test' },
    { 'sec-fetch-site': 'cross-site' },
  ])('neither answers nor changes anything for %j', async (foreign) => {
    for (const [method, path, more] of [
      ['OPTIONS', '/__mock/reset', preflight],
      ['POST', '/__mock/reset', {}],
      ['GET', '/__mock/mail', {}],
      ['GET', '/openapi.json', {}],
      ['GET', '/clinic/fetch-clinics', {}],
    ] as const) {
      const { status, headers } = await send(method, path, { ...foreign, ...more } as Record<string, string>);
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(Object.keys(headers).filter((name) => /allow-(origin|credentials|private)/.test(name))).toEqual(
        [],
      );
    }
    expect((await clientOf(server).get('/__mock/history')).body).toMatchObject({ position: 0 });
  });

  it.each([app, 'https://other.example.test', 'http://localhost:5173'])(
    'answers pages of %s, also from a private network',
    async (origin) => {
      const response = await send('OPTIONS', '/__mock/reset', { origin, ...preflight });
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-private-network': 'true',
      });
      const { status, headers } = await send('GET', '/__mock/mail', { origin });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    },
  );

  it('has pages that run no code but its own, and that no page frames', async () => {
    for (const path of ['/__mock', '/__mock/', '/__mock/?tenant=ann', '/__mock/pages/room.js']) {
      const { status, headers } = await send('GET', path, {});
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-type']).toBe(
        `text/${path.endsWith('js') ? 'javascript' : 'html'}; charset=utf-8`,
      );
    }
    for (const path of ['/__mock/pages/none.js', '/__mock/pages/..%2froom.js', '/__mock/pages/'])
      expect([path, (await send('GET', path, {})).status]).toEqual([path, 404]);
  });

  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const checkout = `/__mock/checkout?return_to=${encodeURIComponent(`${app}/base/`)}`;

  it('lets the app link to its checkout', async () => {
    expect((await send('GET', checkout, link)).status).toBe(200);
  });

  it.each([
    ['another page or a control', '/__mock/', link],
    ['another page or a control', '/__mock/mail', link],
    ['the checkout in a frame', checkout, { ...link, 'sec-fetch-dest': 'iframe' }],
    ['the checkout as a script', checkout, { ...link, 'sec-fetch-mode': 'no-cors' }],
    ['the checkout under a foreign name', checkout, { ...link, host: 'evil.test' }],
  ])('lets no other site open %s: %s', async (_, path, headers) => {
    expect((await send('GET', path, headers)).status).toBe(403);
  });

  it.each([
    `${app}/base/`,
    'https://other.example.test/x',
    'http://localhost:5173/',
    'http://127.0.0.1:5173',
  ])('has a checkout that may lead back to %s', async (address) => {
    const { status } = await send('GET', `/__mock/checkout?return_to=${encodeURIComponent(address)}`, {});
    expect(status).toBe(200);
  });

  it.each([
    'https://evil.test/',
    'https://app.example.test.evil.test/',
    'http://app.example.test/',
    '//evil.test/',
    '/dashboard',
    'javascript://localhost/%0aalert(1)',
    'data://localhost/,x',
    '',
  ])('has a checkout that does not lead to %j', async (address) => {
    const { status } = await send('GET', `/__mock/checkout?return_to=${encodeURIComponent(address)}`, {});
    expect(status).toBe(403);
  });

  it('has a checkout that leads back to the app if no other address is given', async () => {
    const { status, headers } = await send('GET', '/__mock/checkout?session_id=1', {});
    expect(status).toBe(302);
    const { searchParams, pathname } = new URL(headers.location ?? '', server.url);
    expect([pathname, searchParams.get('session_id'), searchParams.get('return_to')]).toEqual([
      '/__mock/checkout',
      '1',
      `${app}/base/`,
    ]);
  });
});
