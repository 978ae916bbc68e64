import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startOnFreePort } from '@tests/mocks/http/support';
import { controlOf, exampleRequest, readDocument } from '@tests/mocks/support/openapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operationNames } from '@/contract';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { driftFromContract } from '@/mocks/record/drift';
import { type HarEntry, readHar } from '@/mocks/record/har';
import { startRecorder } from '@/mocks/record/recorder';
import { startReplay } from '@/mocks/record/replay';
import { post, recordRun, serverThatAnswers, temporaryFolder } from './support';

let folder: string;
let file: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'api.har');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const send = (base: string, { request, _path }: HarEntry) =>
  fetch(base + _path, {
    method: request.method,
    headers: request.headers.map(({ name, value }): [string, string] => [name, value]),
    ...(request.postData === undefined ? {} : { body: request.postData.text }),
  });

/** Sends all requests of a recording to its replay. The answers must be the same bytes, and the same branches. */
async function expectEqualReplay(entries: readonly HarEntry[]) {
  const replay = await startReplay(entries, { port: 0 });
  closing.push(replay.close);
  const again = await startRecorder({ api: replay.url, file: join(folder, 'again.har'), port: 0 });
  closing.push(again.close);
  for (const entry of entries) {
    const answer = await send(again.url, entry);
    expect([entry._path, answer.status, await answer.text()]).toEqual([
      entry._path,
      entry.response.status,
      entry.response.content.text,
    ]);
  }
  // Replaced values fit the contract as the real ones did.
  const branches = (held: readonly HarEntry[]) =>
    held.map(({ _operation, _branch }) => [_operation, _branch]);
  expect(branches(again.entries())).toEqual(branches(entries));
}

describe('recording a real API', () => {
  it('finds the branch of every response of a whole run, and replays all of them byte for byte', async () => {
    const entries = await recordRun('recorded');
    expect(driftFromContract(entries)).toEqual([]);
    expect(entries.filter(({ _branch }) => _branch === null)).toEqual([]);
    expect(operationNames).toHaveLength(33);
    expect(new Set(entries.map(({ _operation }) => _operation)).size).toBe(33);
    await expectEqualReplay(entries);
  });

  it('does the same with each declared answer of every call, as the catalogue walks through them', async () => {
    const mock = await startOnFreePort();
    closing.push(mock.close);
    const { tokenOf } = controlOf(mock.url);
    const tokens = { provider: await tokenOf('provider'), patient: await tokenOf('patient') };
    const recorder = await startRecorder({ api: mock.url, file, port: 0 });
    closing.push(recorder.close);
    const { operations } = readDocument(openApiDocument({ apiUrl: mock.url, chatUrl: mock.url }));
    let sent = 0;
    for (const [call, operation] of operations) {
      const { method, path, query, body } = exampleRequest(call, operation);
      const name = operationNames.find((known) => known === operation.operationId);
      const token = tokens[(name && sampleOf(name).as) ?? 'provider'];
      const branches = Object.values(operation.responses).flatMap(({ content }) =>
        Object.keys(content['application/json'].examples),
      );
      for (const branch of branches.filter((each) => each !== 'ok' && each !== 'invalid')) {
        sent += 1;
        await fetch(`${recorder.url}${path}?${new URLSearchParams(query)}`, {
          method,
          headers: { authorization: token, 'x-mock-scenario': branch },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      }
    }
    const entries = recorder.entries();
    expect(sent).toBeGreaterThan(140);
    expect(entries).toHaveLength(sent);
    await expectEqualReplay(entries);
  });

  it('writes no password, token, email or anything about a person, wherever it was sent', async () => {
    const secrets = {
      token: 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl',
      password: 'Tr0ub4dor&3!',
      email: 'Wilhelmina.Quackenbush@clinic.example',
      name: 'Wilhelmina Quackenbush',
      phone: '+1 617 555 0199',
      street: '74216893 Evergreen Terrace',
      insurance: 'QX-998-77-1234',
      chat: 'My result is positive',
    };
    const [firstName = '', lastName = ''] = secrets.name.split(' ');
    const api = await serverThatAnswers(
      400,
      JSON.stringify({
        message: `${firstName}, nobody at ${secrets.street} (${secrets.phone}, ${secrets.email.toLowerCase()}) has ${secrets.insurance}. Token ${secrets.token}; Bo Ng; ${secrets.chat.toLowerCase()}`,
        patient: { patient_name: secrets.name, insurance: secrets.insurance, notes: [secrets.street] },
        status: `Delivered to ${secrets.name}`,
        type: 'Diabetes',
        price: secrets.insurance,
        contact: `${secrets.name} <${secrets.email}>`,
        hint: `Keep <8 °C, call ${secrets.name} ${secrets.phone}`,
        page: `<patient name="${secrets.name}" token="${secrets.token}"><!-- ${secrets.street} --></patient>`,
        time_slot: `2026-01-02 10:00 with ${secrets.name}`,
        born: '1961-07-23',
        arabic: '٠٥٥١٢٣٤',
        [secrets.email]: { [secrets.phone]: 3 },
        link: `https://${lastName}-clinic.example.com/${secrets.token}?pw=${secrets.password}&${secrets.email}`,
      }),
    );
    const recorder = await startRecorder({ api, file, port: 0 });
    const headers = {
      authorization: secrets.token,
      cookie: `sid=${secrets.token}`,
      'x-api-key': secrets.token,
    };
    await post(`${recorder.url}/auth/login`, { email: secrets.email, password: secrets.password });
    await post(`${recorder.url}/auth/reset-password/${secrets.token}?email=${secrets.email}`, {}, headers);
    await post(`${recorder.url}/api/chat`, { message: secrets.chat }, headers);
    await post(`${recorder.url}/patient/add-patients`, [
      { name: secrets.name, phone: secrets.phone, street: secrets.street, age: '47' },
    ]);
    await fetch(`${recorder.url}/unknown/${encodeURIComponent(secrets.name)}?${secrets.email}`, { headers });
    await recorder.close();

    const written = (await readFile(file, 'utf8')).toLowerCase();
    // Long enough that no random replacement has the same letters or digits by chance.
    const hidden = [
      ...Object.values(secrets),
      firstName,
      lastName,
      '998-77-12',
      '74216893',
      'Diabetes',
      'Bo Ng',
      '1961-07-23',
      '٠٥٥',
    ];
    expect(hidden.filter((secret) => written.includes(secret.toLowerCase()))).toEqual([]);
    expect(hidden.filter((secret) => written.includes(encodeURIComponent(secret).toLowerCase()))).toEqual([]);
  });

  it('replaces the same value alike everywhere, so that a replayed client stays signed in', async () => {
    const api = await serverThatAnswers(200, JSON.stringify({ token: 'secret-token-1' }));
    const recorder = await startRecorder({ api, file, port: 0 });
    await post(`${recorder.url}/auth/login`, { email: 'ana@clinic.example', password: 'x' });
    await post(`${recorder.url}/auth/logout`, {}, { authorization: 'secret-token-1' });
    await post(`${recorder.url}/auth/forgot-password`, { email: 'Ana@clinic.example' });
    await recorder.close();
    const [login, logout, forgot] = await readHar(file);
    const { token } = JSON.parse(login?.response.content.text ?? '');
    expect(logout?.request.headers.find(({ name }) => name === 'authorization')?.value).toBe(token);
    const emailOf = (entry: typeof login) => JSON.parse(entry?.request.postData?.text ?? '').email;
    expect(emailOf(forgot)).toBe(emailOf(login));
  });

  it('keeps the words by which the contract distinguishes messages, and no name that merely contains one', async () => {
    const api = await serverThatAnswers(
      400,
      '{"message":"Zipporah Emailia: phoneNo or postal_code is wrong"}',
    );
    const recorder = await startRecorder({ api, file, port: 0 });
    closing.push(recorder.close);
    await post(`${recorder.url}/auth/patient-signup`, {});
    const [entry] = recorder.entries();
    const { message } = JSON.parse(entry?.response.content.text ?? '');
    expect(message).toMatch(/^[A-Z][a-z]{7} [A-Z][a-z]{6}: phoneNo or postal_code is wrong$/);
    expect(message).not.toMatch(/zip|email/i);
  });

  it.each([
    [409, '{"message":"Taken"}', /^POST \/auth\/login: status 409, which the contract does not declare$/],
    [200, '{"accessToken":"x"}', /^POST \/auth\/login: 200 with another body: token: .*$/],
    [502, '<h1>Bad gateway</h1>', /^POST \/auth\/login: status 502/],
  ])('proposes a change to the contract after %i %s', async (status, body, proposal) => {
    const recorder = await startRecorder({ api: await serverThatAnswers(status, body), file, port: 0 });
    await post(`${recorder.url}/auth/login`, { email: 'a@b.example', password: 'x' });
    await post(`${recorder.url}/auth/login`, { email: 'a@b.example', password: 'x' });
    expect(driftFromContract(recorder.entries())).toEqual([expect.stringMatching(proposal)]);
    await recorder.close();
    expect((await readHar(file)).map(({ _branch }) => _branch)).toEqual([null, null]);
  });

  it('reports an operation that the contract does not have', async () => {
    const recorder = await startRecorder({ api: await serverThatAnswers(200, '{}'), file, port: 0 });
    closing.push(recorder.close);
    await fetch(`${recorder.url}/reports/monthly`);
    expect(driftFromContract(recorder.entries())).toEqual([
      'GET /reports/monthly: the contract has no such operation',
    ]);
  });

  it('breaks the connection as the API does, and records that', async () => {
    const recorder = await startRecorder({ api: 'http://127.0.0.1:9', file, port: 0 });
    await expect(post(`${recorder.url}/auth/logout`, {})).rejects.toThrow();
    await recorder.close();
    expect((await readHar(file)).map(({ _branch }) => _branch)).toEqual(['network']);
  });
});

describe('replaying a recording', () => {
  const recorded = async (...bodies: readonly object[]) => {
    let next = 0;
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(bodies[next++]));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const recorder = await startRecorder({ api, file, port: 0 });
    for (const _ of bodies) await fetch(`${recorder.url}/payment/check-payment-details`);
    await recorder.close();
    await new Promise((done) => server.close(done));
    const replay = await startReplay(await readHar(file), { port: 0 });
    closing.push(replay.close);
    return replay.url;
  };

  it('gives the responses to a repeated request in their order, then the last one', async () => {
    const url = await recorded({ hasPaymentDetails: false }, { hasPaymentDetails: true });
    const answers = [];
    for (const _ of [1, 2, 3]) {
      // HEAD gives none of them, and uses none up.
      expect((await fetch(`${url}/payment/check-payment-details`, { method: 'HEAD' })).status).toBe(200);
      const answer = await fetch(`${url}/payment/check-payment-details`);
      answers.push(await answer.json());
    }
    expect(answers.map(({ hasPaymentDetails }) => hasPaymentDetails)).toEqual([false, true, true]);
  });

  const entryWith = (path: string, token: string | null, body: object): HarEntry => ({
    startedDateTime: '1970-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method: 'POST',
      url: `https://api.example.com${path}`,
      headers: token === null ? [] : [{ name: 'authorization', value: token }],
      postData: { mimeType: 'application/json', text: '{}' },
    },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { mimeType: 'application/json', text: JSON.stringify(body) },
    },
    _path: path,
    _operation: null,
    _branch: null,
  });
  /** What each request gets: a body, or the status of a failure. */
  async function replayed(
    entries: readonly HarEntry[],
    requests: readonly (readonly [path: string, token?: string])[],
  ) {
    const replay = await startReplay(entries, { port: 0 });
    closing.push(replay.close);
    const answers: unknown[] = [];
    for (const [path, token] of requests) {
      const headers = token === undefined ? {} : { authorization: token };
      const answer = await post(replay.url + path, { any: 1 }, headers);
      answers.push(answer.ok ? await answer.json() : answer.status);
    }
    return answers;
  }

  it('knows an operation also by other path parameters, and gives each recorded response once, then the last', async () => {
    const entries = [1, 2].map((at) => entryWith(`/auth/reset-password/${at}`, null, { at }));
    const paths = ['/auth/reset-password/2', '/auth/reset-password/9', '/auth/reset-password/1'];
    expect(
      await replayed(
        entries,
        paths.map((path) => [path]),
      ),
    ).toEqual([{ at: 2 }, { at: 1 }, { at: 1 }]);
  });

  it('never gives the response of one caller to another, or to none', async () => {
    const path = '/patient/update-patient/1';
    const entries = ['ann', 'ben'].map((token) => entryWith(path, token, { token }));
    expect(await replayed(entries, [[path, 'ben'], [path, 'ben'], [path, 'cem'], [path]])).toEqual([
      { token: 'ben' },
      { token: 'ben' },
      501,
      501,
    ]);
  });

  it('says for whom a call was recorded when another one makes it, without the token', async () => {
    const login = entryWith('/auth/login', null, { token: 'ann-token' });
    const path = '/patient/update-patient/1';
    const entries = [
      {
        ...login,
        request: { ...login.request, postData: { mimeType: '', text: '{"email":"ann@example.com"}' } },
      },
      entryWith(path, 'ann-token', {}),
      entryWith(path, 'ben-token', {}),
    ];
    const replay = await startReplay(entries, { port: 0 });
    closing.push(replay.close);
    const messageFor = async (headers: Record<string, string>, called = path) =>
      (await (await post(replay.url + called, {}, headers)).json()).message;
    const callers = 'the caller signed in as ann@example.com, a caller with another token';
    expect(await messageFor({})).toBe(
      `The recording has POST ${path} only for ${callers}; a caller without a token gets none of it.`,
    );
    expect(await messageFor({ authorization: 'cem-token' })).toBe(
      `The recording has POST ${path} only for ${callers}; a caller with this token gets none of it.`,
    );
    expect(await messageFor({ authorization: 'ann-token' }, '/auth/login')).toBe(
      'The recording has POST /auth/login only for a caller without a token; a caller with this token gets none of it.',
    );
  });

  it('may be answered by no cache, whatever a recording holds', async () => {
    const entry = entryWith('/auth/login', null, {});
    const headers = [...entry.response.headers, { name: 'Cache-Control', value: 'max-age=60' }];
    const replay = await startReplay([{ ...entry, response: { ...entry.response, headers } }], { port: 0 });
    closing.push(replay.close);
    expect((await post(`${replay.url}/auth/login`, {}, {})).headers.get('cache-control')).toBe('no-store');
  });

  it('answers a request that was not recorded with 501', async () => {
    const answer = await fetch(`${await recorded({ hasPaymentDetails: true })}/patient/fetch-patients`);
    expect([answer.status, await answer.json()]).toEqual([
      501,
      { message: 'The recording has no GET /patient/fetch-patients.' },
    ]);
  });

  it('lets the app on this machine ask, and no other page', async () => {
    const answer = await fetch(
      `${await recorded({ hasPaymentDetails: true })}/payment/check-payment-details`,
      {
        headers: { origin: 'http://localhost:5173' },
      },
    );
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const foreign = await fetch(answer.url, { headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['', '{}', '{"log":{"entries":[{}]}}'])('rejects a file that is no recording: %s', async (text) => {
    await writeFile(file, text);
    await expect(readHar(file)).rejects.toThrow(file);
  });
});
