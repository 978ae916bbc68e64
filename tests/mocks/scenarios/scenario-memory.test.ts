import { rememberScenario } from '@kitwell/mock-engine/hosts/page-state';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';

const LOGIN = 'POST /auth/login';

/** Simulates a page load of one tab. */
function load(): MockServer {
  const mock = createMockServer({ preset: 'empty' });
  rememberScenario(mock.engine.scenario, 'kitwell');
  return mock;
}

beforeEach(() => sessionStorage.clear());

describe('the scenario of a tab', () => {
  it('is still there after a reload, and after a login that clears local storage', () => {
    const before = load();
    before.set(LOGIN, '500', { delay: 10 });
    before.set(LOGIN, '400', { times: 3 });
    before.chaos({ rate: 0.5, seed: 2 });
    localStorage.clear();
    expect(load().scenario()).toEqual(before.scenario());
  });

  it('removes what was used or dropped', () => {
    const before = load();
    before.set(LOGIN, '400', { times: 1 });
    before.engine.scenario.overrides.take('login', { parts: {} }, { usesUp: true });
    expect(load().scenario().overrides).toEqual([]);
    before.set(LOGIN, '500');
    before.clear();
    expect(load().scenario().overrides).toEqual([]);
  });

  it('is remembered also if it is too large for a link', () => {
    const before = load();
    before.set(LOGIN, '200', { body: 'x'.repeat(9000) });
    expect(() => before.share()).toThrow('too large');
    expect(load().scenario()).toEqual(before.scenario());
  });

  it('is a fresh one if a foreign value is stored, or nothing may be stored', () => {
    for (const foreign of ['1.foreign', 'null', `{"overrides":[{"operation":"${LOGIN}","branch":"500"}]}`]) {
      sessionStorage.setItem('kitwell-mock-scenario', foreign);
      expect(load().scenario()).toEqual({ overrides: [], chaos: null, latency: [0, 0] });
    }
    const mock = createMockServer({ preset: 'empty' });
    const throwError = () => {
      throw new DOMException('blocked');
    };
    rememberScenario(mock.engine.scenario, 'kitwell', { getItem: throwError, setItem: throwError });
    mock.set(LOGIN, '500');
    expect(mock.scenario().overrides).toHaveLength(1);
  });
});
