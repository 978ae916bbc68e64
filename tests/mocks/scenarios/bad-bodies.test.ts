import type { OverrideOptions } from '@kitwell/mock-engine/engine/overrides';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { clientOf, startOnFreePort } from '@tests/mocks/http/support';
import { startMockServer } from '@tests/support/mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLINICS = 'GET /clinic/fetch-clinics';
const REQUEST = 'POST /clinic/request-clinic';
/** In JSON 24 bytes. */
const body = { message: 'Später–' };
const json = '{"message":"Später–"}';

interface Host {
  url(): string;
  set(operation: string, branch: string, options: OverrideOptions): Promise<unknown>;
  log(): Promise<unknown>;
}

/** What arrives of a body, whether it ended well, and the length that was announced. */
async function receive(url: string) {
  const { status, headers, body: stream } = await fetch(url);
  const reader = stream?.getReader();
  const pieces: Uint8Array[] = [];
  let ended = reader !== undefined;
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) pieces.push(read.value);
  } catch {
    ended = false;
  }
  const bytes = Buffer.concat(pieces);
  const announced = headers.get('content-length');
  return { status, text: bytes.toString(), bytes: bytes.length, pieces: pieces.length, ended, announced };
}

function receivesBadBodies(host: Host) {
  const ask = () => receive(`${host.url()}/clinic/fetch-clinics`);

  it('a reset breaks off after so many bytes, and the length of the whole was announced', async () => {
    await host.set(CLINICS, '500', { body, resetAfter: 9 });
    expect(await ask()).toMatchObject({
      status: 500,
      text: '{"message',
      ended: false,
      announced: '24',
    });
    await host.set(CLINICS, '500', { body, resetAfter: 1000 });
    expect(await ask()).toMatchObject({ text: json.slice(0, -1), ended: false });
    await host.set(CLINICS, 'ok', { resetAfter: 9 });
    expect(await ask()).toMatchObject({ status: 200, bytes: 9, ended: false });
    expect(await host.log()).toMatchObject({ branch: 'ok', status: 200, arrival: { resetAfter: 9 } });
  });

  it('truncated JSON ends well and is never whole', async () => {
    await host.set(CLINICS, '503', { body, truncateAfter: 9 });
    expect(await ask()).toMatchObject({ status: 503, text: '{"message', ended: true, announced: '9' });
    await host.set(CLINICS, '503', { body, truncateAfter: 1000 });
    expect(await ask()).toMatchObject({ text: json.slice(0, -1), ended: true, announced: '23' });
  });

  it('a drip comes in pieces and is complete, or breaks off', async () => {
    await host.set(CLINICS, '200', { body, drip: 30 });
    const slow = await ask();
    expect(slow).toMatchObject({ text: json, ended: true, announced: '24' });
    expect(slow.pieces).toBeGreaterThan(2);
    await host.set(CLINICS, '200', { body, drip: 30, resetAfter: 20 });
    expect(await ask()).toMatchObject({ bytes: 20, ended: false });
  });

  it('an abort ends a slow drip', async () => {
    await host.set(CLINICS, 'ok', { drip: 60_000 });
    const controller = new AbortController();
    const answer = await fetch(`${host.url()}/clinic/fetch-clinics`, { signal: controller.signal });
    controller.abort();
    await expect(answer.text()).rejects.toThrow();
  });
}

describe('in Vitest', () => {
  const mock = startMockServer();
  receivesBadBodies({
    url: () => mock.apiUrl,
    set: async (...override) => mock.set(...override),
    log: async () => mock.log.list().at(-1),
  });

  it('a write is done once, whatever becomes of its body', async () => {
    const clinic = { clinicName: 'Bay', clinicEmail: 'bay@example.com', clinicAddress: '1 Bay Street' };
    const send = () =>
      fetch(`${mock.apiUrl}/clinic/request-clinic`, {
        method: 'POST',
        body: JSON.stringify({ ...clinic, clinicPhone: '+12065550133' }),
      });
    const count = () => mock.db.list('clinicRequests').length;
    const before = count();
    mock.set(REQUEST, 'ok', { resetAfter: 0, times: 1 });
    await expect(send().then((answer) => answer.text())).rejects.toThrow();
    expect(count()).toBe(before + 1);
  });
});

describe('over HTTP', () => {
  let host: HttpHost;
  beforeAll(async () => {
    host = await startOnFreePort();
  });
  afterAll(() => host.close());
  receivesBadBodies({
    url: () => host.url,
    async set(operation, branch, options) {
      const { status } = await clientOf(host).post('/__mock/set', { operation, branch, ...options });
      expect(status).toBe(200);
    },
    async log() {
      return ((await clientOf(host).get('/__mock/log')).body as unknown[]).at(-1);
    },
  });
});
