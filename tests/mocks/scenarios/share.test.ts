import { decodeShare, encodeShare } from '@kitwell/mock-engine/engine/share-code';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createMockServer } from '@/mocks/node';

const now = () => new Date('2026-03-02T15:30:00Z');
const LOGIN = 'POST /auth/login';

const base64 = (text: string) => Buffer.from(text).toString('base64url');
const codeOf = (packed: unknown) => `1.${base64(JSON.stringify(packed))}`;
const good = { p: 'demo', s: 1, t: 0, a: 0, r: true, l: [0, 0] };

describe('a share code', () => {
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
      { numRuns: 200 },
    );
  });

  it.each([
    ['data that would fill the memory', { ...good, n: 1e9 }],
    ['an answer that would never come', { ...good, l: [0, 1e9] }],
    ['a condition of another kind', { ...good, o: [['login', '500', null, null, { w: { host: 'x' } }]] }],
    ['a delay of a day', { ...good, o: [['login', '500', 86_400_000, null]] }],
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
    mine.latency({ type: 'log-normal', median: 5, sigma: 0.5 });

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
