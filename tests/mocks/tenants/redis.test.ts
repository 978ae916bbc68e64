import { randomUUID } from 'node:crypto';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { LockLostError, redisAdapter } from '@kitwell/mock-engine/hosts/http/redis-adapter';
import { type Client, clientOf, patientRow, startOnFreePort } from '@tests/mocks/http/support';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { REDIS_URL = '' } = process.env;

// `.ci/run` starts a Redis where it can be had.
describe.runIf(REDIS_URL !== '')('several servers on one Redis', () => {
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
    await Promise.all(hosts.map((host) => host.close()));
    const left = await raw.keys(`${base}:*`);
    if (left.length > 0) await raw.unlink(left);
  });

  /** A server with its own connections, to simulate another process. */
  async function start(): Promise<Client> {
    const host = await startOnFreePort({ adapter: await redisAdapter(REDIS_URL, base) });
    hosts.push(host);
    return clientOf(host);
  }
  const emailsIn = async (client: Client) =>
    ((await client.get('/__mock/db/patients')).body as Record<string, unknown>[]).map(
      (row) => row.patient_email,
    );

  it('lose none of the writes that come at once, and use what was chosen to fail on any of them', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    const authorization = await servers[0].signIn();
    const emails = Array.from({ length: 30 }, (_, index) => `at-once-${index}@example.com`);
    const answers = await Promise.all(
      emails.map((email, index) =>
        servers[index % servers.length]?.post('/patient/add-patients', [patientRow(email)], {
          authorization,
        }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(emails.map(() => 201));
    await servers[1].post('/__mock/set', { operation: 'GET /clinic/fetch-clinics', branch: '500' });
    for (const server of servers) {
      expect(await emailsIn(server)).toEqual(expect.arrayContaining(emails));
      expect((await server.get('/clinic/fetch-clinics')).status).toBe(500);
    }
  });

  it('go on after one died with the lock, and reject the write of one that lost it while it was suspended', async () => {
    const [slow, other] = [await redisAdapter(REDIS_URL, base), await redisAdapter(REDIS_URL, base)];
    // What a server that was killed leaves behind.
    await raw.set(`${base}:lock:data`, 'a dead process', 'PX', 50);
    const write = slow.tabs.withLock('exclusive', async () => {
      await raw.unlink(`${base}:lock:data`);
      await other.tabs.withLock('exclusive', () => other.storage.setItem('head', 'by another'));
      await slow.storage.setItem('head', 'too late');
    });
    await expect(write).rejects.toBeInstanceOf(LockLostError);
    expect(await other.storage.getItem('head')).toBe('by another');
    for (const adapter of [slow, other]) await adapter.close();
  });
});
