import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallExtras, type CallQuery, mayHelp, withReadRetries } from '@/app/client';
import type { Failure } from '@/contract';

const busy: Failure = {
  tag: 'call-failure',
  operation: 'fetchProducts',
  kind: 'status',
  status: 503,
  message: null,
};
const read = { name: 'fetchProducts', request: undefined } as const;

describe('another try', () => {
  it.each([
    ['an error of the server', { status: 500 }, true],
    ['an error of the call', { status: 499 }, false],
    ['a server that declines', { kind: 'unsuccessful' }, false],
    ['a server that is too busy', { status: 429 }, false],
    ['a server that is too busy until a certain time', { status: 429, retryAfter: 1000 }, true],
    ['an error of the call that is asked to wait', { status: 403, retryAfter: 1000 }, false],
    ['a server that asks to wait 10 seconds', { retryAfter: 10_000 }, true],
    ['a server that asks to wait longer', { retryAfter: 10_001 }, false],
    ['no answer', { kind: 'no-response', status: null }, true],
    ['an answer of another shape', { kind: 'malformed', status: 200 }, false],
  ] as const)('may help after %s: %o, %s', (_, failure, helps) => {
    expect(mayHelp({ ...busy, ...failure })).toBe(helps);
  });

  it('does not help without a connection', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(mayHelp({ ...busy, kind: 'no-response', status: null })).toBe(false);
    online.mockRestore();
  });
});

describe('the tries of a read', () => {
  /** The responses that are left; the last one is repeated. */
  let responses: Awaited<ReturnType<CallQuery>>[];
  let tries: number[];
  const start = Date.parse('2026-03-02T12:00:00Z');
  const query: CallQuery = async () => {
    tries.push(Date.now() - start);
    return (responses.length > 1 ? responses.shift() : responses[0]) ?? { data: 'none' };
  };

  interface TryOptions {
    readonly call?: Parameters<CallQuery>[0];
    readonly signal?: AbortSignal;
    /** How long each try takes, in milliseconds. */
    readonly takes?: number;
  }

  function ask(
    schedule: CallExtras['readRetries'],
    { call = read, signal = new AbortController().signal, takes = 0 }: TryOptions = {},
  ) {
    const subscriptions: Record<string, object> = {};
    const api = {
      signal,
      extra: { readRetries: schedule },
      queryCacheKey: 'key',
      getState: () => ({ api: { subscriptions } }),
    } as unknown as Parameters<CallQuery>[1];
    const slow: CallQuery = async (...all) => {
      vi.setSystemTime(Date.now() + takes);
      return query(...all);
    };
    const ended = vi.fn();
    Promise.resolve(withReadRetries(slow)(call, api, {})).then(ended, ended);
    return { ended, subscriptions };
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    responses = [{ error: busy }];
    tries = [];
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('follow each other after pauses that double, and end with the last failure', async () => {
    const { ended } = ask({ tries: 3, firstPause: 500 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tries).toEqual([0, 500, 1500, 3500]);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ error: busy });
  });

  it.each([
    [0, 250],
    [0.999, 749],
  ])('are spread by chance: after half to one and a half of the pause (%f)', async (chance, ms) => {
    vi.mocked(Math.random).mockReturnValue(chance);
    ask({ tries: 1, firstPause: 500 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(tries).toEqual([0, Math.ceil(ms)]);
  });

  it('wait as long as the server asks, but no shorter than usual', async () => {
    responses = [
      { error: { ...busy, retryAfter: 4000 } },
      { error: { ...busy, retryAfter: 1 } },
      { data: 'kits' },
    ];
    const { ended } = ask({ tries: 3, firstPause: 500 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tries).toEqual([0, 4000, 5000]);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ data: 'kits' });
  });

  it.each([
    [8_000, 2],
    [9_999, 2],
    [10_000, 1],
  ])('end once the time limit of one call has been used up: 10 s and %i ms', async (ms, made) => {
    ask({ tries: 1, firstPause: 10 }, { takes: 10_000 + ms });
    await vi.advanceTimersByTimeAsync(1000);
    expect(tries).toHaveLength(made);
  });

  it('end at once when the call is aborted, and leave no timer', async () => {
    const aborting = new AbortController();
    const { ended } = ask({ tries: 3, firstPause: 500 }, { signal: aborting.signal });
    await vi.advanceTimersByTimeAsync(100);
    aborting.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(tries).toEqual([0]);
  });

  it('are one for a write', async () => {
    const { ended } = ask({ tries: 3, firstPause: 500 }, { call: { name: 'addLab', request: undefined } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tries).toEqual([0]);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ error: busy });
  });

  it('go on for a screen that waits, and end when it has left', async () => {
    const { subscriptions, ended } = ask({ tries: 3, firstPause: 500 });
    subscriptions.key = { screen: {} };
    await vi.advanceTimersByTimeAsync(600);
    expect(tries).toEqual([0, 500]);
    subscriptions.key = {};
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tries).toEqual([0, 500, 1500]);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ error: busy });
  });
});
