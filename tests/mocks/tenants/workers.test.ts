import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '@/mocks/hosts/http/http-host';
import { petShelter } from '../../../examples/pets/pets';

let host: HttpHost;
beforeAll(async () => {
  host = await startHttpHost(petShelter, { port: 0 });
});
afterAll(() => host.close());

/** Calls the host as one tenant. */
const tenant = (name: string) => async (method: string, path: string, body?: object, token?: string) => {
  const response = await fetch(`${host.url}${path}`, {
    method,
    headers: { 'x-mock-tenant': name, ...(token !== undefined && { authorization: token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

const WORKERS = 8;
const TESTS_EACH = 25;

// 1,000 tests in all. One round has 1,400 calls, so that a busy machine ends it in time.
it.each([1, 2, 3, 4, 5])('keeps 200 tests of 8 workers apart, one tenant each, round %i', async (round) => {
  /** What a worker saw that is not its own, or that its last test left. */
  async function leaksOf(worker: number): Promise<unknown[]> {
    const call = tenant(`worker-${worker}`);
    const leaks: unknown[] = [];
    for (let test = 0; test < TESTS_EACH; test += 1) {
      await call('POST', '/__mock/reset', { preset: 'empty', seed: 1 });
      const { body } = await call('POST', '/__mock/as', { role: 'keeper' });
      const name = `pet ${round}.${worker}.${test}`;
      await call('POST', '/pets', { name, species: 'cat' }, body.token);
      await call('POST', '/__mock/set', { operation: 'POST /pets', branch: '500', times: 1 });
      const rejected = await call('POST', '/pets', { name: 'none', species: 'cat' }, body.token);
      const { body: pets } = await call('GET', '/pets');
      const { body: log } = await call('GET', '/__mock/log');
      const seen = { pets, status: rejected.status, logged: log.length };
      const own = { pets: [{ id: 3, name, species: 'cat', owner: null }], status: 500, logged: 3 };
      if (JSON.stringify(seen) !== JSON.stringify(own)) leaks.push(seen);
    }
    return leaks;
  }
  const workers = await Promise.all(Array.from({ length: WORKERS }, (_, worker) => leaksOf(worker)));
  expect(workers.flat()).toEqual([]);
});
