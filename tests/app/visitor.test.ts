import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '@/app/client';
import type { AuthToken } from '@/contract';

let host: HttpHost;
beforeEach(async () => {
  vi.stubEnv('VITE_MOCK_VISITORS', '1');
  host = await startOnFreePort({ tenantPerVisitor: true });
});
afterEach(() => host.close());

const context = (token: string | null = null, apiUrl = host.url) => ({
  config: { apiUrl, chatUrl: host.url },
  token,
  signal: new AbortController().signal,
});
const login = async (): Promise<AuthToken> => {
  const body = { email: 'provider@kitwell.test', password: 'Provider1!' };
  return (await call('login', { body }, context())).token;
};
const emails = async (token: string) =>
  (await call('fetchPatients', undefined, context(token))).map((patient) => patient.patient_email);
const cookies = () => document.cookie.match(/kitwell-visitor-[^=]+/g) ?? [];

it('a visitor of a server with a tenant per visitor keeps their data from one log-in to the next', async () => {
  const first = await login();
  await call('addPatients', { body: [patientRow('mine@example.com')] }, context(first));
  await call('logout', undefined, context(first));
  localStorage.clear();
  expect(await emails(await login())).toContain('mine@example.com');
  const { response } = await call('sendChatMessage', { body: { message: 'Hello' } }, context());
  expect(response).toContain('Hello');
});

it('a visitor is known by the cookie, beside others of the page, for longer than the page lasts', async () => {
  const token = await login();
  const name = `kitwell-visitor-${encodeURIComponent(new URL(host.url).host)}`;
  const [, visitor] = new RegExp(`${name}=([\\w-]+)`).exec(document.cookie) ?? [];
  expect(visitor).toMatch(/^[\w-]{1,64}$/);
  // A cookie of the same visitor's in another tab, which this page has not heard of.
  const other = await startOnFreePort({ tenantPerVisitor: true });
  const asCookie = `kitwell-visitor-${encodeURIComponent(new URL(other.url).host)}`;
  Reflect.set(document, 'cookie', 'theme=dark; Path=/');
  Reflect.set(document, 'cookie', `${asCookie}=of-another-tab; Path=/`);
  const body = { email: 'provider@kitwell.test', password: 'Provider1!' };
  await call('login', { body }, context(null, other.url));
  expect(document.cookie).toContain(`${asCookie}=of-another-tab`);
  await expect(emails(token)).resolves.not.toEqual([]);
  await other.close();
});

it.each(['a name; with=more', 'x'.repeat(65), ''])(
  'a name that no service gives is not kept: %s',
  async (given) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-mock-tenant', given);
      response.end('[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const before = cookies();
    await call('fetchPatients', undefined, context(null, url));
    expect(cookies()).toEqual(before);
    await new Promise((closed) => server.close(closed));
  },
);

it('another server gets no such header, and names the visitor itself', async () => {
  const token = await login();
  const other = await startOnFreePort();
  await expect(call('verifyUser', undefined, context(token, other.url))).rejects.toMatchObject({
    status: 401,
  });
  expect(cookies().filter((name) => name.endsWith(encodeURIComponent(new URL(other.url).host)))).toEqual([]);
  expect(cookies().some((name) => name.endsWith(encodeURIComponent(new URL(host.url).host)))).toBe(true);
  await other.close();
});

it('a build without it stores no name that a server chooses, and repeats none', async () => {
  vi.stubEnv('VITE_MOCK_VISITORS', undefined);
  const before = cookies();
  const token = await login();
  expect(cookies()).toEqual(before);
  // Without the name, the server takes the call for another visitor's, who is not logged in.
  await expect(emails(token)).rejects.toMatchObject({ status: 401 });
});
