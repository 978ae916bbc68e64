import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { petShelter } from '../examples/pets/pets';
import { createMock, declare, z } from '../src/engine';
import { startHttpHost } from '../src/hosts/http/http-host';
import { createMockServer } from '../src/hosts/vitest';

const API = 'http://pets.test';
const shelter = createMockServer(petShelter, { hosts: { api: API } });

beforeAll(() => shelter.listen());
beforeEach(() => shelter.reset({ preset: 'full' }));
afterAll(() => shelter.close());

/** Calls the shelter as one of its people, over either host. */
const callerOf =
  (base: string, token?: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(token !== undefined && { headers: { authorization: token } }),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

describe('the engine with a contract of another product', () => {
  it('answers by its rules, on its own tables', async () => {
    const visitor = callerOf(API, await shelter.signIn('visitor'));
    expect(await visitor('POST', '/pets/1/adoption')).toEqual({
      status: 200,
      body: { id: 1, name: 'Tom', species: 'cat', owner: 'Vera' },
    });
    expect(await visitor('POST', '/pets/1/adoption')).toMatchObject({ status: 409 });
    expect(shelter.db.tables()).toEqual(['pets', 'people', 'mails', 'settings']);
    expect(shelter.mail.list('vera@shelter.test')).toMatchObject([{ kind: 'adoption', text: 'Meet Tom' }]);
  });

  it('validates requests, tokens and roles by its contract', async () => {
    const keeper = callerOf(API, await shelter.signIn('keeper'));
    const visitor = callerOf(API, await shelter.signIn('visitor'));
    const ann = { name: 'Ann', species: 'dog' };
    expect(await keeper('POST', '/pets', { ...ann, species: 'ant' })).toMatchObject({ status: 400 });
    expect(await callerOf(API)('POST', '/pets', ann)).toMatchObject({ status: 401 });
    expect(await visitor('POST', '/pets', ann)).toMatchObject({ status: 403 });
    expect(await keeper('POST', '/pets', ann)).toMatchObject({ status: 201, body: { id: 3, owner: null } });
  });

  it('has the branches, presets, overrides and log that every product has', async () => {
    const anybody = callerOf(API);
    expect(shelter.operations()[0]).toEqual({
      operation: 'GET /pets',
      branches: ['ok', '400', '500', 'wrong-2xx', 'malformed', 'network', 'timeout', '429', '503'],
    });
    shelter.set('GET /pets', '500', { times: 1 });
    expect(await anybody('GET', '/pets')).toMatchObject({ status: 500 });
    await shelter.reset({ preset: 'empty' });
    expect(await anybody('GET', '/pets')).toEqual({ status: 200, body: [] });
    expect(shelter.log.list()).toMatchObject([{ operation: 'GET /pets', branch: 'ok', violation: null }]);
    await expect(shelter.reset({ preset: 'demo' as 'full' })).rejects.toThrow('Presets: full, empty.');
  });

  it('has types for the names of its operations, branches, presets and tables', () => {
    type Set = Parameters<typeof shelter.set>;
    expectTypeOf<Set[0]>().toEqualTypeOf<'GET /pets' | 'POST /pets' | 'POST /pets/{id}/adoption'>();
    expectTypeOf<'404' | '400.match2' | 'ok.lost'>().toExtend<Set[1]>();
    expectTypeOf<'4O4'>().not.toExtend<Set[1]>();
    type Reset = NonNullable<Parameters<typeof shelter.reset>[0]>;
    expectTypeOf<Reset['preset']>().toEqualTypeOf<'full' | 'empty' | undefined>();
    expectTypeOf(shelter.db.list).parameter(0).toEqualTypeOf<'pets' | 'people' | 'mails' | 'settings'>();
  });

  it('reads a number from an address only where its contract has one', async () => {
    const contract = {
      findPet: declare({
        operation: 'GET /rooms/{room}/pets/{pet}',
        auth: 'none',
        path: z.object({ room: z.string(), pet: z.number() }),
        query: z.object({ name: z.string() }),
        ok: { status: 200, body: z.unknown() },
      }),
    };
    const seeds = { presets: ['usual'], make: () => ({ rows: {} }) } as const;
    const rules = { findPet: ({ request }: { request: object }) => request };
    const search = createMockServer(
      createMock({ name: 'search', contract, tables: () => ({}), seeds, rules }),
      {
        hosts: { api: 'http://search.test' },
      },
    );
    await search.listen();
    onTestFinished(() => search.close());
    const anybody = callerOf('http://search.test');
    expect(await anybody('GET', '/rooms/7/pets/-2.5?name=8')).toEqual({
      status: 200,
      body: { path: { room: '7', pet: -2.5 }, query: { name: '8' } },
    });
    expect(await anybody('GET', '/rooms/7/pets/2x?name=8')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^pet: /) },
    });
  });

  it('runs as a server', async () => {
    const host = await startHttpHost(petShelter, { port: 0 });
    try {
      shelter.close();
      const anybody = callerOf(host.url);
      expect((await anybody('GET', '/pets')).body).toHaveLength(2);
      const signedIn = await anybody('POST', '/__mock/as', { role: 'visitor' });
      const visitor = callerOf(host.url, (signedIn.body as { token: string }).token);
      expect(await visitor('POST', '/pets/1/adoption')).toMatchObject({
        status: 200,
        body: { owner: 'Vera' },
      });
      expect(await visitor('GET', '/__mock/mail')).toMatchObject({ body: [{ to: 'vera@shelter.test' }] });
      expect(await visitor('POST', '/__mock/as', { role: 'provider' })).toMatchObject({ status: 400 });
      expect(await visitor('GET', '/openapi.json')).toMatchObject({ status: 501 });
    } finally {
      await host.close();
    }
  });
});
