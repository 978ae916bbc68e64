import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { type HarEntry, readHar, recordedLatency } from '@/mocks/record/har';
import { createRecording, startRecorder } from '@/mocks/record/recorder';
import { post, serverThatAnswers, startServer, temporaryFolder } from './support';

const OK = '{"hasPaymentDetails":true}';
const PATH = '/payment/check-payment-details';

let file: string;
beforeEach(async () => {
  file = join(await temporaryFolder(), 'recordings', 'api.har');
});

async function start(options: Omit<Parameters<typeof startRecorder>[0], 'file' | 'port'>) {
  const recorder = await startRecorder({ file, port: 0, ...options });
  // A test may have closed it, or made its file one that can't be written.
  onTestFinished(() => recorder.close().catch(() => undefined));
  return recorder;
}

/** Puts a file where the folder of the recording is, so that nothing can be written there. */
async function blockFolder() {
  await rm(dirname(file), { recursive: true });
  await writeFile(dirname(file), '');
}
const unblockFolder = () => rm(dirname(file));

describe('the file of a recording', () => {
  it('stays as it is if the port is in use', async () => {
    const api = await serverThatAnswers(200, OK);
    await mkdir(dirname(file));
    await writeFile(file, 'an earlier recording');
    const port = Number(new URL(api).port);
    await expect(startRecorder({ api, file, port })).rejects.toThrow(/EADDRINUSE/);
    expect(await readFile(file, 'utf8')).toBe('an earlier recording');
  });

  it('that cannot be written ends the start, and frees the port', async () => {
    const api = await serverThatAnswers(200, OK);
    const free = await start({ api });
    const port = Number(new URL(free.url).port);
    await free.close();
    await blockFolder();
    await expect(startRecorder({ api, file, port })).rejects.toThrow(/EEXIST|ENOTDIR/);
    await unblockFolder();
    await (await startRecorder({ api, file, port })).close();
    expect(await readHar(file)).toEqual([]);
  });

  it('that cannot be written any more is reported once, and is written by a later try to close', async () => {
    const reports: string[] = [];
    const report = (message: string) => reports.push(message);
    const recorder = await start({ api: await serverThatAnswers(200, OK), report, writeAfter: 5 });
    await blockFolder();
    await fetch(recorder.url + PATH);
    await expect.poll(() => reports).toEqual([expect.stringContaining(file)]);
    await fetch(recorder.url + PATH);
    await expect(recorder.close()).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect((await fetch(recorder.url + PATH)).status).toBe(200);
    expect(reports).toHaveLength(1);
    await unblockFolder();
    await recorder.close();
    expect(await readHar(file)).toHaveLength(3);
  });

  it('has a limit: what comes later is passed on, and the message says that it is not recorded', async () => {
    const reports: string[] = [];
    const report = (message: string) => reports.push(message);
    const api = await serverThatAnswers(200, OK);
    const recorder = await start({ api, report, mostBytes: 5000 });
    for (let count = 0; count < 12; count += 1) {
      expect(await (await fetch(recorder.url + PATH)).json()).toEqual({ hasPaymentDetails: true });
    }
    await recorder.close();
    const { length } = await readHar(file);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(12);
    expect(reports).toEqual([expect.stringMatching(/5000 bytes.*not recorded/)]);
    expect((await readFile(file)).length).toBeLessThan(5500);
  });
});

describe('what reaches the real API', () => {
  it('is HEAD as such, whose response has no body to record', async () => {
    const methods: (string | undefined)[] = [];
    const api = await startServer(({ method }, response) => {
      methods.push(method);
      response.setHeader('content-type', 'application/json');
      response.end(OK);
    });
    const recorder = await start({ api });
    const head = await fetch(recorder.url + PATH, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, null, '']);
    expect([methods, recorder.entries()]).toEqual([['HEAD'], []]);
  });

  it('comes from no page but those of this machine and the app', async () => {
    const seen: (string | undefined)[] = [];
    const api = await startServer(({ headers }, response) => {
      seen.push(headers.origin);
      response.end(OK);
    });
    const recorder = await start({ api, appUrl: 'https://app.example.com/kits' });
    const statusFor = async (origin?: string, method = 'GET') =>
      (await fetch(recorder.url + PATH, { method, headers: origin === undefined ? {} : { origin } })).status;
    const foreign = ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null'];
    for (const origin of foreign) {
      expect([origin, await statusFor(origin), await statusFor(origin, 'OPTIONS')]).toEqual([
        origin,
        403,
        403,
      ]);
    }
    expect(seen).toEqual([]);
    const own = ['http://localhost:5173', 'http://127.0.0.1:80', 'http://[::1]:1', 'https://app.example.com'];
    for (const origin of own) {
      expect([origin, await statusFor(origin), await statusFor(origin, 'OPTIONS')]).toEqual([
        origin,
        200,
        204,
      ]);
    }
    expect(await statusFor()).toBe(200);
    expect(recorder.entries()).toHaveLength(own.length + 1);
  });

  it('passes bytes and cookies on as they are, both ways', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const sent: Buffer[] = [];
    const api = await startServer(async (message, response) => {
      for await (const chunk of message as AsyncIterable<Buffer>) sent.push(chunk);
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.setHeader('content-type', 'application/octet-stream').end(bytes);
    });
    const recorder = await start({ api });
    const answer = await fetch(`${recorder.url}/files`, { method: 'POST', body: bytes });
    expect([...Buffer.concat(sent)]).toEqual([...bytes]);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([...bytes]);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('is answered also if the response cannot be recorded, which is reported', async () => {
    const reports: string[] = [];
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const recorder = await start({
      api: await serverThatAnswers(200, deep),
      report: (message) => reports.push(message),
    });
    expect(await (await fetch(recorder.url + PATH)).text()).toBe(deep);
    expect(reports).toEqual([expect.stringMatching(/^A response of GET \S+ could not be recorded/)]);
    expect(recorder.entries()).toEqual([]);
  });

  it('has no header that was meant for one connection', async () => {
    const received: Record<string, unknown>[] = [];
    const api = await startServer(({ headers }, response) => {
      received.push(headers);
      response.end(OK);
    });
    const recorder = await start({ api });
    const headers = {
      expect: '100-continue',
      connection: 'x-hop, keep-alive',
      'x-hop': '1',
      'proxy-authorization': 'Basic x',
      'x-kept': '1',
    };
    const status = await new Promise((answered, failed) => {
      const request = sendRequest(recorder.url + PATH, { method: 'POST', headers }, (response) => {
        response.resume();
        answered(response.statusCode);
      });
      request.on('error', failed).end('{}');
    });
    expect(status).toBe(200);
    expect(received).toEqual([expect.objectContaining({ 'x-kept': '1' })]);
    const names = Object.keys(received[0] ?? {});
    for (const name of ['expect', 'x-hop', 'proxy-authorization']) expect(names).not.toContain(name);
  });

  it('may be answered by no cache, whatever the real API allows', async () => {
    const api = await startServer((_, response) => {
      response.setHeader('cache-control', 'max-age=60').end(OK);
    });
    const recorder = await start({ api });
    expect((await fetch(recorder.url + PATH)).headers.get('cache-control')).toBe('no-store');
  });

  it('gets the answer of the recorder itself for a request that cannot be read', async () => {
    const recorder = await start({ api: await serverThatAnswers(200, OK) });
    const answer = await fetch(`${recorder.url}/%zz`);
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.stringContaining('%') }]);
    expect(recorder.entries()).toEqual([]);
  });
});

describe('what is recorded', () => {
  it('includes no request that the caller cancelled', async () => {
    let isClosed = false;
    let arrived = () => undefined as void;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const api = await startServer((_, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      arrived();
    });
    const recorder = await start({ api });
    const caller = new AbortController();
    const call = fetch(recorder.url + PATH, { signal: caller.signal });
    await arrival;
    caller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => isClosed).toBe(true);
    await recorder.close();
    expect(recorder.entries()).toEqual([]);
  });

  it('includes a response that breaks off, as a network failure', async () => {
    const api = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"hasPay', () => response.destroy());
    });
    const recorder = await start({ api });
    await expect(post(`${recorder.url}/auth/logout`, {})).rejects.toThrow();
    expect(recorder.entries().map(({ _branch }) => _branch)).toEqual(['network']);
  });

  it('ends with the recording: what is answered later is ignored', async () => {
    const api = await startServer((_, response) => {
      if (recording.entries().length > 0) recording.stop();
      response.end(OK);
    });
    const recording = createRecording({ api });
    await recording.fetch(api + PATH);
    expect(recording.entries()).toHaveLength(1);
    expect((await recording.fetch(api + PATH)).status).toBe(200);
    expect(recording.entries()).toHaveLength(1);
  });
});

describe('the latency of a recording', () => {
  const entry = (time: number, status = 200): HarEntry => ({
    startedDateTime: '1970-01-01T00:00:00.000Z',
    time,
    request: { method: 'GET', url: `https://api.example.com${PATH}`, headers: [] },
    response: { status, headers: [], content: { mimeType: 'application/json' } },
    _path: PATH,
    _operation: null,
    _branch: null,
  });

  it('is its percentiles, which the mock backend answers with', () => {
    const entries = Array.from({ length: 100 }, (_, at) => entry(100 - at));
    const latency = recordedLatency([...entries, entry(9000, 0)]);
    expect(latency).toEqual({
      type: 'percentiles',
      points: { 0: 1, 50: 50, 90: 90, 95: 95, 99: 99, 100: 100 },
    });
    const mock = createMockServer({ preset: 'empty' });
    if (latency) mock.latency(latency);
    expect(mock.scenario().latency).toEqual(latency);
    expect(recordedLatency([entry(90_000)])?.points).toMatchObject({ 50: 60_000 });
    expect(recordedLatency([])).toBeUndefined();
  });
});
