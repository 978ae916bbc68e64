import { clientOf, startOnFreePort } from '@tests/mocks/http/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '@/mocks/engine/log';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { createMockServer } from '@/mocks/node';
import { apiOf } from './support/api';

const LOGIN = 'POST /auth/login';
const ada = 'ada@example.com';
const mock = createMockServer();
const call = apiOf(mock);
const login = (email: string) => call('login', { body: { email, password: 'Provider1!' } });

const added = {
  at: '2026-03-02T09:00:00.000Z',
  operation: 'POST /auth/login',
  signedIn: false,
  branch: 'ok',
  status: 200,
  response: null,
  duration: 1,
  decidedBy: 'rule',
  violation: null,
} as const;

describe('a log', () => {
  it('holds the last 500 requests', () => {
    const log = createLog();
    for (let count = 0; count < 501; count += 1) log.add({ ...added, request: null });
    const ids = log.list().map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 2, 501]);
  });

  it('shows where a text, a list or an object was cut, and hides secrets', () => {
    const log = createLog();
    log.add({ ...added, request: { token: 'a', authorization: 'b', password: 'c', name: 'Ada' } });
    log.add({ ...added, request: { body: 'x'.repeat(40_000) } });
    log.add({ ...added, request: null, response: Array.from({ length: 51 }, (_, row) => ({ row })) });
    const fields = Array.from({ length: 9000 }, (_, field) => [`field-${field}`, field]);
    log.add({ ...added, request: Object.fromEntries(fields) });
    log.add({ ...added, request: null, violation: { side: 'request', details: 'y'.repeat(40_000) } });
    const [secret, text, list, object, violation] = log.list();
    expect(secret).toMatchObject({
      cut: false,
      request: { token: '[hidden]', authorization: '[hidden]', password: '[hidden]', name: 'Ada' },
    });
    expect([text, list, object, violation].map((entry) => entry?.cut)).toEqual([true, true, true, true]);
    expect(text?.request).toEqual({
      body: expect.stringMatching(/^x{30000,32768}… \[cut, 40000 characters\]$/),
    });
    expect(list?.response).toHaveLength(51);
    expect(list?.response).toMatchObject({ 49: { row: 49 }, 50: '… and 1 more' });
    const shown = Object.keys(Object(object?.request)).length - 1;
    expect(object?.request).toMatchObject({ 'field-0': 0, '…': `and ${9000 - shown} more` });
    expect(violation?.violation?.details).toMatch(/ \[cut, 40000 characters\]$/);
  });

  it('shows a text whole if it just fits in, and the first rows of a list of large ones', () => {
    const log = createLog();
    log.add({ ...added, request: 'x'.repeat(32_760) });
    log.add({ ...added, request: 'x'.repeat(32_761) });
    log.add({ ...added, request: Array.from({ length: 40 }, () => 'y'.repeat(1000)) });
    const [whole, longer, list] = log.list();
    expect(whole).toMatchObject({ cut: false, request: 'x'.repeat(32_760) });
    expect(longer?.cut).toBe(true);
    const rows = list?.request as string[];
    expect(list?.cut).toBe(true);
    expect(rows.length).toBeLessThan(40);
    expect(rows.at(-1)).toBe(`… and ${41 - rows.length} more`);
  });

  it('calls listeners at each change, until they unsubscribe', () => {
    const log = createLog();
    const heard = vi.fn();
    const stop = log.onChange(heard);
    log.add({ ...added, request: null });
    log.clear();
    stop();
    log.add({ ...added, request: null });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(log.list()).toHaveLength(1);
  });

  it('drops its oldest entries beyond 4 million characters', () => {
    const log = createLog();
    for (let count = 0; count < 200; count += 1) log.add({ ...added, request: 'x'.repeat(30_000) });
    expect(log.list().length).toBeGreaterThan(100);
    expect(log.list().length).toBeLessThan(140);
    expect(log.list().at(-1)?.id).toBe(200);
  });
});

describe('the log, in Vitest', () => {
  beforeAll(() => mock.listen());
  beforeEach(() => mock.reset());
  afterAll(() => mock.close());

  it('finds requests by operation, branch, status, body and caller', async () => {
    await login(ada);
    await login('provider@kitwell.test');
    const token = await mock.signIn('provider');
    await call('fetchPatients', undefined, { token });
    mock.set('POST /auth/logout', 'network');
    await call('logout', undefined, { token }).catch(() => undefined);
    const found = (query: Parameters<typeof mock.log.find>[0]) =>
      mock.log.find(query).map((entry) => mock.log.list().indexOf(entry) + 1);
    expect(found({})).toEqual([1, 2, 3, 4]);
    expect(found({ operation: LOGIN })).toEqual([1, 2]);
    expect(found({ operation: LOGIN, status: 200 })).toEqual([2]);
    expect(found({ status: null })).toEqual([4]);
    expect(found({ branch: 'network' })).toEqual([4]);
    expect(found({ where: { body: { email: '*@example.com' } } })).toEqual([1]);
    expect(found({ where: { caller: 'provider@kitwell.test' } })).toEqual([2, 3, 4]);
    expect(found({ where: { caller: 'account-1' } })).toEqual([3, 4]);
    expect(found({ operation: LOGIN, where: { body: { email: 'nobody' } } })).toEqual([]);
  });

  it('waits until there are enough, those of the past included', async () => {
    await login(ada);
    const query = { operation: LOGIN, where: { body: { email: ada } }, times: 2 };
    const waiting = mock.log.waitFor(query);
    await login('bob@example.com');
    await login(ada);
    const [first, , third] = mock.log.list();
    expect(await waiting).toEqual([first, third]);
    expect(await mock.log.waitFor({ ...query, timeout: 0 })).toHaveLength(2);
  });

  it('rejects with the nearest requests and how they differ', async () => {
    await login('bob@example.com');
    await call('fetchClinics');
    const query = { operation: LOGIN, where: { body: { email: ada } }, timeout: 1 };
    const [message, first, second] = (
      await mock.log.waitFor(query).then(
        () => '',
        (error: Error) => error.message,
      )
    ).split('\n');
    expect(message).toBe(
      `0 of 1 requests within 1 ms for {"operation":"POST /auth/login","where":{"body":{"email":"${ada}"}}}. Nearest:`,
    );
    expect(first).toMatch(
      /^#\d+ POST \/auth\/login \(400\): body.email is "bob@example.com", not "ada@example.com"$/,
    );
    expect(second).toMatch(/^#\d+ GET \/clinic\/fetch-clinics \(ok\): operation is GET .*; body is missing/);
    mock.log.clear();
    await expect(mock.log.waitFor(query)).rejects.toThrow('The log is empty.');
    await login(ada);
    await expect(mock.log.waitFor({ ...query, times: 2 })).rejects.toThrow('The log has no others.');
  });

  it('names the three nearest only, the newest first, and calls of other operations last', async () => {
    await call('fetchClinics');
    for (const name of ['ann', 'ben', 'cem', 'dee']) await login(`${name}@example.com`);
    const where = { caller: 'nobody', body: { email: ada, password: 'none' } };
    const nearest = async () => {
      const { message } = await mock.log.waitFor({ operation: LOGIN, where, timeout: 0 }).then(
        () => new Error('found'),
        (error: Error) => error,
      );
      return [...message.matchAll(/^#\d+ (\S+ \S+).*(?:body.email is "(\w+)@|body is missing)/gm)].map(
        ([, operation, name = '']) => `${operation} ${name}`,
      );
    };
    expect(await nearest()).toEqual([`${LOGIN} dee`, `${LOGIN} cem`, `${LOGIN} ben`]);
    mock.log.clear();
    await login('ann@example.com');
    await call('fetchClinics');
    expect(await nearest()).toEqual([`${LOGIN} ann`, 'GET /clinic/fetch-clinics ']);
  });

  it('stops waiting at a signal', async () => {
    const abort = new AbortController();
    const waiting = mock.log.waitFor({ operation: LOGIN, timeout: 60_000 }, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('0 of 1 requests');
  });

  it.each([
    [{ times: 0 }, /times/],
    [{ times: 1.5 }, /times/],
    [{ timeout: -1 }, /timeout/],
    [{ timeout: 60_001 }, /timeout/],
    [{ where: { caller: '' } }, /where\.caller/],
  ])('rejects %j', async (query, message) => {
    await expect(mock.log.waitFor(query)).rejects.toThrow(message);
  });
});

describe('the log, over HTTP', () => {
  let host: HttpHost;
  beforeAll(async () => {
    host = await startOnFreePort();
  });
  afterAll(() => host.close());

  it('is searched, and waited for while the call is made', async () => {
    const client = clientOf(host);
    const query = { operation: LOGIN, where: { caller: 'provider@kitwell.test' } };
    const waiting = client.post('/__mock/log/wait', query);
    await client.signIn();
    expect(await waiting).toMatchObject({ status: 200, body: [{ operation: LOGIN, status: 200 }] });
    expect((await client.post('/__mock/log/find', query)).body).toHaveLength(1);
    const late = await client.post('/__mock/log/wait', { ...query, times: 2, timeout: 1 });
    expect([late.status, late.body]).toEqual([
      400,
      { message: expect.stringMatching(/^1 of 2 requests within 1 ms/) },
    ]);
    expect((await client.post('/__mock/log/find', { operations: [] })).status).toBe(400);
    expect((await client.post('/__mock/log/look')).status).toBe(404);
  });

  it('takes conditions, bad bodies and latencies as JSON', async () => {
    const client = clientOf(host);
    const where = { body: { email: 'a*' }, from: 2 };
    const delay = { type: 'fixed', ms: 1 };
    const override = { operation: LOGIN, branch: '500', where, delay, drip: 5 };
    const latency = { type: 'percentiles', points: { 50: 1, 99: 5 } };
    await client.post('/__mock/latency', latency);
    expect((await client.post('/__mock/set', override)).body).toMatchObject({
      overrides: [override],
      latency,
    });
    const statuses = [
      await client.post('/auth/login', { email: ada, password: 'x' }),
      await client.post('/auth/login', { email: ada, password: 'x' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 500]);
    expect((await client.post('/__mock/latency', { type: 'fixed', ms: -1 })).status).toBe(400);
    expect((await client.post('/__mock/set', { ...override, where: { host: 'x' } })).status).toBe(400);
  });
});
