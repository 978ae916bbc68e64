import { createLog } from '@kitwell/mock-engine/engine/log';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { clientOf, startOnFreePort } from '@tests/mocks/http/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    const fieldCount = Object.keys(Object(object?.request)).length - 1;
    expect(object?.request).toMatchObject({ 'field-0': 0, '…': `and ${9000 - fieldCount} more` });
    expect(violation?.violation?.details).toMatch(/ \[cut, 40000 characters\]$/);
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
    const positionsOf = (query: Parameters<typeof mock.log.find>[0]) =>
      mock.log.find(query).map((entry) => mock.log.list().indexOf(entry) + 1);
    expect(positionsOf({})).toEqual([1, 2, 3, 4]);
    expect(positionsOf({ operation: LOGIN })).toEqual([1, 2]);
    expect(positionsOf({ operation: LOGIN, status: 200 })).toEqual([2]);
    expect(positionsOf({ status: null })).toEqual([4]);
    expect(positionsOf({ branch: 'network' })).toEqual([4]);
    expect(positionsOf({ where: { body: { email: '*@example.com' } } })).toEqual([1]);
    expect(positionsOf({ where: { caller: 'provider@kitwell.test' } })).toEqual([2, 3, 4]);
    expect(positionsOf({ where: { caller: 'account-1' } })).toEqual([3, 4]);
    expect(positionsOf({ operation: LOGIN, where: { body: { email: 'nobody' } } })).toEqual([]);
  });

  it('waits until there are enough entries, past ones included', async () => {
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
});
