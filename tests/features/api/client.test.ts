import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call } from '@/features/api/client';

const asked: IncomingMessage[] = [];
let errorReply: { status: number; retryAfter: string } | null = null;
let page: { type: string; body: string } | null = null;
const server = createServer((request, response) => {
  asked.push(request);
  if (errorReply !== null) {
    response.writeHead(errorReply.status, { 'retry-after': errorReply.retryAfter });
    response.end();
    return;
  }
  response.setHeader('content-type', page?.type ?? 'application/json');
  if (page !== null) return response.end(page.body);
  response.end(request.url === '/api/chat' ? '{"response":"Hello"}' : '[]');
});
let host = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.splice(0);
  errorReply = null;
  page = null;
});
afterAll(() => new Promise((closed) => server.close(closed)));

const context = (token: string | null) => ({
  config: { apiUrl: host, chatUrl: host },
  token,
  signal: new AbortController().signal,
});

it('an authenticated call sends the stored token as it is, without a scheme', async () => {
  await call('fetchPatients', undefined, context('stored-token'));
  expect(asked[0]?.headers.authorization).toBe('stored-token');
});

it('the browser may neither store a response nor answer from what it stored', async () => {
  await call('fetchPatients', undefined, context('stored-token'));
  expect(asked[0]?.headers['cache-control']).toBe('no-cache');
});

it('without a token there is no such header, rather than "null"', async () => {
  await call('fetchClinics', undefined, context(null));
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

it('the chat host never receives the token', async () => {
  await call('sendChatMessage', { body: { message: 'Hello' } }, context('stored-token'));
  expect(asked[0]?.url).toBe('/api/chat');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

it('a rejection includes the time that the server asks to wait, if any', async () => {
  errorReply = { status: 503, retryAfter: '4' };
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ retryAfter: 4000 });
  errorReply = { status: 503, retryAfter: new Date(0).toUTCString() };
  await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject({ retryAfter: 0 });
  errorReply = { status: 503, retryAfter: 'soon' };
  await expect(call('fetchPatients', undefined, context(null))).rejects.not.toHaveProperty('retryAfter');
});

it.each([
  { type: 'text/html; charset=utf-8', body: 'Sign in to the hotel network' },
  { type: 'application/octet-stream', body: '\n<!doctype html><title>Welcome</title>' },
])(
  'an HTML page instead of an answer is no success, also where the body is ignored ($type)',
  async (html) => {
    page = html;
    const malformed = { kind: 'malformed', status: 200 };
    await expect(call('logout', undefined, context('stored-token'))).rejects.toMatchObject(malformed);
    await expect(call('fetchPatients', undefined, context(null))).rejects.toMatchObject(malformed);
  },
);
