import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, clientOf, patientRow, startOnFreePort } from '@tests/mocks/http/support';
import type { Storage, StorageValue } from 'unstorage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pause } from '@/mocks/db/snapshots';
import { fileAdapter } from '@/mocks/hosts/http/file-adapter';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { openStorageAdapter } from '@/mocks/hosts/http/open-storage-adapter';
import { memoryAdapter, type StorageAdapter } from '@/mocks/hosts/http/storage-adapter';
import type { HttpHostOptions } from '@/mocks/http';

/** Of the claim on a folder. */
const BEAT_MS = 40;

let dir: string;
let hosts: HttpHost[];

async function start(options: HttpHostOptions): Promise<Client> {
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

const rowsOf = async (client: Client, table: string, headers?: Record<string, string>) =>
  (await client.get(`/__mock/db/${table}`, headers)).body as Record<string, unknown>[];

describe('visitors of one demo', () => {
  it('have data of their own, identified by cookie or header', async () => {
    const client = await start({});
    const [ann, ben] = [{ cookie: 'theme=dark; kitwell-tenant=ann' }, { 'x-mock-tenant': 'ben' }];
    await client.post('/__mock/reset', { preset: 'empty' }, ann);
    expect(await rowsOf(client, 'patients', ann)).toHaveLength(1);
    expect(await rowsOf(client, 'patients', { 'x-mock-tenant': 'ann' })).toHaveLength(1);
    expect(await rowsOf(client, 'patients', ben)).toHaveLength(24);
    expect(await rowsOf(client, 'patients')).toHaveLength(24);
  });

  it('have mails and failures of their own', async () => {
    const client = await start({});
    const ann = { 'x-mock-tenant': 'ann' };
    await client.post('/__mock/set', { operation: 'POST /auth/forgot-password', branch: '500' }, ann);
    const forgot = { email: 'provider@kitwell.test' };
    expect((await client.post('/auth/forgot-password', forgot, ann)).status).toBe(500);
    expect((await client.post('/auth/forgot-password', forgot)).status).toBe(200);
    const mails = `/__mock/mail?to=${forgot.email}`;
    expect((await client.get(mails, ann)).body).toEqual([]);
    expect((await client.get(mails)).body).toHaveLength(1);
  });

  it('of another site get a tenant by a header that their page can read', async () => {
    const client = await start({ tenantPerVisitor: true });
    const origin = 'https://demo.example.test';
    const first = await client.get('/clinic/fetch-clinics', { origin });
    const tenant = first.headers.get('x-mock-tenant') ?? '';
    expect(tenant).toMatch(/^[\w-]{36}$/);
    expect(first.headers.get('access-control-expose-headers')).toMatch(/\bx-mock-tenant\b/);
    const again = await client.get('/__mock/tenant', { origin, 'x-mock-tenant': tenant });
    expect([again.body, again.headers.get('x-mock-tenant')]).toEqual([{ tenant }, null]);
  });

  it('get a tenant by a cookie where the server hands them out, and keep it', async () => {
    const client = await start({ tenantPerVisitor: true });
    const first = await client.get('/clinic/fetch-clinics');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^kitwell-tenant=[\w-]{36}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const [pair = ''] = cookie.split(';');
    const again = await client.get('/__mock/tenant', { cookie: pair });
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(`kitwell-tenant=${(again.body as { tenant: string }).tenant}`).toBe(pair);
  });

  it.each(['../../etc', 'a b', '.hidden', 'x'.repeat(65)])('cannot be called %j', async (name) => {
    const client = await start({});
    expect((await client.get('/__mock/tenant', { 'x-mock-tenant': name })).status).toBe(400);
  });

  it.each([
    ['memory', async () => memoryAdapter()],
    ['files', () => openStorageAdapter(`fs:${dir}`)],
  ])(
    'are the same in capitals and in small letters, as their folders are on some systems: %s',
    async (_, open) => {
      const client = await start({ adapter: await open() });
      await client.post('/__mock/reset', { preset: 'empty' }, { 'x-mock-tenant': 'Ada' });
      expect(await rowsOf(client, 'patients', { 'x-mock-tenant': 'ada' })).toHaveLength(1);
      expect((await client.get('/__mock/tenant', { cookie: 'kitwell-tenant=ADA' })).body).toEqual({
        tenant: 'ada',
      });
    },
  );

  it('have no folder or file of a name that Windows reserves', async () => {
    const client = await start({ adapter: await openStorageAdapter(`fs:${dir}`) });
    for (const tenant of ['con', 'nul', 'com1'])
      await client.get('/clinic/fetch-clinics', { 'x-mock-tenant': tenant });
    const names = readdirSync(dir, { recursive: true }).flatMap((path) => String(path).split(/[\\/]/));
    expect(names).toContain('t-con');
    expect(names.filter((name) => /^(con|nul|com1)$/.test(name))).toEqual([]);
  });

  it('keep their data when others crowd them out of memory', async () => {
    const client = await start({ mostTenants: 2 });
    const as = (tenant: string) => ({ 'x-mock-tenant': tenant });
    await client.post('/__mock/reset', { preset: 'empty' }, as('ann'));
    for (const other of ['ben', 'cem', 'dee']) await client.get('/clinic/fetch-clinics', as(other));
    expect(await rowsOf(client, 'patients', as('ann'))).toHaveLength(1);
  });
});

describe('a tenant that is not used', () => {
  const hours = (count: number) => count * 60 * 60_000;
  let time: number;
  const now = () => new Date(time);
  beforeEach(() => {
    time = Date.parse('2026-03-02T09:00:00Z');
  });
  const ann = { 'x-mock-tenant': 'ann' };
  const patientsOf = async (client: Client, headers = ann) =>
    (await rowsOf(client, 'patients', headers)).length;

  const places: readonly (readonly [string, () => Promise<StorageAdapter>])[] = [
    ['memory', async () => memoryAdapter()],
    ['files', () => openStorageAdapter(`fs:${dir}`)],
  ];

  it.each(places)('is reset 25 hours after its last request, and not before 24: %s', async (_, open) => {
    const client = await start({ adapter: await open(), now });
    await client.post('/__mock/reset', { preset: 'empty' }, ann);
    for (let day = 0; day < 3; day += 1) {
      time += hours(23.9);
      expect(await patientsOf(client)).toBe(1);
    }
    time += hours(25.1);
    expect(await patientsOf(client)).toBe(24);
  });

  it.each(places)('is removed from storage, also where no request comes: %s', async (_, open) => {
    const adapter = await open();
    const client = await start({ adapter, tenantLifetime: 200 });
    await client.post('/__mock/reset', { preset: 'empty' }, ann);
    expect(await adapter.open('ann').storage.getKeys()).toContain('head');
    await expect.poll(() => adapter.open('ann').storage.getKeys()).toEqual([]);
    await expect.poll(() => adapter.open('.tenants').storage.getKeys()).toEqual([]);
  });

  it('leaves no folder behind', async () => {
    const client = await start({ adapter: await openStorageAdapter(`fs:${dir}`), tenantLifetime: 200 });
    await client.get('/clinic/fetch-clinics', ann);
    expect(readdirSync(dir)).toContain('t-ann');
    await expect.poll(() => readdirSync(dir)).not.toContain('t-ann');
  });

  it('expires also if the server was restarted meanwhile, and stays if it was used before', async () => {
    const open = () => openStorageAdapter(`fs:${dir}`);
    const before = await start({ adapter: await open(), now });
    await before.post('/__mock/reset', { preset: 'empty' }, ann);
    await closeAll();
    time += hours(23);
    expect(await patientsOf(await start({ adapter: await open(), now }))).toBe(1);
    await closeAll();
    time += hours(26);
    expect(await patientsOf(await start({ adapter: await open(), now }))).toBe(24);
  });

  it('stays while another server on the same storage uses it', async () => {
    const adapter = memoryAdapter();
    const [one, two] = [await start({ adapter, now }), await start({ adapter, now })];
    await one.post('/__mock/reset', { preset: 'empty' }, ann);
    expect(await patientsOf(two)).toBe(1);
    time += hours(20);
    expect(await patientsOf(two)).toBe(1);
    time += hours(20);
    expect(await patientsOf(one)).toBe(1);
  });

  it('does not include the one that all requests without a name share', async () => {
    const client = await start({ now });
    await client.post('/__mock/reset', { preset: 'empty' });
    time += hours(24 * 30);
    expect(await patientsOf(client, { 'x-mock-tenant': 'default' })).toBe(1);
  });
});

describe('files as storage', () => {
  const adapter = () => openStorageAdapter(`fs:${dir}`);

  it('keep data, sessions, mails and failures over a restart', async () => {
    const before = await start({ adapter: await adapter() });
    const authorization = await before.signIn();
    const rows = [patientRow('kept@example.com')];
    expect((await before.post('/patient/add-patients', rows, { authorization })).status).toBe(201);
    await before.post('/auth/forgot-password', { email: 'patient@kitwell.test' });
    await before.post('/__mock/set', { operation: 'GET /clinic/fetch-labs', branch: '500' });
    const exported = (await before.get('/__mock/export')).body;
    await closeAll();

    const after = await start({ adapter: await adapter() });
    expect((await after.get('/__mock/export')).body).toEqual(exported);
    const patients = (await after.get('/patient/fetch-patients', { authorization })).body;
    expect(patients).toContainEqual(expect.objectContaining({ patient_email: 'kept@example.com' }));
    expect((await after.get('/clinic/fetch-labs', { authorization })).status).toBe(500);
  });

  it('hold what was answered, or lost on its way, even when the server never came to close', async () => {
    const killed = await openStorageAdapter(`fs:${dir}`);
    // The folder stays claimed by this process, as after a crash; only the writes are stored.
    const before = await start({ adapter: { open: killed.open, close: killed.close } });
    const authorization = await before.signIn();
    await before.post('/patient/add-patients', [patientRow('crash@example.com')], { authorization });
    const lost = { authorization, 'x-mock-scenario': 'ok.lost' };
    await expect(
      before.post('/patient/add-patients', [patientRow('lost@example.com')], lost),
    ).rejects.toThrow();
    rmSync(join(dir, '.in-use'));
    const after = await start({ adapter: await adapter() });
    const emails = (await rowsOf(after, 'patients')).map((row) => row.patient_email);
    expect(emails).toContain('crash@example.com');
    expect(emails.filter((email) => email === 'lost@example.com')).toHaveLength(1);
  });

  it('put each tenant into a folder, and half of nothing beside it', async () => {
    const client = await start({ adapter: await adapter() });
    await client.get('/clinic/fetch-clinics', { 'x-mock-tenant': 'ann' });
    await client.get('/clinic/fetch-clinics');
    await closeAll();
    expect(readdirSync(dir).sort()).toEqual(['.half-written', 't-.tenants', 't-ann', 't-default']);
    expect(readdirSync(join(dir, '.half-written'))).toEqual([]);
  });

  it('are rejected while another server uses them, and free again when it is gone', async () => {
    const first = await fileAdapter(dir, BEAT_MS);
    await expect(fileAdapter(dir, BEAT_MS)).rejects.toThrow(
      /in use by another server.*MOCK_STORAGE=redis:URL/,
    );
    await first.close();
    await (await fileAdapter(dir, BEAT_MS)).close();
  });

  it('are free again when their server was killed, also if it had the same process id, as in a container', async () => {
    writeFileSync(join(dir, '.in-use'), String(process.pid));
    await (await fileAdapter(dir, BEAT_MS)).close();
  });

  it('are taken by one of two servers that start at once after a crash', async () => {
    writeFileSync(join(dir, '.in-use'), 'a killed server');
    const started = await Promise.allSettled([fileAdapter(dir, BEAT_MS), fileAdapter(dir, BEAT_MS)]);
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const result of started) if (result.status === 'fulfilled') await result.value.close();
  });

  it('reject the writes of a server that was suspended until another one took over', async () => {
    const client = await start({ adapter: await fileAdapter(dir, BEAT_MS) });
    const authorization = await client.signIn();
    writeFileSync(join(dir, '.in-use'), 'another server');
    const rows = [patientRow('late@example.com')];
    const late = await client.post('/patient/add-patients', rows, { authorization });
    expect([late.status, late.body]).toEqual([503, { message: `Another server has taken over ${dir}.` }]);
  });
});

/** Memory with delays like any other storage, so that writes without a lock would interleave. */
function slowMemory(): StorageAdapter {
  const adapter = memoryAdapter();
  return {
    ...adapter,
    open(tenant) {
      const { storage, tabs } = adapter.open(tenant);
      const getItem = async (key: string) => {
        const value = await storage.getItem(key);
        await pause();
        return value;
      };
      const setItem = async (key: string, value: StorageValue) => {
        await pause();
        await storage.setItem(key, value);
      };
      return { storage: { ...storage, getItem, setItem } as Storage, tabs };
    },
  };
}

describe('two servers on one storage', () => {
  const places: readonly (readonly [string, () => Promise<StorageAdapter>])[] = [
    ['memory', async () => slowMemory()],
    ['files', () => openStorageAdapter(`fs:${dir}`)],
  ];

  it.each(places)('see each other’s writes, and lose none that come at once: %s', async (_, open) => {
    const adapter = await open();
    const one = await start({ adapter });
    const two = await start({ adapter: { ...adapter, close: async () => undefined } });
    const authorization = await one.signIn();
    expect((await two.get('/auth/verify-user', { authorization })).status).toBe(200);

    const emails = Array.from({ length: 40 }, (_unused, index) => `at-once-${index}@example.com`);
    const answers = await Promise.all(
      emails.map((email, index) =>
        (index % 2 === 0 ? one : two).post('/patient/add-patients', [patientRow(email)], { authorization }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 201));
    for (const server of [one, two]) {
      const rows = await rowsOf(server, 'patients');
      expect(rows.map((row) => row.patient_email)).toEqual(expect.arrayContaining(emails));
      expect(new Set(rows.map((row) => row.patient_id)).size).toBe(24 + emails.length);
    }
  });

  it('use the overrides that were set on either', async () => {
    const adapter = memoryAdapter();
    const [one, two] = [await start({ adapter }), await start({ adapter })];
    const operation = 'GET /clinic/fetch-clinics';
    await one.get('/clinic/fetch-clinics');
    await two.post('/__mock/set', { operation, branch: '500', times: 1 });
    expect((await one.get('/clinic/fetch-clinics')).status).toBe(500);
    expect((await two.get('/clinic/fetch-clinics')).status).toBe(200);
  });
});

/** Memory of which a part can be made to fail, or to lose what it holds. */
function unsteadyMemory() {
  const sound = memoryAdapter();
  const state: {
    fails: 'nothing' | 'writes' | 'everything';
    /** Once, a write waits for this. */
    beforeWrite?: (() => Promise<void>) | undefined;
  } = { fails: 'nothing' };
  const orFail = async <T>(isAffected: boolean, work: () => Promise<T>): Promise<T> => {
    if (isAffected) throw new Error('no space left on device');
    return work();
  };
  const adapter: StorageAdapter = {
    ...sound,
    open(tenant) {
      const { storage, tabs } = sound.open(tenant);
      const all = () => state.fails === 'everything';
      return {
        storage: {
          ...storage,
          getItem: (key: string) => orFail(all(), () => storage.getItem(key)),
          setItem: (key: string, value: StorageValue) =>
            orFail(state.fails !== 'nothing', async () => {
              const { beforeWrite } = state;
              state.beforeWrite = undefined;
              await beforeWrite?.();
              await storage.setItem(key, value);
            }),
        } as Storage,
        tabs: { ...tabs, withLock: (...args) => orFail(all(), () => tabs.withLock(...args)) },
      };
    },
  };
  return { adapter, state, lose: () => sound.open('default').storage.clear() };
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
      const control = await client.post('/__mock/reset', { preset: 'empty' });
      expect([control.status, control.headers.get('retry-after')]).toEqual([503, '1']);
      state.fails = 'nothing';
      const patients = await client.get('/patient/fetch-patients', { authorization });
      expect([patients.status, (patients.body as unknown[]).length]).toEqual([200, 24]);
      expect((await client.post('/patient/add-patients', lostRow, { authorization })).status).toBe(201);
    },
  );

  it('keeps no override and no chaos whose call was answered 503, and those from before', async () => {
    const { adapter, state } = unsteadyMemory();
    const client = await start({ adapter });
    const [clinics, labs] = ['GET /clinic/fetch-clinics', 'GET /clinic/fetch-labs'];
    await client.post('/__mock/set', { operation: labs, branch: '500' });
    state.fails = 'writes';
    expect((await client.post('/__mock/set', { operation: clinics, branch: '500' })).status).toBe(503);
    expect((await client.post('/__mock/chaos', { rate: 1 })).status).toBe(503);
    expect((await client.post('/__mock/clear', { operation: labs })).status).toBe(503);
    expect((await client.post('/__mock/reset', {})).status).toBe(503);
    state.fails = 'nothing';
    expect((await client.get('/__mock/scenario')).body).toMatchObject({
      overrides: [{ operation: labs }],
      chaos: null,
    });
    expect((await client.get('/clinic/fetch-clinics')).status).toBe(200);
  });

  it('keeps the override of a call that was answered 200, if one made at the same time is not stored', async () => {
    const { adapter, state } = unsteadyMemory();
    const client = await start({ adapter });
    const [clinics, labs] = ['GET /clinic/fetch-clinics', 'GET /clinic/fetch-labs'];
    await client.get('/__mock/scenario');
    let release = () => {};
    const isWriting = new Promise<void>((begun) => {
      state.beforeWrite = () => {
        begun();
        return new Promise((released) => {
          release = released;
        });
      };
    });
    const kept = client.post('/__mock/set', { operation: clinics, branch: '500' });
    await isWriting;
    state.fails = 'writes';
    const lost = client.post('/__mock/set', { operation: labs, branch: '500' });
    for (let turn = 0; turn < 20; turn += 1) await pause();
    release();
    expect([(await kept).status, (await lost).status]).toEqual([200, 503]);
    state.fails = 'nothing';
    const { body } = await client.get('/__mock/scenario');
    expect(body).toMatchObject({ overrides: [{ operation: clinics, branch: '500' }] });
  });

  it('leaves the process alone when a snapshot is due: it is only reported', async () => {
    const { adapter, state } = unsteadyMemory();
    const reports: string[] = [];
    const client = await start({ adapter, report: (message) => reports.push(message) });
    await client.signIn();
    state.fails = 'everything';
    // Vitest fails a run with an unhandled rejection.
    await expect.poll(() => reports.join()).toContain('No snapshot of the demo data was written');
    state.fails = 'nothing';
    expect((await client.get('/clinic/fetch-clinics')).status).toBe(200);
  });

  it('answers every request that is in flight, and loses none that was answered with success', async () => {
    const { adapter, state } = unsteadyMemory();
    const client = await start({ adapter });
    const authorization = await client.signIn();
    const emails = Array.from({ length: 30 }, (_, index) => `in-flight-${index}@example.com`);
    const answers = emails.map(async (email, index) => {
      const answer = await client.post('/patient/add-patients', [patientRow(email)], { authorization });
      if (index === 10) state.fails = 'writes';
      if (index === 20) state.fails = 'nothing';
      return { email, status: answer.status };
    });
    const settled = await Promise.all(answers);
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([201, 503]));
    state.fails = 'nothing';
    const stored = new Set((await rowsOf(client, 'patients')).map((row) => row.patient_email));
    for (const { email, status } of settled)
      expect([email, stored.has(email)]).toEqual([email, status === 201]);
  });

  it('comes back empty and gets the data, the session and the choices of the running server again', async () => {
    const { adapter, lose } = unsteadyMemory();
    const reports: string[] = [];
    const client = await start({ adapter, report: (message) => reports.push(message) });
    const authorization = await client.signIn();
    await client.post('/patient/add-patients', lostRow, { authorization });
    await client.post('/__mock/set', { operation: 'GET /clinic/fetch-labs', branch: '500' });
    await lose();
    expect((await client.get('/auth/verify-user', { authorization })).status).toBe(200);
    expect(reports.join()).toMatch(/The storage has lost data\. This server stores its own copy again/);
    const other = await start({ adapter: { ...adapter, close: async () => undefined } });
    expect((await other.get('/patient/fetch-patients', { authorization })).body).toHaveLength(25);
    expect((await other.get('/clinic/fetch-labs', { authorization })).status).toBe(500);
  });
});

describe('MOCK_STORAGE', () => {
  it.each(['disk', 'fs:', 'redis:', 'sqlite:/tmp/x'])('rejects %j and lists what there is', async (text) => {
    await expect(openStorageAdapter(text)).rejects.toThrow(/memory, fs:DIR or redis:URL/);
  });

  it('reports when no Redis answers', async () => {
    await expect(openStorageAdapter('redis://127.0.0.1:1/0')).rejects.toThrow(
      /No Redis answers at redis:\/\/127\.0\.0\.1:1\/0: .*ECONNREFUSED/,
    );
  });
});
