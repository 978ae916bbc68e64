import { randomUUID } from 'node:crypto';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { type Client, clientOf, patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import {
  createRedisLock,
  LockLostError,
  type RedisAdapterOptions,
  redisAdapter,
} from '@/mocks/hosts/http/redis-adapter';

const { REDIS_URL = '' } = process.env;

/** A connection to Redis that can be cut, or kept silent, for the servers that use its URL. */
async function openLine() {
  const { hostname, port, pathname } = new URL(REDIS_URL);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  const line = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = createConnection(Number(port || 6379), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (state === 'open' && to.write(data)));
      from.on('error', () => undefined).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${(line.address() as AddressInfo).port}${pathname}`,
    set(next: typeof state) {
      state = next;
      if (state === 'cut') for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => line.close(closed));
    },
  };
}

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
      // Simulates a suspension longer than the lock's lifetime: another process takes over.
      await raw.unlink(`${base}:lock:ann:data`);
      const other = (await open()).open('ann');
      await other.tabs.withLock('data', 'exclusive', () =>
        other.storage.setItem('head', { by: 'another process' }),
      );
      await storage.setItem('head', { by: 'too late' });
    });
    await expect(write).rejects.toBeInstanceOf(LockLostError);
    expect(await storage.getItem('head')).toEqual({ by: 'another process' });
    const removal = storage.removeItem('head');
    await expect(removal).rejects.toBeInstanceOf(LockLostError);
    await adapter.close();
  });

  it('keeps the write of a process that was only slow: no other has had the lock meanwhile', async () => {
    const adapter = await open({ lifetime: 60_000 });
    const { storage, tabs } = adapter.open('ann');
    await tabs.withLock('data', 'exclusive', async () => {
      await raw.unlink(`${base}:lock:ann:data`);
      await storage.setItem('head', { by: 'a slow process' });
    });
    expect(await storage.getItem('head')).toEqual({ by: 'a slow process' });
    await adapter.close();
  });

  it('is not held up for more than a few seconds by a server that died with the lock', async () => {
    const client = await start();
    await client.signIn();
    // As the default of a server that was killed leaves it.
    await raw.set(`${base}:lock:default:data`, 'a dead server', 'PX', 2_000);
    const started = performance.now();
    await client.signIn();
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it.each(['cut', 'silent'] as const)(
    'may be away (%s): each call is answered 503 soon, and the server goes on when it is back',
    async (state) => {
      const line = await openLine();
      const reports: string[] = [];
      const host = await startOnFreePort({
        adapter: await redisAdapter(line.url, { base }),
        report: (message) => reports.push(message),
      });
      hosts.push(host);
      const client = clientOf(host);
      const authorization = await client.signIn();
      const add = (email: string) =>
        client.post('/patient/add-patients', [patientRow(email)], { authorization });
      expect((await add('before@example.com')).status).toBe(201);
      // The snapshot of these writes is due while Redis is away.
      line.set(state);
      const started = performance.now();
      const away = await Promise.all(
        Array.from({ length: 8 }, (_, index) => add(`away-${index}@example.com`)),
      );
      expect(away.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        away.map(() => [503, '1']),
      );
      expect(performance.now() - started).toBeLessThan(8_000);
      line.set('open');
      const back = { interval: 100, timeout: 15_000 };
      await expect.poll(async () => (await add('after@example.com')).status, back).toBe(201);
      const emails = await emailsIn(client);
      expect(emails).toEqual(expect.arrayContaining(['before@example.com', 'after@example.com']));
      expect(emails).toHaveLength(26);
      expect(reports.join('\n')).toMatch(/POST \/patient\/add-patients was answered 503/);
      await Promise.all(hosts.splice(0).map((open) => open.close()));
      await line.close();
    },
  );

  it('restarted without its data gets it again from a server that still runs', async () => {
    const client = await start();
    const authorization = await client.signIn();
    await client.post('/patient/add-patients', [patientRow('kept@example.com')], { authorization });
    await raw.unlink(await raw.keys(`${base}:*`));
    expect((await client.get('/auth/verify-user', { authorization })).status).toBe(200);
    expect(await emailsIn(await start())).toContain('kept@example.com');
  });

  it('that goes back by one write is noticed by the server that made it, although another has written since', async () => {
    const reports: string[] = [];
    const one = await start();
    const other = await startOnFreePort({
      adapter: await open(),
      report: (message) => reports.push(message),
    });
    hosts.push(other);
    const two = clientOf(other);
    const authorization = await one.signIn();
    const add = (server: Client, email: string) =>
      server.post('/patient/add-patients', [patientRow(email)], { authorization });
    await add(two, 'both@example.com');
    expect(await emailsIn(one)).toContain('both@example.com');
    const key = `${base}:data:default:head`;
    const headNow = async () => (await raw.get(key)) ?? '';
    // A snapshot in between would remove what the older head refers to.
    const uncompacted = async () => {
      const { seq, base: compacted } = JSON.parse(await headNow());
      return seq - compacted;
    };
    await expect.poll(uncompacted, { timeout: 5000 }).toBe(0);
    const head = await headNow();
    await add(two, 'lost@example.com');
    await raw.set(key, head);
    expect((await add(one, 'kept@example.com')).status).toBe(201);
    expect((await add(two, 'later@example.com')).status).toBe(201);
    expect(reports.join()).toMatch(
      /default: The storage has lost data, and another server went on without it/,
    );
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    const emails = await emailsIn(await start());
    expect(emails).toEqual(
      expect.arrayContaining(['both@example.com', 'kept@example.com', 'later@example.com']),
    );
    expect(emails).not.toContain('lost@example.com');
  });
});
