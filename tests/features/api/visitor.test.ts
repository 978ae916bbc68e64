import { patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuthToken } from '@/contract';
import { call } from '@/features/api/client';
import type { HttpHost } from '@/mocks/hosts/http/http-host';

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
