import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract/contract';
import { branchesOf } from '@/contract/operation';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { presetNames } from '@/mocks/kitwell/seeds/seed-choice';
import { createMockServer } from '@/mocks/node';
import type { ScenarioState } from '@/mocks/scenarios/scenario';
import { decodeShare, encodeShare, type SharedState } from '@/mocks/scenarios/share-code';

const now = () => new Date('2026-03-02T15:30:00Z');
const LOGIN = 'POST /auth/login';

const operation = fc.constantFrom(...operationNames.map((name) => declarationOf(name).operation));
const override = fc.constantFrom(...operationNames).chain((name) =>
  fc.record(
    {
      operation: fc.constant(declarationOf(name).operation as string),
      branch: fc.constantFrom(...branchesOf(declarationOf(name))),
      delay: fc.oneof(
        fc.integer({ min: 0, max: 60_000 }),
        fc.record({ type: fc.constant('fixed' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
      ),
      times: fc.integer({ min: 1 }),
      where: fc.record(
        {
          body: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }).map((fields) => ({ ...fields })),
          caller: fc.constantFrom('ada@example.com', '*@kitwell.test'),
          from: fc.integer({ min: 1 }),
        },
        { requiredKeys: [] },
      ),
      seen: fc.nat(),
    },
    { requiredKeys: ['operation', 'branch'] },
  ),
);
const scenario: fc.Arbitrary<ScenarioState> = fc.record({
  overrides: fc.array(override, { maxLength: 12 }),
  chaos: fc.option(
    fc.record(
      {
        rate: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
        seed: fc.integer(),
        operations: fc.uniqueArray(operation as fc.Arbitrary<string>, { maxLength: 5 }),
      },
      { requiredKeys: ['rate', 'seed'] },
    ),
  ),
  latency: fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 60_000 }))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const),
    fc.record({
      type: fc.constant('log-normal' as const),
      median: fc.integer({ min: 0, max: 60_000 }),
      sigma: fc.constantFrom(0, 0.5, 3),
    }),
  ),
});
const shared: fc.Arbitrary<SharedState> = fc.record({
  choice: fc.record(
    {
      preset: fc.constantFrom(...presetNames),
      seed: fc.maxSafeInteger(),
      patients: fc.integer({ min: 1, max: 100_000 }),
      start: fc
        .date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    },
    { requiredKeys: ['preset', 'seed', 'start'] },
  ),
  clock: fc.record({
    ahead: fc.integer({ min: -4_000_000_000_000, max: 4_000_000_000_000 }).map((ahead) => ahead + 0),
    running: fc.boolean(),
  }),
  scenario,
});

const base64 = (text: string) => Buffer.from(text).toString('base64url');
const codeOf = (packed: unknown) => `1.${base64(JSON.stringify(packed))}`;
const good = { p: 'demo', s: 1, t: 0, a: 0, r: true, l: [0, 0] };

describe('a share code', () => {
  it('decodes to whatever was encoded', () => {
    fc.assert(
      fc.property(shared, (state) => {
        expect(decodeShare(kitwell, encodeShare(kitwell, state))).toEqual(state);
      }),
      { numRuns: 1000 },
    );
  });

  it('is short enough for a chat message', () => {
    const code = encodeShare(kitwell, {
      choice: { preset: 'demo', seed: 7, start: '2026-03-02T00:00:00.000Z' },
      clock: { ahead: 0, running: false },
      scenario: {
        overrides: [{ operation: LOGIN, branch: '500' }],
        chaos: { rate: 0.1, seed: 3 },
        latency: [120, 280],
      },
    });
    expect(code.length).toBeLessThan(200);
    expect(encodeURIComponent(code)).toBe(code);
  });

  it('is either parsed or rejected, whatever it contains', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string().map((text) => `1.${text}`),
      fc.string().map((text) => `1.${base64(text)}`),
      fc.jsonValue().map(codeOf),
      fc.dictionary(fc.constantFrom(...'psntarloc', '__proto__'), fc.jsonValue()).map(codeOf),
      fc
        .dictionary(fc.constantFrom(...'psntarloc'), fc.jsonValue())
        .map((part) => codeOf({ ...good, ...part })),
    );
    fc.assert(
      fc.property(anything, (code) => {
        try {
          const state = decodeShare(kitwell, code);
          expect(decodeShare(kitwell, encodeShare(kitwell, state))).toEqual(state);
        } catch (error) {
          expect(String(error)).toMatch(/share link|has no branch/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['data that would fill the memory', { ...good, n: 1e9 }],
    ['an answer that would never come', { ...good, l: [0, 1e9] }],
    ['a range the wrong way round', { ...good, l: [9, 1] }],
    ['a latency without bounds', { ...good, l: { type: 'fixed', ms: 1e9 } }],
    ['a body that arrives for a day', { ...good, o: [['login', '500', null, null, { d: 86_400_000 }]] }],
    ['a condition of another kind', { ...good, o: [['login', '500', null, null, { w: { host: 'x' } }]] }],
    ['a delay of a day', { ...good, o: [['login', '500', 86_400_000, null]] }],
    ['no servings at all', { ...good, o: [['login', '500', null, 0]] }],
    ['an operation that there is not', { ...good, o: [['dropTables', '500', null, null]] }],
    ['the name of something every object has', { ...good, o: [['constructor', '500', null, null]] }],
    ['a branch that there is not', { ...good, o: [['login', '418', null, null]] }],
    ['a rate of 200 %', { ...good, c: [2, 1, null] }],
    ['a year that no date has', { ...good, t: 1e18 }],
    [
      'thousands of overrides',
      { ...good, o: Array.from({ length: 1000 }, () => ['login', '500', null, null]) },
    ],
    ['something else besides', { ...good, x: 1 }],
  ])('is rejected when it requests %s', (_, packed) => {
    expect(() => decodeShare(kitwell, codeOf(good))).not.toThrow();
    expect(() => decodeShare(kitwell, codeOf(packed))).toThrow(
      /share link is damaged|has no branch|lie within/,
    );
  });

  it('of another version is reported as such', () => {
    expect(() => decodeShare(kitwell, codeOf(good).replace('1.', '2.'))).toThrow(/another version/);
  });

  it('is rejected if truncated', () => {
    const code = codeOf(good);
    for (let length = 0; length < code.length; length += 1) {
      expect(() => decodeShare(kitwell, code.slice(0, length))).toThrow(/share link/);
    }
  });
});

describe('a share link', () => {
  it('rebuilds data, clock and scenario on a machine that had other ones', async () => {
    const mine = createMockServer({ now, preset: 'new-clinic', seed: 7, patients: 9 });
    await mine.ready;
    await mine.clock.advance(5 * 86_400_000);
    await mine.clock.stop();
    mine.set(LOGIN, '500', { delay: 20, times: 2 });
    mine.set('GET /patient/fetch-patients', 'network');
    mine.chaos({ rate: 0.25, seed: 4, operations: ['POST /auth/logout'] });
    mine.latency(5, 10);

    const yours = createMockServer({ now: () => new Date('2031-01-01T00:00:00Z'), preset: 'demo', seed: 1 });
    yours.set('POST /auth/logout', '500');
    await yours.ready;
    await yours.restore(mine.share());

    expect(yours.scenario()).toEqual(mine.scenario());
    expect(yours.clock.now()).toEqual(mine.clock.now());
    expect(yours.share()).toBe(mine.share());
    const withoutSettings = async (server: typeof mine) => {
      const { tables } = (await server.db.export()) as { tables: Record<string, unknown> };
      return JSON.stringify({ ...tables, settings: null });
    };
    expect(await withoutSettings(yours)).toBe(await withoutSettings(mine));
    for (const server of [mine, yours]) server.close();
  });

  it('that is damaged changes nothing', async () => {
    const mock = createMockServer({ now });
    await mock.ready;
    mock.set(LOGIN, '500');
    const before = [JSON.stringify(await mock.db.export()), mock.share()];
    await expect(mock.restore(`${mock.share()}xx`)).rejects.toThrow(/damaged/);
    await expect(mock.restore(codeOf({ ...good, n: -1 }))).rejects.toThrow(/damaged/);
    expect([JSON.stringify(await mock.db.export()), mock.share()]).toEqual(before);
    mock.close();
  });

  it('lets the clock run on where it ran', async () => {
    let time = Date.parse('2026-03-02T15:30:00Z');
    const yours = createMockServer({ now: () => new Date(time) });
    await yours.ready;
    await yours.restore(codeOf({ ...good, t: Date.parse('2026-02-01T00:00:00Z'), a: 3_600_000 }));
    expect(yours.clock.now().toISOString()).toBe('2026-02-01T01:00:00.000Z');
    time += 60_000;
    expect(yours.clock.now().toISOString()).toBe('2026-02-01T01:01:00.000Z');
    yours.close();
  });
});

describe('coverage', () => {
  it('names every branch of every operation, and how often each was served', async () => {
    const mock = createMockServer();
    const request = () => new Request(`${mock.apiUrl}/auth/logout`, { method: 'POST' });
    mock.set('POST /auth/logout', '500');
    await mock.engine.answer('logout', request(), {});
    await mock.engine.answer('logout', request(), {});
    const coverage = mock.coverage();
    const declared = operationNames.flatMap((name) => branchesOf(declarationOf(name))).length;
    expect(coverage).toHaveLength(declared);
    expect(coverage.filter(({ served }) => served > 0)).toEqual([
      { operation: 'POST /auth/logout', branch: '500', served: 2 },
    ]);
    mock.close();
  });
});
