import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { LogEntry } from '@/mocks/control';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { startMockProcess } from './mock-process';
import { type Client, clientOf, patientRow, startOnFreePort } from './support';

const MB = 1024 * 1024;
let host: HttpHost;
let client: Client;

beforeAll(async () => {
  host = await startOnFreePort();
  client = clientOf(host);
});
beforeEach(() => client.call('DELETE', '/__mock/log'));
afterAll(() => host.close());

const log = async () => (await client.get('/__mock/log')).body as LogEntry[];
const forgotten = (email: string) => client.post('/auth/forgot-password', { email });

it('a large body is cut in the log, and marked', async () => {
  await forgotten('small@example.com');
  await forgotten(`${'x'.repeat(10 * MB)}@example.com`);
  const [small, large] = await log();
  expect(small).toMatchObject({ cut: false, request: { body: { email: 'small@example.com' } } });
  expect(large).toMatchObject({ cut: true });
  expect(JSON.stringify(large?.request)).toMatch(/x{1000}… \[cut, 10485772 characters\]/);
  expect(JSON.stringify(large).length).toBeLessThan(70_000);
});

it('so are bodies of many fields, and rows that are many or long', async () => {
  const authorization = await client.signIn();
  const fields = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`field-${index}`, index]));
  await client.post('/auth/forgot-password', { email: 'none', ...fields });
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...patientRow(`long-${index}@example.com`),
    street: 'y'.repeat(5000),
  }));
  expect((await client.post('/patient/add-patients', rows, { authorization })).status).toBe(201);
  await client.get('/patient/fetch-patients', { authorization });
  const entries = (await log()).slice(1);
  expect(entries.map(({ cut }) => cut)).toEqual([true, true, true]);
  for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(100_000);
  expect(JSON.stringify(entries[1]?.request)).toMatch(/and \d+ more/);
});

it('hundreds of large bodies stay within a limit: the oldest entries go', async () => {
  const email = `${'x'.repeat(MB / 8)}@example.com`;
  for (let count = 0; count < 10; count += 1) {
    await Promise.all(Array.from({ length: 30 }, () => forgotten(email)));
  }
  const entries = await log();
  expect(entries).toHaveLength(300);
  expect(JSON.stringify(entries).length).toBeLessThan(12 * MB);
});

it('bodies of 10 MB leave nothing behind: 25 of them pass through a process with a heap of 160 MB', async () => {
  const server = await startMockProcess({ NODE_OPTIONS: '--max-old-space-size=160' });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const { post } = clientOf(server);
  const email = 'x'.repeat(10 * MB);
  for (let count = 0; count < 25; count += 1)
    expect((await post('/auth/forgot-password', { email })).status).toBe(400);
});

it('what a tenant stores is limited until its reset, and 413 says so', async () => {
  const small = await startOnFreePort({ mostTenantBytes: MB });
  const { call, post } = clientOf(small);
  const request = (length: number) =>
    post('/clinic/request-clinic', {
      clinicName: 'x'.repeat(length),
      clinicEmail: 'a@example.com',
      clinicAddress: 'B',
      clinicPhone: '2065550100',
    });
  for (let count = 0; count < 3; count += 1) expect((await request(300_000)).status).toBe(200);
  const full = await request(300_000);
  expect([full.status, full.body]).toEqual([413, { message: expect.stringContaining('/__mock/reset') }]);
  expect((await call('GET', '/clinic/fetch-clinics')).status).toBe(200);
  expect((await post('/__mock/reset', {})).status).toBe(200);
  expect((await request(300_000)).status).toBe(200);
  await small.close();
});

it('what is not stored does not count, and a reset with a slash counts as one', async () => {
  const small = await startOnFreePort({ mostTenantBytes: MB });
  const { get, post } = clientOf(small);
  const kit = (length: number) => ({ id: `${length}`, name: 'x'.repeat(length), price: 1, description: '' });
  for (let count = 0; count < 5; count += 1)
    expect((await post('/api/chat', { message: 'x'.repeat(400_000) })).status).toBe(200);
  expect((await post('/__mock/db/kits', kit(900_000))).status).toBe(200);
  expect((await post('/__mock/db/kits', kit(800_000))).status).toBe(413);
  expect((await post('/__mock/reset/', { preset: 'demo' })).status).toBe(200);
  expect((await post('/__mock/db/kits', kit(800_000))).status).toBe(200);
  expect((await get('/clinic/fetch-clinics')).status).toBe(200);
  await small.close();
});

it('what all tenants store is limited: the data of the least recently used goes', async () => {
  const small = await startOnFreePort({ mostTenantBytes: MB });
  const { get, post } = clientOf(small);
  const as = (tenant: string) => ({ 'x-mock-tenant': tenant });
  const kits = async (tenant: string) => ((await get('/__mock/db/kits', as(tenant))).body as object[]).length;
  const usual = await kits('ann');
  const tenants = ['ann', 'ben', 'cem', 'dee', 'eve'];
  for (const tenant of tenants) {
    const kit = { id: 'large', name: 'x'.repeat(900_000), price: 1, description: '' };
    const { status } = await post('/__mock/db/kits', kit, as(tenant));
    expect([tenant, status]).toEqual([tenant, 200]);
  }
  expect(await Promise.all(tenants.map(kits))).toEqual([usual, usual + 1, usual + 1, usual + 1, usual + 1]);
  await small.close();
});
