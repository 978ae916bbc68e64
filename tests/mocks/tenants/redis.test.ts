import { randomUUID } from 'node:crypto';
import { type Client, clientOf, patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { LockLostError, type RedisAdapterOptions, redisAdapter } from '@/mocks/hosts/http/redis-adapter';
import { createRedisLock } from '@/mocks/hosts/http/redis-lock';

const { REDIS_URL = '' } = process.env;

// `.ci/run` starts a Redis where available; tenants.test.ts makes the same checks for memory and files.
describe.runIf(REDIS_URL !== '')('a real Redis', () => {
  let base: string;
  let raw: Redis;
  let hosts: HttpHost[];

  beforeAll(() => {
    raw = new Redis(REDIS_URL);
  });
  afterAll(() => raw.quit());
  beforeEach(() => {
    base = `kitwell-test:${randomUUID()}`;
    hosts = [];
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    const left = await raw.keys(`${base}:*`);
    if (left.length > 0) await raw.unlink(left);
  });

  const open = (options: RedisAdapterOptions = {}) => redisAdapter(REDIS_URL, { base, ...options });
  /** A server with its own connections, to simulate another process. */
  async function start(options: RedisAdapterOptions = {}): Promise<Client> {
    const host = await startOnFreePort({ adapter: await open(options) });
    hosts.push(host);
    return clientOf(host);
  }
  const emailsIn = async (client: Client, headers?: Record<string, string>) =>
    ((await client.get('/__mock/db/patients', headers)).body as Record<string, unknown>[]).map(
      (row) => row.patient_email,
    );

  it('lets three servers serve one tenant: none of the writes that come at once is lost', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    const authorization = await servers[0].signIn();
    const emails = Array.from({ length: 45 }, (_, index) => `at-once-${index}@example.com`);
    const answers = await Promise.all(
      emails.map((email, index) =>
        servers[index % servers.length]?.post('/patient/add-patients', [patientRow(email)], {
          authorization,
        }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(emails.map(() => 201));
    for (const server of servers) {
      expect(await emailsIn(server)).toEqual(expect.arrayContaining(emails));
    }
  });

  it('seeds a new tenant once, whichever server is asked first', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await Promise.all([one, two, one, two].map((server) => server.get('/clinic/fetch-clinics')));
    const [authorization, other] = [await one.signIn(), await two.signIn()];
    expect(other).not.toBe(authorization);
    for (const server of [one, two]) {
      for (const token of [authorization, other]) {
        expect((await server.get('/auth/verify-user', { authorization: token })).status).toBe(200);
      }
    }
  });

  it('keeps tenants apart, and their data over a restart', async () => {
    const before = await start();
    const ann = { 'x-mock-tenant': 'ann' };
    await before.post('/__mock/reset', { preset: 'empty' }, ann);
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    const after = await start();
    expect(await emailsIn(after, ann)).toHaveLength(1);
    expect(await emailsIn(after)).toHaveLength(24);
  });

  it('removes a tenant that no server uses any more, and keeps the others', async () => {
    const host = await startOnFreePort({ adapter: await open(), tenantLifetime: 300 });
    hosts.push(host);
    const client = clientOf(host);
    await client.get('/clinic/fetch-clinics', { 'x-mock-tenant': 'ann' });
    await client.get('/clinic/fetch-clinics');
    expect(await raw.keys(`${base}:data:ann:*`)).not.toEqual([]);
    await expect.poll(() => raw.keys(`${base}:data:ann:*`), { timeout: 5000 }).toEqual([]);
    await expect.poll(() => raw.keys(`${base}:data:.tenants:*`), { timeout: 5000 }).toEqual([]);
    expect(await raw.keys(`${base}:data:default:head`)).toHaveLength(1);
  });

  it('shares what was chosen to fail', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await one.post('/__mock/set', { operation: 'GET /clinic/fetch-clinics', branch: '500' });
    expect((await two.get('/clinic/fetch-clinics')).status).toBe(500);
  });

  it('renews a lock while the work takes longer than the lock lives', async () => {
    // Long enough for a renewal to arrive in time on a busy machine.
    const lifetime = 1500;
    const [one, two] = [raw, raw.duplicate()].map((client) => createRedisLock(client, { lifetime }));
    const order: string[] = [];
    let finish: () => void = () => undefined;
    const first = one?.run(`${base}:lock`, async () => {
      order.push('first begins');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      order.push('first ends');
    });
    await expect.poll(() => order).toEqual(['first begins']);
    const second = two?.run(`${base}:lock`, async () => order.push('second'));
    const patiently = { interval: 20, timeout: 10_000 };
    // The lock's lifetime is renewed several times; it would have expired in between.
    for (let renewed = 0; renewed < 4; renewed += 1) {
      await expect.poll(() => raw.pttl(`${base}:lock`), patiently).toBeLessThan(lifetime - 300);
      await expect.poll(() => raw.pttl(`${base}:lock`), patiently).toBeGreaterThan(lifetime - 200);
    }
    finish();
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });

  it('frees the lock of a process that died, and gives up on one that is held for too long', async () => {
    await raw.set(`${base}:lock`, 'a dead process', 'PX', 50);
    const lock = createRedisLock(raw, { patience: 5000 });
    expect(await lock.run(`${base}:lock`, async () => 'mine')).toBe('mine');
    await raw.set(`${base}:lock`, 'a stuck process', 'PX', 60_000);
    const impatient = createRedisLock(raw, { patience: 30 });
    await expect(impatient.run(`${base}:lock`, async () => 'mine')).rejects.toThrow(/did not come free/);
    expect(await raw.get(`${base}:lock`)).toBe('a stuck process');
  });

  it('rejects the write of a process that lost its lock while it was suspended', async () => {
    const adapter = await open({ lifetime: 60_000 });
    const { storage, tabs } = adapter.open('ann');
    const write = tabs.withLock('data', 'exclusive', async () => {
      await storage.setItem('head', { by: 'the first' });
      // Simulates a suspension longer than the lock's lifetime: another process took over.
      await raw.set(`${base}:lock:ann:data`, 'another process');
      await raw.set(`${base}:data:ann:head`, JSON.stringify({ by: 'another process' }));
      await storage.setItem('head', { by: 'too late' });
    });
    await expect(write).rejects.toBeInstanceOf(LockLostError);
    expect(await storage.getItem('head')).toEqual({ by: 'another process' });
    expect(await raw.get(`${base}:lock:ann:data`)).toBe('another process');
    await raw.unlink(`${base}:lock:ann:data`);
    const removal = storage.removeItem('head');
    await expect(removal).rejects.toBeInstanceOf(LockLostError);
    await adapter.close();
  });
});
