import { createChaos, failureBranchesOf } from '@kitwell/mock-engine/engine/scenario';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract/contract';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { apiOf } from '../support/api';

const mock = startMockServer({ preset: 'empty' });
const call = apiOf(mock);

beforeEach(() => mock.reset());

/** The outcomes of consecutive logins. */
async function logins(count: number): Promise<string[]> {
  mock.log.clear();
  const body = { email: 'provider@kitwell.test', password: 'Provider1!' };
  for (let made = 0; made < count; made += 1) await call('login', { body }).catch(() => undefined);
  return mock.log.list().map(({ branch }) => branch);
}

describe('chaos', () => {
  it('fails the same calls in the same way for the same seed, and others for another', async () => {
    const runs: string[][] = [];
    for (const seed of [7, 7, 8]) {
      mock.chaos({ rate: 0.5, seed });
      runs.push(await logins(24));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    expect(runs[0]?.filter((branch) => branch === 'ok').length).toBeGreaterThan(4);
    expect(new Set(runs[0]).size).toBeGreaterThan(2);
  });

  it('does not depend on the calls that happen in between', () => {
    const [alone, busy] = [createChaos(kitwell.operations), createChaos(kitwell.operations)];
    for (const chaos of [alone, busy]) chaos.set({ rate: 0.5, seed: 2 });
    const samples = (chaos: typeof alone) => Array.from({ length: 20 }, () => chaos.take('login') ?? 'ok');
    const undisturbed = samples(alone);
    for (let count = 0; count < 9; count += 1) busy.take('fetchPatients');
    expect(samples(busy)).toEqual(undisturbed);
  });

  it('fails about as many as asked for: none, half, all', () => {
    const failed = (rate: number) => {
      const chaos = createChaos(kitwell.operations);
      chaos.set({ rate, seed: 1 });
      return Array.from({ length: 400 }, () => chaos.take('login')).filter(Boolean).length;
    };
    expect(failed(0)).toBe(0);
    expect(failed(1)).toBe(400);
    expect(failed(0.5)).toBeGreaterThan(160);
    expect(failed(0.5)).toBeLessThan(240);
  });

  it('affects only the given operations, and ends when it is turned off', async () => {
    mock.chaos({ rate: 1, operations: ['POST /auth/logout'] });
    expect(await logins(2)).toEqual(['ok', 'ok']);
    mock.chaos({ rate: 1 });
    expect(await logins(1)).not.toEqual(['ok']);
    mock.chaos(null);
    expect(await logins(1)).toEqual(['ok']);
  });

  it('has a way to fail every operation, and none that signs the user out or never ends', () => {
    for (const name of operationNames) {
      const branches = failureBranchesOf(declarationOf(name));
      expect(branches.length, name).toBeGreaterThan(1);
      expect(
        branches.filter((branch) => /^(ok(?!\.lost)|401|timeout|wrong-2xx|malformed)/.test(branch)),
      ).toEqual([]);
    }
  });

  it.each([
    [{ rate: 1.1 }, /rate/],
    [{ rate: Number.NaN }, /rate/],
    [{ rate: 0.5, seed: 0.5 }, /seed/],
    [{ rate: 0.5, operations: ['POST /nowhere'] }, /There is no operation/],
    [
      { rate: 0.5, operation: ['POST /auth/login'] },
      /no option "operation". Options: rate, seed, operations/,
    ],
    [{ rate: '1' as unknown as number }, /rate/],
  ])('reports what is wrong with %j, and continues as before', async (options, message) => {
    mock.chaos({ rate: 1 });
    expect(() => mock.chaos(options)).toThrow(message);
    expect(mock.scenario().chaos).toMatchObject({ rate: 1 });
  });
});
