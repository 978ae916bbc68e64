import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileAdapter } from '@kitwell/mock-engine/hosts/http/file-adapter';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { openStorageAdapter } from '@kitwell/mock-engine/hosts/http/open-storage-adapter';
import { memoryAdapter, type StorageAdapter } from '@kitwell/mock-engine/hosts/http/storage-adapter';
import { type Client, clientOf, patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHostOptions } from '@/mocks/http';

let dir: string;
let hosts: HttpHost[];

async function start(options: HttpHostOptions = {}): Promise<Client> {
  const host = await startOnFreePort(options);
  hosts.push(host);
  return clientOf(host);
}
const closeAll = () => Promise.all(hosts.splice(0).map((host) => host.close()));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kitwell-mock-'));
  hosts = [];
});
afterEach(async () => {
  await closeAll();
  rmSync(dir, { recursive: true, force: true });
});

const as = (tenant: string) => ({ 'x-mock-tenant': tenant });
const patientsOf = async (client: Client, headers?: Record<string, string>) =>
  ((await client.get('/__mock/db/patients', headers)).body as object[]).length;
const labs = 'GET /clinic/fetch-labs';

describe('visitors of one demo', () => {
  it('have data, mails and failures of their own, identified by cookie or header', async () => {
    const client = await start();
    const ann = { cookie: 'theme=dark; kitwell-tenant=ann' };
    await client.post('/__mock/reset', { preset: 'empty' }, ann);
    expect(await patientsOf(client, as('ann'))).toBe(1);
    expect(await patientsOf(client, as('Ann'))).toBe(1);
    expect(await patientsOf(client, as('ben'))).toBe(24);
    expect(await patientsOf(client)).toBe(24);
    expect((await client.get('/__mock/db/patients?tenant=ann')).body).toHaveLength(1);
    expect((await client.get('/__mock/tenant', as('../../etc'))).status).toBe(400);
    await client.post('/__mock/set', { operation: 'POST /auth/forgot-password', branch: '500' }, ann);
    const forgot = { email: 'provider@kitwell.test' };
    expect((await client.post('/auth/forgot-password', forgot, ann)).status).toBe(500);
    expect((await client.post('/auth/forgot-password', forgot)).status).toBe(200);
    const mails = `/__mock/mail?to=${forgot.email}`;
    expect((await client.get(mails, ann)).body).toEqual([]);
    expect((await client.get(mails)).body).toHaveLength(1);
  });

  it('get a tenant where the server hands them out, by a cookie and a header that a page of another site can read', async () => {
    const client = await start({ tenantPerVisitor: true });
    const first = await client.get('/clinic/fetch-clinics', { origin: 'http://localhost:5173' });
    const tenant = first.headers.get('x-mock-tenant') ?? '';
    expect(tenant).toMatch(/^[\w-]{36}$/);
    expect(first.headers.get('access-control-expose-headers')).toMatch(/\bx-mock-tenant\b/);
    expect(first.headers.get('set-cookie')).toMatch(
      new RegExp(`^kitwell-tenant=${tenant}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax$`),
    );
    for (const own of [as(tenant), { cookie: `kitwell-tenant=${tenant}` }]) {
      const again = await client.get('/__mock/tenant', own);
      expect([again.body, again.headers.get('set-cookie')]).toEqual([{ tenant }, null]);
    }
  });

  it('are forgotten 24 hours after their last request, but not the demo that all others share', async () => {
    let time = Date.parse('2026-03-02T09:00:00Z');
    const client = await start({ now: () => new Date(time) });
    await client.post('/__mock/reset', { preset: 'empty' });
    await client.post('/__mock/reset', { preset: 'empty' }, as('ann'));
    time += 23 * 3_600_000;
    expect(await patientsOf(client, as('ann'))).toBe(1);
    time += 23 * 3_600_000;
    expect(await patientsOf(client, as('ann'))).toBe(1);
    time += 25 * 3_600_000;
    expect(await patientsOf(client, as('ann'))).toBe(24);
    expect(await patientsOf(client)).toBe(1);
  });

  it('are forgotten if there are too many, beginning with the one that was away longest', async () => {
    const client = await start({ mostTenants: 2 });
    for (const headers of [{}, as('ann'), as('ben')])
      await client.post('/__mock/reset', { preset: 'empty' }, headers);
    await client.get('/clinic/fetch-clinics', as('ann'));
    await client.get('/clinic/fetch-clinics', as('cem'));
    expect([await patientsOf(client), await patientsOf(client, as('ann'))]).toEqual([1, 1]);
    expect(await patientsOf(client, as('ben'))).toBe(24);
  });
});

describe('files as storage', () => {
  /** Milliseconds between two signs of life. */
  const BEAT = 40;

  it('keep data, sessions, mails and failures over a restart, and half of nothing', async () => {
    const before = await start({ adapter: await openStorageAdapter(`fs:${dir}`) });
    const authorization = await before.signIn();
    await before.post('/patient/add-patients', [patientRow('kept@example.com')], { authorization });
    await before.post('/auth/forgot-password', { email: 'patient@kitwell.test' });
    await before.post('/__mock/set', { operation: labs, branch: '500' });
    const exported = (await before.get('/__mock/export')).body;
    await closeAll();
    expect(readdirSync(dir).sort()).toEqual(['.half-written', 'data']);
    expect(readdirSync(join(dir, '.half-written'))).toEqual([]);

    const after = await start({ adapter: await openStorageAdapter(`fs:${dir}`) });
    expect((await after.get('/__mock/export')).body).toEqual(exported);
    expect((await after.get('/clinic/fetch-labs', { authorization })).status).toBe(500);
  });

  it('are rejected while another server uses them, and free again when it is gone or was killed', async () => {
    const first = await fileAdapter(dir, BEAT);
    await expect(fileAdapter(dir, BEAT)).rejects.toThrow(/in use by another server.*MOCK_STORAGE=redis:URL/);
    await first.close();
    await (await fileAdapter(dir, BEAT)).close();
    writeFileSync(join(dir, '.in-use'), 'a killed server');
    await (await fileAdapter(dir, BEAT)).close();
  });

  it('reject the writes of a server that was suspended until another one took over', async () => {
    const client = await start({ adapter: await fileAdapter(dir, BEAT) });
    const authorization = await client.signIn();
    writeFileSync(join(dir, '.in-use'), 'another server');
    const late = await client.post('/patient/add-patients', [patientRow('late@example.com')], {
      authorization,
    });
    expect([late.status, late.body]).toEqual([503, { message: `Another server has taken over ${dir}.` }]);
  });
});

/** Memory of which a part can be made to fail. */
function unsteadyMemory() {
  const sound = memoryAdapter();
  const state: { fails: 'nothing' | 'writes' | 'everything' } = { fails: 'nothing' };
  const orFail = async <T>(isAffected: boolean, work: () => Promise<T>): Promise<T> => {
    if (isAffected) throw new Error('no space left on device');
    return work();
  };
  const all = () => state.fails === 'everything';
  const storage = {
    ...sound.storage,
    getItem: (key: string) => orFail(all(), () => sound.storage.getItem(key)),
    setItem: (key: string, text: string) =>
      orFail(state.fails !== 'nothing', () => sound.storage.setItem(key, text)),
  };
  const adapter: StorageAdapter = {
    ...sound,
    storage,
    tabs: { ...sound.tabs, withLock: (...args) => orFail(all(), () => sound.tabs.withLock(...args)) },
  };
  return { adapter, state };
}

describe('a storage that fails', () => {
  const lostRow = [patientRow('lost@example.com')];

  it.each(['writes', 'everything'] as const)(
    'is answered 503 with Retry-After and reported, and nothing is claimed to be stored: %s',
    async (fails) => {
      const { adapter, state } = unsteadyMemory();
      const reports: string[] = [];
      const client = await start({ adapter, report: (message) => reports.push(message) });
      const authorization = await client.signIn();
      state.fails = fails;
      const lost = await client.post('/patient/add-patients', lostRow, { authorization });
      expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1']);
      expect(reports.join()).toMatch(/default: POST \/patient\/add-patients was answered 503.*no space left/);
      expect((await client.post('/__mock/reset', { preset: 'empty' })).status).toBe(503);
      state.fails = 'nothing';
      const patients = await client.get('/patient/fetch-patients', { authorization });
      expect([patients.status, (patients.body as unknown[]).length]).toEqual([200, 24]);
      expect((await client.post('/patient/add-patients', lostRow, { authorization })).status).toBe(201);
    },
  );

  it('is named where it is none that the server knows', async () => {
    await expect(openStorageAdapter('fs:')).rejects.toThrow(/memory, fs:DIR or redis:URL/);
    await expect(openStorageAdapter('redis://127.0.0.1:1/0')).rejects.toThrow(
      /No Redis answers.*ECONNREFUSED/,
    );
  });
});
