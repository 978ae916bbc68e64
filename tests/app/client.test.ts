import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { call } from '@/app/client';
import type { Failure } from '@/contract';

const requests: (IncomingMessage & { sent?: string })[] = [];
let reply: { status?: number; headers?: Record<string, string>; body?: string; isReset?: true } | 'none' = {};
const server = createServer(async (request, response) => {
  requests.push(Object.assign(request, { sent: await text(request) }));
  if (reply === 'none') return;
  const { status = 200, headers, body, isReset } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (isReset) return void response.write('[', () => response.destroy());
  response.end(body ?? (request.url === '/api/chat' ? '{"response":"Hello"}' : '[]'));
});
let host = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests.splice(0);
  reply = {};
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

const context = (token: string | null, signal = new AbortController().signal) => ({
  config: { apiUrl: host, chatUrl: host },
  token,
  signal,
});

it('an authenticated call sends the stored token as it is, without a scheme', async () => {
  await call('fetchPatients', undefined, context('stored-token'));
  expect(requests[0]?.headers.authorization).toBe('stored-token');
});

it('the browser may neither store a response nor answer from what it stored', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await call('fetchPatients', undefined, context('stored-token'));
  // `reload` sends the same header, but lets the browser store the response.
  expect(requests[0]?.headers['cache-control']).toBe('no-cache');
  expect(fetched.mock.calls[0]?.[1]?.cache).toBe('no-store');
});

it('a call sends its path, query and JSON as the contract says', async () => {
  reply = { body: '{}' };
  const path = { token: 'a/b c' };
  await call('resetPassword', { path, body: { password: 'New1!' } }, context(null));
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/auth/reset-password/a%2Fb%20c',
    sent: '{"password":"New1!"}',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  });
  reply = { body: '{"success":true}' };
  await call('verifyPaymentSession', { query: { session_id: 'cs_test_1' } }, context(null));
  expect(requests[1]).toMatchObject({
    method: 'GET',
    url: '/payment/payment-success?session_id=cs_test_1',
    sent: '',
  });
  expect(requests[1]?.headers).not.toHaveProperty('content-type');
});

it.each([
  ['another status', 418, '{"message":"No"}', { kind: 'status', status: 418, message: 'No' }],
  ['a status without a message', 500, '{"message":" "}', { kind: 'status', status: 500, message: null }],
  ['a status and no object', 500, 'null', { kind: 'status', status: 500, message: null }],
  ['a status and truncated JSON', 500, '{"message":"No', { kind: 'status', status: 500, message: null }],
  ['a redirection to nowhere', 300, '{"message":"No"}', { kind: 'status', status: 300, message: 'No' }],
  [
    'another good status',
    202,
    '{"message":"Later"}',
    { kind: 'unsuccessful', status: 202, message: 'Later' },
  ],
  ['`success: false`', 200, '{"success":false,"message":"No"}', { kind: 'unsuccessful', message: 'No' }],
  ['`success: "false"`', 200, '{"success":"false"}', { kind: 'unsuccessful', message: null }],
  ['`status: false`', 200, '{"status":false}', { kind: 'unsuccessful', message: null }],
  ['a body of another shape', 200, '{"message":"Hi"}', { kind: 'malformed', status: 200, message: null }],
  ['no JSON', 200, 'oops', { kind: 'malformed', status: 200, message: null }],
  ['nothing', 200, '', { kind: 'malformed', status: 200, message: null }],
])('a call fails by %s', async (_, status, body, failure) => {
  reply = { status, body };
  await expect(call('fetchPatients', undefined, context(null))).rejects.toEqual({
    tag: 'call-failure',
    operation: 'fetchPatients',
    status,
    ...failure,
  });
});

const row = (change: object) => ({
  patient_id: 'P-1',
  id: 7,
  patient_name: 'Robin',
  authorized: 1,
  ...change,
});
const rows = (...changes: object[]) => JSON.stringify(changes.map(row));

it.each([
  ['a flag as text', rows({ authorized: '1' }), [{ authorized: 1 }]],
  ['an unknown flag', rows({ authorized: 'yes' }), [{ authorized: 0, patient_name: 'Robin' }]],
  ['a text as an object', rows({ patient_name: {} }), [{ patient_id: 'P-1', patient_name: '' }]],
  ['a row without id', rows({ id: 8 }, { patient_id: null, id: [] }, { id: 9 }), [{ id: 8 }, { id: 9 }]],
  ['rows that are none', `[null, 3, ${rows({}).slice(1, -1)}, "x"]`, [{ id: 7 }]],
])('an odd row never costs the list: %s', async (_, body, expected) => {
  reply = { body };
  const answer = await call('fetchPatients', undefined, context('stored-token'));
  expect(answer).toHaveLength(expected.length);
  expect(answer).toMatchObject(expected);
});

it('an odd row never costs the list inside an answer', async () => {
  reply = { body: '{"success":true,"message":null,"appointments":[7,{"session_id":1},{"session_id":{}}]}' };
  const answer = await call('fetchAppointments', undefined, context('stored-token'));
  expect(answer.appointments).toMatchObject([{ session_id: '1' }]);
});

it.each(['null', '42', '{"text":"Hi"}', '[]', '""'])('a message may be %s in a success', async (message) => {
  const order = { body: { patientId: 'P-1', frequency: '1 Month', kitType: 'k' } } as never;
  const otp = { body: { email: 'ada@example.com', otp: '123456' } };
  const query = { query: { session_id: 'cs_test_1' } };
  const path = { path: { token: 'x' }, body: { password: 'New1!' } };
  const body = `{"success":true,"message":${message},"status":1,"appointments":[]}`;
  const success = { success: true };
  reply = { body };
  await expect(call('verifyOtp', otp, context(null))).resolves.toMatchObject(success);
  await expect(call('confirmAddress', { body: { token: 'x' } }, context(null))).resolves.toMatchObject(
    success,
  );
  await expect(call('requestAddressConfirmation', order, context('t'))).resolves.toMatchObject(success);
  await expect(call('verifyPaymentSession', query, context(null))).resolves.toMatchObject(success);
  await expect(call('fetchAppointments', undefined, context('t'))).resolves.toMatchObject(success);
  await expect(call('trackKitStatus', { body: { orderId: null } }, context('t'))).resolves.toMatchObject({
    ...success,
    status: '1',
  });
  await expect(call('resetPassword', path, context(null))).resolves.not.toHaveProperty('message', 42);
  reply = { body, status: 201 };
  await expect(call('sendInvitation', order, context('t'))).resolves.toMatchObject(success);
});

it('an empty or truncated body is a success where only the status counts', async () => {
  reply = { body: '' };
  const request = { path: { token: 'x' }, body: { password: 'New1!' } };
  await expect(call('resetPassword', request, context(null))).resolves.toBeNull();
  reply = { body: '{"message":"Pass' };
  await expect(call('resetPassword', request, context(null))).resolves.not.toHaveProperty('message');
});

it('an empty body of the labs means that the clinic has none', async () => {
  reply = { body: '' };
  await expect(call('fetchLabs', undefined, context('stored-token'))).resolves.toBeNull();
});

it.each([200, 503])('a response of %i whose body is reset is no response', async (status) => {
  reply = { status, isReset: true };
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({
    kind: 'no-response',
  });
});

it('a message is cut to what can be shown', async () => {
  const cut = `${'x'.repeat(499)}…`;
  reply = { status: 400, body: JSON.stringify({ message: 'x'.repeat(10_000) }) };
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ message: cut });
  reply = { body: JSON.stringify({ success: true, message: 'x'.repeat(10_000) }) };
  await expect(call('confirmAddress', { body: { token: 'x' } }, context(null))).resolves.toMatchObject({
    message: cut,
  });
});

it('a call does not follow a redirection, which would take the password along', async () => {
  reply = { status: 307, headers: { location: `${host}/elsewhere` }, body: '{}' };
  const login = { body: { email: 'ada@example.com', password: 'Secret1!' } };
  await expect(call('login', login, context(null))).rejects.toMatchObject({ kind: 'no-response' });
  expect(requests.map(({ url }) => url)).toEqual(['/auth/login']);
});

it('a call fails by 200 where something has to be created', async () => {
  reply = { body: '{"message":"Hi"}' };
  await expect(call('createCustomer', { body: {} as never }, context(null))).rejects.toEqual({
    tag: 'call-failure',
    operation: 'createCustomer',
    kind: 'unsuccessful',
    status: 200,
    message: 'Hi',
  });
});

it('a call leaves no timer and no listener once it has ended', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await call('fetchPatients', undefined, context(null, signal));
  const timeLimit = started.mock.calls.findIndex(([, ms]) => ms === 20_000);
  expect(cleared).toHaveBeenCalledWith(started.mock.results[timeLimit]?.value);
  vi.restoreAllMocks();
  const [type, listener] = added.mock.calls[0] ?? [];
  expect(type).toBe('abort');
  expect(removed).toHaveBeenCalledWith('abort', listener);
});

it('a call that is aborted, before or meanwhile, has no response, and neither has one after 20 seconds', async () => {
  const noResponse = {
    tag: 'call-failure',
    operation: 'fetchPatients',
    kind: 'no-response',
    status: null,
    message: null,
  };
  reply = 'none';
  const ask = (signal?: AbortSignal) => call('fetchPatients', undefined, context(null, signal));
  await expect(ask(AbortSignal.abort())).rejects.toEqual(noResponse);
  expect(requests).toHaveLength(0);
  const controller = new AbortController();
  const aborted = expect(ask(controller.signal)).rejects.toEqual(noResponse);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  controller.abort();
  await aborted;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let ended = false;
  const late = ask().finally(() => {
    ended = true;
  });
  const rejection = expect(late).rejects.toEqual(noResponse);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await rejection;
});

it('without a token there is no such header, rather than "null"', async () => {
  await call('fetchClinics', undefined, context(null));
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

it('the chat has a host of its own, which never receives the token', async () => {
  const config = { apiUrl: host, chatUrl: `${host}/chat-host` };
  await call('fetchPatients', undefined, { ...context('stored-token'), config });
  reply = { body: '{"response":"Hello"}' };
  await call('sendChatMessage', { body: { message: 'Hello' } }, { ...context('stored-token'), config });
  expect(requests.map(({ url }) => url)).toEqual(['/patient/fetch-patients', '/chat-host/api/chat']);
  expect(requests[1]?.headers).not.toHaveProperty('authorization');
});

it('a call that needs no account does not send the token of one', async () => {
  reply = { body: '{"success":true}' };
  await call('verifyOtp', { body: { email: 'ada@example.com', otp: '123456' } }, context('stored-token'));
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

it('a rejection includes the time that the server asks to wait, if any', async () => {
  const waitFor = (time: string) => ({ status: 503, headers: { 'retry-after': time } });
  reply = waitFor('4');
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ retryAfter: 4000 });
  reply = waitFor('12');
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ retryAfter: 12_000 });
  reply = waitFor(new Date(0).toUTCString());
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ retryAfter: 0 });
  reply = waitFor(new Date(Date.now() + 60_000).toUTCString());
  await expect(call('fetchPatients', undefined, context(null))).rejects.toSatisfy(
    ({ retryAfter }: Failure) => Number(retryAfter) > 30_000 && Number(retryAfter) <= 60_000,
  );
  reply = waitFor('soon');
  await expect(call('fetchPatients', undefined, context(null))).rejects.not.toHaveProperty('retryAfter');
});

it.each([
  { type: 'text/html; charset=utf-8', body: 'Sign in to the hotel network' },
  { type: 'application/octet-stream', body: '\n<!doctype html><title>Welcome</title>' },
])(
  'an HTML page instead of an answer is no success, also where the body is ignored ($type)',
  async (html) => {
    reply = { headers: { 'content-type': html.type }, body: html.body };
    const malformed = { kind: 'malformed', status: 200 };
    await expect(call('logout', undefined, context('stored-token'))).rejects.toMatchObject(malformed);
    await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject(malformed);
  },
);

it('a content type that only mentions HTML is not HTML', async () => {
  reply = { headers: { 'content-type': 'application/json; from=text/html' } };
  await expect(call('fetchPatients', undefined, context(null))).resolves.toEqual([]);
});
