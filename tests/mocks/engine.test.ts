import { memoryStorage } from '@kitwell/mock-engine/db/storage';
import { HttpError, SoftFail } from '@kitwell/mock-engine/engine/backend';
import { createEngine, type EngineOptions } from '@kitwell/mock-engine/engine/engine';
import {
  describeLatency,
  type Latency,
  noLatency,
  randomLatency,
  wait,
  waitForever,
} from '@kitwell/mock-engine/engine/latency';
import { createRandom } from '@kitwell/mock-engine/engine/random';
import { type DataOptions, openData } from '@kitwell/mock-engine/hosts/mock-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { backend } from '@/mocks/kitwell/rules/backend';
import { findCaller } from '@/mocks/kitwell/rules/session.backend';

const world = { now: () => new Date('2026-03-02T09:00:00Z'), appUrl: 'http://app.test' };
const choice = { preset: 'demo', seed: 1 } as const;

function engineWith(changes: Partial<EngineOptions>, data: Partial<DataOptions<Kitwell>> = {}) {
  const db = openData(kitwell, { world, choice, ...data });
  const options = {
    operations: kitwell.operations,
    backend,
    db,
    world,
    findCaller,
    latency: noLatency,
    seed: () => 1,
    onDefect: 'throw' as const,
  };
  return { db, engine: createEngine({ ...options, ...changes }) };
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://api.test/x', { method: 'POST', body: JSON.stringify(body), headers });
const get = (headers: Record<string, string> = {}) => new Request('http://api.test/x', { headers });
const chat = () => post({ message: 'Hello' });
const code = () => post({ email: 'new@example.com', phoneNumber: '+12065550133' });

describe('a rule that answers outside the contract', () => {
  const broken = { ...backend, sendChatMessage: () => ({}) as { response: string } };

  it('fails a test loudly', async () => {
    const { engine } = engineWith({ backend: broken });
    await expect(engine.answer('sendChatMessage', chat(), {})).rejects.toThrow(/POST \/api\/chat .*response/);
    expect(engine.log.list().at(-1)).toMatchObject({
      branch: 'defect',
      status: null,
      decidedBy: 'defect',
      violation: { side: 'response', details: expect.stringContaining('response') },
    });
  });

  it('is named with the row that is invalid, though the rows before it were valid', async () => {
    const added: object[] = [];
    // The table's own rows, which are validated once only.
    const list = {
      ...backend,
      fetchClinics: ({ db: { tables } }: Parameters<typeof backend.fetchClinics>[0]) => [
        ...tables.clinics.list(),
        ...added,
      ],
    };
    const { engine, db } = engineWith({ backend: list as never });
    await engine.answer('fetchClinics', get(), {});
    added.push({});
    await expect(engine.answer('fetchClinics', get(), {})).rejects.toThrow(
      `outside the contract: ${db.list('clinics').length}.`,
    );
  });

  it('is answered by 500 and marked in a demo', async () => {
    const defects: unknown[] = [];
    const reportDefect = (defect: unknown) => void defects.push(defect);
    const { engine } = engineWith({ backend: broken, onDefect: 'answer', reportDefect });
    expect(await engine.answer('sendChatMessage', chat(), {})).toMatchObject({ status: 500 });
    expect(defects).toEqual([
      expect.objectContaining({ message: expect.stringContaining('outside the contract') }),
    ]);
    expect(engine.log.list().at(-1)).toMatchObject({
      branch: '500',
      decidedBy: 'defect',
      violation: { side: 'response' },
    });
  });
});

describe('a rule that crashes half-way', () => {
  it('leaves no half of its writes behind', async () => {
    const crashing = {
      ...backend,
      sendOtp: async (context: Parameters<typeof backend.sendOtp>[0]) => {
        await backend.sendOtp(context);
        throw new Error('disk on fire');
      },
    };
    const defects: unknown[] = [];
    const reportDefect = (defect: unknown) => void defects.push(defect);
    const { db, engine } = engineWith({ backend: crashing, onDefect: 'answer', reportDefect });
    expect(await engine.answer('sendOtp', code(), {})).toMatchObject({ status: 500 });
    expect(defects).toEqual([new Error('disk on fire')]);
    expect(db.list('otps')).toEqual([]);
    expect(engine.log.list().at(-1)).toMatchObject({ branch: '500', decidedBy: 'defect' });
    const loud = engineWith({ backend: crashing }).engine;
    await expect(loud.answer('sendOtp', code(), {})).rejects.toThrow('disk on fire');
    expect(loud.log.list()).toMatchObject([{ branch: 'defect', violation: null }]);
  });
});

describe.each([
  ['tokenOf', { tokenOf: () => JSON.parse('{') }],
  ['findCaller', { findCaller: () => JSON.parse('{') }],
])('%s of a product that crashes', (_, changes) => {
  const request = () => get({ authorization: 'tok' });

  it('is answered by 500, logged and reported in a demo', async () => {
    const reportDefect = vi.fn();
    const { engine } = engineWith({ ...changes, onDefect: 'answer', reportDefect });
    expect(await engine.answer('verifyUser', request(), {})).toMatchObject({ status: 500 });
    expect(reportDefect.mock.calls).toEqual([[expect.any(SyntaxError)]]);
    expect(engine.log.list()).toMatchObject([{ branch: '500', status: 500, decidedBy: 'defect' }]);
  });

  it('fails a test loudly, and is logged', async () => {
    const { engine } = engineWith(changes);
    await expect(engine.answer('verifyUser', request(), {})).rejects.toThrow(SyntaxError);
    expect(engine.log.list()).toMatchObject([{ branch: 'defect', status: null, decidedBy: 'defect' }]);
  });
});

describe('a rule that rejects after it wrote', () => {
  it.each([
    ['an HTTP error', new HttpError(409, 'Taken'), 409, { message: 'Taken' }],
    ['an HTTP error without a message', new HttpError(409), 409, {}],
    ['a soft failure', new SoftFail('No'), 200, { success: false, message: 'No' }],
    ['a soft failure without a message', new SoftFail(), 200, { success: false }],
  ])('leaves nothing behind: %s', async (_, rejection, status, body) => {
    const rejecting = {
      ...backend,
      verifyOtp: async ({ db }: Parameters<typeof backend.verifyOtp>[0]) => {
        await db.tables.otps.insert({
          email: 'a@example.com',
          code: '1',
          expires_at: '2026-03-02T15:30:00Z',
          verified_until: null,
        });
        return rejection as SoftFail;
      },
    };
    const { db, engine } = engineWith({ backend: rejecting });
    const request = post({ email: 'a@example.com', otp: '1' });
    expect(await engine.answer('verifyOtp', request, {})).toStrictEqual({ kind: 'answer', status, body });
    expect(db.list('otps')).toEqual([]);
    expect(engine.log.list()).toMatchObject([{ status, response: body, decidedBy: 'rule' }]);
  });
});

describe('a call', () => {
  const LOGIN = 'POST /auth/login';
  const right = { email: 'provider@kitwell.test', password: 'Provider1!' };
  const tokenFrom = async ({ answer }: ReturnType<typeof createEngine>) =>
    ((await answer('login', post(right), {})) as { body: { token: string } }).body.token;
  const lastOf = ({ log }: ReturnType<typeof createEngine>) => log.list().at(-1);

  it('needs a valid token where the contract says so', async () => {
    const { engine } = engineWith({});
    const rejected = { kind: 'answer', status: 401, body: { message: 'Sign in again' } };
    expect(await engine.answer('verifyUser', get(), {})).toEqual(rejected);
    expect(lastOf(engine)).toMatchObject({ decidedBy: 'auth', branch: '401', signedIn: false });
    expect(await engine.answer('verifyUser', get({ authorization: 'none' }), {})).toEqual(rejected);
    expect(lastOf(engine)).toMatchObject({ decidedBy: 'auth', signedIn: true });
    const authorization = await tokenFrom(engine);
    expect(await engine.answer('verifyUser', get({ authorization }), {})).toMatchObject({ status: 200 });
    expect(lastOf(engine)).toMatchObject({ decidedBy: 'rule', caller: { email: right.email } });
  });

  it('of a public operation has no caller for its rule, and one of the chat has none at all', async () => {
    const callers: unknown[] = [];
    const spied = (name: 'login' | 'sendChatMessage') => (context: never) => {
      callers.push((context as { caller: unknown }).caller);
      return (backend[name] as (context: never) => unknown)(context);
    };
    const rules = { ...backend, login: spied('login'), sendChatMessage: spied('sendChatMessage') };
    const { engine } = engineWith({ backend: rules as never });
    const authorization = await tokenFrom(engine);
    await engine.answer('login', post(right, { authorization }), {});
    expect(lastOf(engine)?.caller).toMatchObject({ email: right.email });
    await engine.answer('sendChatMessage', post({ message: 'Hello' }, { authorization }), {});
    expect(lastOf(engine)?.caller).toBeUndefined();
    expect(callers).toEqual([null, null, null]);
  });

  it('names in the log what decided it, and what was answered', async () => {
    const { engine } = engineWith({});
    const { overrides, chaos } = engine.scenario;
    const login = async (email = right.email, headers = {}) => {
      await engine.answer('login', post({ ...right, email }, headers), {});
      const { branch, status, decidedBy, response } = lastOf(engine) ?? {};
      return [branch, status, decidedBy, response];
    };
    expect(await login()).toEqual(['ok', 200, 'rule', { token: '[hidden]' }]);
    const failed = { message: 'Internal server error' };
    expect(await login(right.email, { 'x-mock-scenario': '500' })).toEqual(['500', 500, 'header', failed]);
    expect(await login(right.email, { 'x-mock-scenario': '418' })).toEqual([
      '400',
      400,
      'header',
      { message: expect.stringMatching(/has no branch "418"/) },
    ]);
    expect(await login('ada+500@example.com')).toEqual(['500', 500, 'magic', failed]);
    overrides.set(LOGIN, 'network', { times: 1 });
    expect(await login()).toEqual(['network', null, 'override', null]);
    overrides.set(LOGIN, 'timeout', { times: 1, where: { body: { email: right.email } } });
    expect(await login('ada@example.com')).toEqual(['400', 400, 'rule', { message: 'Invalid credentials' }]);
    expect(await login()).toEqual(['timeout', null, 'override', null]);
    overrides.set(LOGIN, 'ok', { times: 1 });
    expect(await login()).toEqual(['ok', 200, 'rule', { token: '[hidden]' }]);
    overrides.set(LOGIN, 'ok.lost', { times: 1 });
    const lost = { lost: { status: 200, body: { token: '[hidden]' } } };
    expect(await login()).toEqual(['ok.lost', null, 'override', lost]);
    chaos.set({ rate: 1, seed: 1 });
    expect((await login())[2]).toBe('chaos');
    chaos.set({ rate: 0, seed: 1 });
    expect(await login()).toEqual(['ok', 200, 'rule', { token: '[hidden]' }]);
    expect(await engine.answer('login', post({}), {})).toMatchObject({ status: 400 });
    expect(lastOf(engine)).toMatchObject({
      branch: '400',
      decidedBy: 'contract',
      violation: { side: 'request' },
    });
  });

  it('counts for the branches of the contract, but not with a custom response or a gateway’s', async () => {
    const { engine } = engineWith({});
    const { overrides } = engine.scenario;
    overrides.set(LOGIN, ['429', { branch: '418', body: { tea: true } }, '500', 'ok', 'ok']);
    const login = () => engine.answer('login', post(right), {});
    expect(await login()).toMatchObject({ status: 429 });
    expect(await login()).toEqual({ kind: 'answer', status: 418, body: { tea: true }, headers: {} });
    expect(lastOf(engine)).toMatchObject({ branch: 'by hand', status: 418, decidedBy: 'override' });
    for (let count = 0; count < 3; count += 1) await login();
    expect(engine.coverage.list().filter(({ served }) => served > 0)).toEqual([
      { operation: LOGIN, branch: 'ok', served: 2 },
      { operation: LOGIN, branch: '500', served: 1 },
    ]);
  });

  it('takes as long as the latency or the override says', async () => {
    const { engine } = engineWith({ latency: { type: 'fixed', ms: 30 } });
    const { overrides } = engine.scenario;
    const duration = async () => {
      await engine.answer('login', post(right), {});
      return lastOf(engine)?.duration;
    };
    expect(await duration()).toBeGreaterThanOrEqual(29);
    overrides.set(LOGIN, 'ok', { delay: 45, times: 1 });
    expect(await duration()).toBeGreaterThanOrEqual(44);
    overrides.set(LOGIN, 'ok', { delay: { type: 'fixed', ms: 60 } });
    const [started, longer] = [performance.now(), await duration()];
    expect(longer).toBeGreaterThanOrEqual(59);
    expect(longer).toBeLessThanOrEqual(performance.now() - started + 1);
  });

  it('whose data can’t be stored fails loudly, and is no answer', async () => {
    const storage = memoryStorage();
    const { engine, db } = engineWith({ onDefect: 'answer' }, { storage, onStorageFailure: 'reject' });
    await db.hydrate();
    storage.setItem = () => Promise.reject(new Error('disk full'));
    await expect(engine.answer('sendOtp', code(), {})).rejects.toThrow('disk full');
    expect(lastOf(engine)).toMatchObject({ branch: 'defect', status: null, decidedBy: 'defect' });
  });
});

describe('latency', () => {
  const thousand = (latency: Latency, seed = 3) => {
    const random = createRandom(() => seed);
    const durations = Array.from({ length: 1000 }, () => randomLatency(random, 'login')(latency));
    return durations.sort((one, other) => one - other);
  };

  it('may be fixed, uniform, log-normal or measured percentiles, each from the seed', () => {
    expect(new Set(thousand({ type: 'fixed', ms: 40 }))).toEqual(new Set([40]));
    const uniform = { type: 'uniform', min: 120, max: 280 } as const;
    expect(thousand(uniform)).toEqual(thousand([120, 280]));
    const logNormal = thousand({ type: 'log-normal', median: 200, sigma: 0.5 });
    // 200 · e^(0.5 · 1.645) = 455: 5 in 100 take longer.
    expect(logNormal[500]).toBeGreaterThan(185);
    expect(logNormal[500]).toBeLessThan(215);
    expect(logNormal[950]).toBeGreaterThan(400);
    expect(logNormal[950]).toBeLessThan(510);
    const measured = { type: 'percentiles', points: { 99: 2500, 0: 80, 50: 120, 95: 900 } } as const;
    const percentiles = thousand(measured);
    expect(percentiles[0]).toBeGreaterThanOrEqual(80);
    expect(percentiles[500]).toBeGreaterThan(115);
    expect(percentiles[500]).toBeLessThan(180);
    expect(percentiles[900]).toBeLessThan(900);
    expect(percentiles[999]).toBe(2500);
    expect(thousand(measured, 4)).not.toEqual(percentiles);
    expect(thousand(measured)).toEqual(percentiles);
  });

  it.each([
    [[120, 280], '120 to 280 ms'],
    [{ type: 'fixed', ms: 40 }, '40 ms'],
    [{ type: 'log-normal', median: 200, sigma: 0.5 }, 'about 200 ms, sigma 0.5'],
    [{ type: 'percentiles', points: { 95: 900, 50: 120 } }, 'p50 120 ms, p95 900 ms'],
    [
      { type: 'percentiles', points: { 99.9: 900, 99.5: 500, 50: 120 } },
      'p50 120 ms, p99.5 500 ms, p99.9 900 ms',
    ],
  ] as const)('%j is shown as "%s"', (latency, text) => {
    expect(describeLatency(latency)).toBe(text);
  });

  it('of one call does not depend on the calls that overtake it', () => {
    const [alone, busy] = [createRandom(() => 3), createRandom(() => 3)];
    randomLatency(busy, 'fetchPatients');
    const [one, other] = [randomLatency(alone, 'login'), randomLatency(busy, 'login')];
    expect(other([0, 1000])).toBe(one([0, 1000]));
    const shape = { type: 'log-normal', median: 500, sigma: 1 } as const;
    expect(other(shape)).toBe(one(shape));
  });
});

describe('the operations of a contract', () => {
  const { declarationOf, listOperations, operationCalled, requireBranch } = kitwell.operations;

  it('are found by their names in code and in public, and listed with all their branches', () => {
    expect(declarationOf('login').operation).toBe('POST /auth/login');
    expect(operationCalled('POST /auth/login')).toBe('login');
    const branches = ['ok', 'ok.lost', '400', '500', 'timeout', 'network', '429', '503'];
    expect(listOperations()).toContainEqual({
      operation: 'POST /auth/login',
      branches: expect.arrayContaining(branches),
    });
  });

  it('are named in the message about one that does not exist', () => {
    expect(() => declarationOf('logIn')).toThrow('The contract has no operation "logIn".');
    expect(() => operationCalled('POST /login')).toThrow(
      /^There is no operation "POST \/login". Operations: (\w+ \S+, )+\w+ \S+\.$/,
    );
    expect(() => requireBranch('login', '503')).not.toThrow();
    expect(() => requireBranch('login', '418')).toThrow(
      /^POST \/auth\/login has no branch "418". Branches: ok, .*, 429, 503\.$/,
    );
  });
});

describe('a delay', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const watched = (delay: Promise<void>) => {
    const ended = vi.fn();
    void delay.then(ended);
    return ended;
  };

  it('ends when its time is over, and at once if there is none', async () => {
    const { signal } = new AbortController();
    const ended = watched(wait(100, signal));
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    await wait(0, signal);
  });

  it('ends early when the request is aborted, and leaves no timer', async () => {
    const request = new AbortController();
    const ended = watched(wait(100, request.signal));
    request.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
    await wait(100, request.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('without an end lasts until the request is aborted', async () => {
    const request = new AbortController();
    const ended = watched(waitForever(request.signal));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ended).not.toHaveBeenCalled();
    request.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
    await waitForever(request.signal);
  });
});
