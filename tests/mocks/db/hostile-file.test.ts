import { DatabaseFileError, readDatabaseFile } from '@kitwell/mock-engine/db/database';
import { lastTime } from '@kitwell/mock-engine/world/world';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createMockServer } from '@/mocks/node';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const now = () => new Date('2026-03-02T15:30:00Z');
const openMock = () => createMockServer({ now, patients: 3 });
let exported: string;

beforeAll(async () => {
  const mock = openMock();
  await mock.ready;
  exported = JSON.stringify(await mock.db.export());
  mock.close();
});

const hostile = fc.oneof(
  fc.constantFrom<Json>(null, '', 'x', 'not a date', '0000-01-01T00:00:00Z', '<img src=x onerror=alert(1)>'),
  fc.constantFrom<Json>(-1, 0, 0.5, 1e15, 1e308, 2 ** 53 - 1, [], {}),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
);

/** Puts `value` somewhere into a file; each step of `way` selects a member by index. */
function spoil(file: Json, way: readonly number[], value: Json): Json {
  const members = typeof file === 'object' && file !== null ? Object.entries(file) : [];
  const [step, ...rest] = way;
  if (step === undefined || members.length === 0) return value;
  const [name, member] = members[step % members.length] as [string, Json];
  const changed = spoil(member, rest, value);
  return Array.isArray(file) ? file.with(Number(name), changed) : { ...(file as object), [name]: changed };
}

const way = fc.array(fc.nat(60), { minLength: 1, maxLength: 5 });
/** Paths to a field of a row, and to the clock and seed settings, which everything else depends on. */
const fieldWay = fc.tuple(fc.constant(3), fc.nat(60), fc.nat(60), fc.nat(60));
const settingsWay = fc
  .nat(60)
  .map((field) => [3, Object.keys(kitwell.tables()).indexOf('settings'), 0, field]);
const countWay = fc.tuple(fc.constant(2), fc.constant(2), fc.nat(60));
const spoiled = fc
  .tuple(fc.oneof(way, fieldWay, settingsWay, countWay), fc.oneof(hostile, fc.string(), fc.integer()))
  .map(([steps, value]) => JSON.stringify(spoil(JSON.parse(exported), steps, value)));

describe('a file for the control room', () => {
  it('that was spoiled leaves a backend that works, with the file’s data or with its own', async () => {
    const mock = openMock();
    await mock.ready;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(spoiled, async (file) => {
        const before = JSON.stringify(await mock.db.export());
        const error = await mock.db.import(file).catch((reason: unknown) => reason);
        if (error !== undefined) {
          expect(error).toBeInstanceOf(DatabaseFileError);
          expect(JSON.stringify(await mock.db.export())).toBe(before);
        } else {
          accepted += 1;
          // An infinite or invalid count would give two patients the same id.
          const { counters } = (await mock.db.export()) as { counters: { sequences: object } };
          for (const count of Object.values(counters.sequences))
            expect(Number.isSafeInteger(count + 1)).toBe(true);
        }
        const time = mock.clock.now().getTime();
        expect(time).toBeGreaterThan(-lastTime);
        expect(time).toBeLessThan(2 * lastTime);
        expect(mock.mail.list()).toBeInstanceOf(Array);
        // New data must use this time and these counters.
        const request = new Request(`${mock.apiUrl}/auth/login`, {
          method: 'POST',
          body: JSON.stringify({ email: 'provider@kitwell.test', password: 'Provider1!' }),
        });
        const answer = await mock.engine.answer('login', request, {});
        expect(answer.kind === 'answer' && [200, 400, 401, 404].includes(answer.status)).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(10);
    mock.close();
  });

  it('that is anything else is rejected with a reason', () => {
    const read = (file: unknown) => readDatabaseFile(file, kitwell.version, kitwell.tables(), 'kitwell-mock');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.anything({ maxDepth: 1 })), (file) => {
        expect(() => read(file)).toThrow(DatabaseFileError);
      }),
      { numRuns: 200 },
    );
  });
});
