import { Agent, request } from 'node:http';
import { createConnection } from 'node:net';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, clientOf, startOnFreePort } from './support';

let host: HttpHost;
let client: Client;

beforeAll(async () => {
  host = await startOnFreePort({ appUrl: 'https://app.example.test/' });
  client = clientOf(host);
});
beforeEach(async () => {
  await client.post('/__mock/reset', { preset: 'demo' });
});
afterAll(() => host.close());

describe('the product’s calls over HTTP', () => {
  it('accept a patient of the list unchanged as an update', async () => {
    const authorization = await client.signIn();
    const list = async () => (await client.get('/patient/fetch-patients', { authorization })).body;
    const before = (await list()) as { id: number }[];
    for (const patient of before) {
      const { status } = await client.call('PUT', `/patient/update-patient/${patient.id}`, patient, {
        authorization,
      });
      expect([patient, status]).toEqual([patient, 200]);
    }
    expect(await list()).toEqual(before);
  });

  it('are answered without a body for HEAD, as for GET otherwise', async () => {
    for (const path of [
      '/clinic/fetch-clinics',
      '/__mock/mail',
      '/openapi.json',
      '/__mock/db/patients/none',
    ]) {
      const url = `${host.url}${path}`;
      const [got, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
      expect([path, head.status, head.headers.get('content-length')]).toEqual([
        path,
        got.status,
        got.headers.get('content-length'),
      ]);
      expect(await head.text()).toBe('');
    }
    expect((await fetch(`${host.url}/auth/login`, { method: 'HEAD' })).status).toBe(405);
  });

  it('change nothing for HEAD, also where GET writes, and answer as GET would', async () => {
    const { get, call, signIn } = client;
    const authorization = await signIn();
    const created = (await client.post('/payment/create-checkout-session', {}, { authorization })).body;
    const { sessionId } = created as { sessionId: string };
    await call('PATCH', `/__mock/db/checkouts/${sessionId}`, { status: 'paid' });
    const cards = async () => (await get('/__mock/db/cards')).body;
    const before = await cards();
    const path = `/payment/payment-success?session_id=${sessionId}`;
    const head = await call('HEAD', path);
    expect(await cards()).toEqual(before);
    const got = await get(path);
    expect(await cards()).not.toEqual(before);
    expect([head.status, head.headers.get('content-length')]).toEqual([
      got.status,
      String(JSON.stringify(got.body).length),
    ]);
  });

  it('are 501 for anything else, and seen in the log', async () => {
    const { status, body } = await client.get('/auth/made-up');
    expect([status, body]).toEqual([
      501,
      {
        message: expect.stringMatching(
          /^The mock backend has no such operation; the nearest is GET \/auth\//,
        ),
      },
    ]);
    expect((await client.get('/__mock/log')).body).toMatchObject([
      { operation: `GET ${host.url}/auth/made-up`, branch: 'unknown' },
    ]);
  });

  it('are rejected if the body is larger than any the product sends', async () => {
    const answer = await client.post('/auth/login', { email: 'x'.repeat(26 * 1024 * 1024) });
    expect([answer.status, answer.body]).toEqual([413, { message: expect.stringContaining('not read') }]);
  });
});

describe('a page of another origin', () => {
  it('can read error responses, also for an unknown call', async () => {
    for (const path of ['/auth/verify-user', '/auth/made-up', '/__mock/made-up']) {
      const { status, headers } = await client.get(path, { origin: 'https://app.example.test' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example.test');
      expect(headers.get('vary')).toMatch(/origin/i);
    }
  });
});

describe('failures that were asked for', () => {
  it('break the connection off for `network`: no status, and nothing that is HTTP', async () => {
    await client.post('/__mock/set', { operation: 'GET /clinic/fetch-clinics', branch: 'network' });
    const { port } = new URL(host.url);
    const received = await new Promise<string>((resolve) => {
      let text = '';
      const socket = createConnection(Number(port), '127.0.0.1', () =>
        socket.write('GET /clinic/fetch-clinics HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      );
      socket.on('data', (data) => {
        text += String(data);
      });
      socket.once('close', () => resolve(text));
    });
    expect(received).not.toContain('HTTP');
  });

  it('fail a call on a connection that carried one before, and leave the next call alone', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (method: string) =>
      new Promise<unknown>((resolve) => {
        const call = request(`${host.url}/clinic/fetch-clinics`, { agent, method }, (answer) =>
          answer.resume().once('end', () => resolve(answer.statusCode)),
        );
        call.once('error', () => resolve('failed')).end();
      });
    // A browser sends a preflight request first.
    expect(await call('OPTIONS')).toBe(204);
    await client.post('/__mock/set', { operation: 'GET /clinic/fetch-clinics', branch: 'network', times: 1 });
    expect(await call('GET')).toBe('failed');
    expect(await call('GET')).toBe(200);
    agent.destroy();
  });

  it('leave the caller waiting for `timeout`, until it gives up', async () => {
    await client.post('/__mock/set', { operation: 'GET /clinic/fetch-clinics', branch: 'timeout', times: 1 });
    const pendingCalls = new AbortController();
    const waiting = fetch(`${host.url}/clinic/fetch-clinics`, { signal: pendingCalls.signal });
    await expect
      .poll(async () => (await client.get('/__mock/log')).body)
      .toMatchObject([{ branch: 'timeout', status: null }]);
    pendingCalls.abort();
    await expect(waiting).rejects.toThrow();
    expect((await client.get('/clinic/fetch-clinics')).status).toBe(200);
  });
});

describe('the server', () => {
  it('listens on loopback only', () => {
    expect(host.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('serves its OpenAPI document with its own address', async () => {
    expect((await client.get('/openapi.json')).body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: host.url }],
    });
  });

  it('rejects a port that is taken', async () => {
    await expect(startOnFreePort({ port: Number(new URL(host.url).port) })).rejects.toThrow(/EADDRINUSE/);
  });

  it('closes although a client still waits for an answer', async () => {
    const other = await startOnFreePort();
    const answer = fetch(`${other.url}/clinic/fetch-clinics`, { headers: { 'x-mock-scenario': 'timeout' } });
    const failed = expect(answer).rejects.toThrow();
    await expect
      .poll(async () => (await clientOf(other).get('/__mock/log')).body)
      .toMatchObject([{ branch: 'timeout' }]);
    await other.close();
    await failed;
    await expect(fetch(other.url)).rejects.toThrow();
  });
});
