import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it } from 'vitest';
import { petShelter } from '../examples/pets/pets';
import { shop } from '../examples/shop/shop';
import { createMock, createTable, declare, respond, z } from '../src/engine';
import type { UnknownCalls } from '../src/engine/handlers';
import { createMockServer } from '../src/hosts/vitest';

const API = 'http://pets.test';
const open: { close(): void }[] = [];
afterEach(() => {
  for (const { close } of open.splice(0)) close();
});

const shelterAt = (unknown?: UnknownCalls | Record<string, UnknownCalls>) => {
  const shelter = createMockServer(petShelter, { hosts: { api: API }, ...(unknown && { unknown }) });
  open.push(shelter);
  return shelter;
};
const statusOf = async (url: string) => (await fetch(url)).status;

describe('several mocks in one process', () => {
  it('answer at their hosts, until they close', async () => {
    const shelter = shelterAt();
    const store = createMockServer(shop, { hosts: { api: 'http://shop.test' } });
    open.push(store);
    await shelter.listen();
    await store.listen();
    expect(await statusOf(`${API}/pets`)).toBe(200);
    expect(await statusOf('http://shop.test/products')).toBe(200);
    store.close();
    expect(await statusOf(`${API}/pets`)).toBe(200);
  });

  it('are told apart: one that listens twice, and two at one host', async () => {
    const shelter = shelterAt();
    await shelter.listen();
    await expect(shelter.listen()).rejects.toThrow('The mock "pets" listens already.');
    const store = createMockServer(shop, { hosts: { api: API } });
    await expect(store.listen()).rejects.toThrow('The mocks "pets" and "shop" both answer http://pets.test.');
  });
});

it('tests that run at the same time have data, overrides and a log of their own', async () => {
  const shelter = shelterAt();
  await shelter.listen();
  const names = async () =>
    ((await (await fetch(`${API}/pets`)).json()) as { name: string }[]).map(({ name }) => name);
  const [first, second] = await Promise.all([
    shelter.fork(async ({ db, log }) => {
      await db.remove('pets', 1);
      return [await names(), log.list().length];
    }),
    shelter.fork(async ({ set }) => {
      set('GET /pets', '500');
      return statusOf(`${API}/pets`);
    }),
  ]);
  expect(first).toEqual([['Rex'], 1]);
  expect(second).toBe(500);
  expect(await names()).toEqual(['Tom', 'Rex']);
});

describe('beside what a project has', () => {
  it('the handlers go into its own server', async () => {
    const shelter = shelterAt();
    const own = setupServer(
      http.get(`${API}/health`, () => HttpResponse.json('well')),
      ...shelter.handlers,
    );
    own.listen({ onUnhandledRequest: 'error' });
    open.push(own);
    expect(await (await fetch(`${API}/health`)).json()).toBe('well');
    expect(await statusOf(`${API}/pets`)).toBe(200);
  });

  it('a call that the contract lacks goes on to the real API, fails, or is named', async () => {
    const passing = shelterAt('passthrough');
    const [handler] = passing.handlers;
    const result = await handler?.run({ request: new Request(`${API}/health`), requestId: '1' });
    expect(result?.response?.headers.get('x-msw-intention')).toBe('passthrough');
    const failing = shelterAt({ api: 'error' });
    await failing.listen();
    await expect(fetch(`${API}/health`)).rejects.toThrow(TypeError);
    failing.close();
    await shelterAt().listen();
    expect(await (await fetch(`${API}/pet/1/adoptions`)).json()).toEqual({
      message: 'The mock backend has no such operation; the nearest is POST /pets/{id}/adoption',
    });
  });
});

it('a further good status has only the fields of the contract, too, and any bytes', async () => {
  const bodies: unknown[] = [{ id: 1, secret: 'x' }, new Blob(['bytes'])];
  const server = createMockServer(
    createMock({
      name: 'further',
      contract: {
        one: declare({
          operation: 'GET /one',
          auth: 'none',
          ok: { status: 200, alsoGood: [202], body: z.object({ id: z.int() }) },
        }),
      },
      tables: () => ({}),
      seeds: { presets: ['empty'], make: () => ({ rows: {} }) },
      rules: { one: () => respond(bodies.shift() as { id: number }, { status: 202 }) },
    }),
    { hosts: { api: API } },
  );
  open.push(server);
  await server.listen();
  expect(await (await fetch(`${API}/one`)).json()).toEqual({ id: 1 });
  expect(await (await fetch(`${API}/one`)).text()).toBe('bytes');
});

describe('a mistake is named', () => {
  const list = declare({
    operation: 'GET /pets',
    auth: 'none',
    ok: { status: 200, body: z.array(z.string()) },
  });
  const mock = (changes: object) =>
    createMock({
      name: 'mistakes',
      contract: { list },
      tables: () => ({ pets: createTable({ name: 'pets', schema: z.object({ id: z.int() }), key: 'id' }) }),
      seeds: { presets: ['full'], make: () => ({ rows: { pets: [] } }) },
      rules: { list: () => [] },
      ...changes,
    });

  it.each([
    [
      'a call declared twice',
      { contract: { list, all: list }, rules: { list: () => [], all: () => [] } },
      '"list" and "all" are both GET /pets.',
    ],
    ['a missing rule', { rules: {} }, 'There is no rule "list" for GET /pets.'],
    [
      'a rule of no call',
      { rules: { list: () => [], lists: () => [] } },
      'There is a rule "lists", but no such call in the contract.',
    ],
    [
      'a call that needs an account, without accounts',
      { contract: { list: { ...list, auth: 'required' } } },
      'GET /pets requires an account, and the mock has no "accounts".',
    ],
    [
      'a path whose parameters are not those of its schema',
      { contract: { list: { ...list, operation: 'GET /pets/{id}', path: z.object({ petId: z.int() }) } } },
      'The path of GET /pets/{id} has other parameters than its schema: petId.',
    ],
  ])('%s', (_, changes, message) => {
    expect(() => mock(changes)).toThrow(message);
  });

  it('rows of no table', async () => {
    const seeds = { presets: ['full'], make: () => ({ rows: { pet: [] } }) };
    const server = createMockServer(mock({ seeds }), { hosts: { api: API } });
    await expect(server.reset()).rejects.toThrow('The seeds have rows of "pet", which is no table.');
  });

  it('a host that the contract lacks', () => {
    expect(() => createMockServer(mock({}), { hosts: { apii: API } })).toThrow(
      'The contract has no host "apii". Hosts: api.',
    );
  });

  it('an answer outside the contract, to the runner, as MSW answers 500 to whatever is thrown', async () => {
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const reported = new Promise((resolve) => process.once('unhandledRejection', resolve));
    const server = createMockServer(mock({ rules: { list: () => [7] } }), { hosts: { api: API } });
    open.push(server);
    try {
      await server.listen();
      expect(await statusOf(`${API}/pets`)).toBe(500);
      expect(await reported).toMatchObject({
        message:
          'GET /pets answered outside the contract: 0: Invalid input: expected string, received number',
      });
    } finally {
      for (const listener of others) process.on('unhandledRejection', listener);
    }
  });

  it('listening that was forgotten', async () => {
    const shelter = shelterAt();
    await expect(shelter.log.waitFor({ operation: 'GET /pets', timeout: 1 })).rejects.toThrow(
      'Nothing listens: listen() was not called.',
    );
  });
});
