import { branchesOf } from '@kitwell/mock-engine/declaration';
import { samples } from '@tests/mocks/samples/samples';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import * as sample from '@/mocks/conformance/sample-data';
import { send } from '../support/api';
import { fixedClockServer } from '../support/fixed-clock-server';

const { mock, journey, rows } = fixedClockServer('demo');
const { call } = journey;
const LOST = 'ok.lost';
const operationOf = (name: OperationName) => declarationOf(name).operation;
const { clinicRequest, providerLogin: provider } = sample;

/** Every write; the catalogue lists by hand which operations are writes. */
const writes = operationNames.filter((name) => branchesOf(declarationOf(name)).includes(LOST));

const wholeData = async () => JSON.stringify(await mock.db.export());

/** Makes the call on fresh data; returns its status (null without a response) and all data before and after. */
async function callWith(branch: string, name: OperationName) {
  const { as, request, needs } = samples[name];
  await mock.reset({ preset: 'demo' });
  const token = as === undefined ? undefined : await mock.signIn(as);
  await needs?.(mock.db);
  const before = await wholeData();
  mock.set(operationOf(name), branch, { times: 1 });
  const status = await send(mock, name, request, token === undefined ? {} : { token }).then(
    (answer) => answer.status,
    () => null,
  );
  return { status, before, after: await wholeData() };
}

const lastLogged = () => mock.log.list().at(-1);

beforeEach(() => mock.clear());
afterEach(() => void vi.useRealTimers());

describe('a write whose answer is lost', () => {
  it.each(writes)('%s changes the data as with an answer, and once', async (name) => {
    const answered = await callWith('ok', name);
    expect(answered.status).toBe(declarationOf(name).ok.status);
    const lost = await callWith(LOST, name);
    expect(lost.status).toBeNull();
    expect(lost.before).toBe(answered.before);
    expect(lost.after).toBe(answered.after);
    // The chat's rule stores nothing.
    expect(lost.after === lost.before).toBe(name === 'sendChatMessage');
    expect(lastLogged()).toMatchObject({
      branch: LOST,
      status: null,
      decidedBy: 'override',
      response: { lost: { status: declarationOf(name).ok.status } },
      violation: null,
    });
  });

  it('also loses a rejection, and changes nothing then', async () => {
    mock.set(operationOf('login'), LOST, { times: 1 });
    const before = await wholeData();
    await expect(call('login', { body: { ...provider, password: 'wrong' } })).rejects.toThrow();
    expect(await wholeData()).toBe(before);
    expect(lastLogged()).toMatchObject({
      branch: LOST,
      response: { lost: { status: 400, body: { message: 'Invalid credentials' } } },
    });
  });
});

describe('a lost answer with a delay', () => {
  /** Requests a clinic with a delay of one minute, and waits until the mock is waiting. */
  async function askSlowly(signal?: AbortSignal): Promise<{ readonly end: Promise<string> }> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    mock.set(operationOf('requestClinic'), LOST, { delay: 60_000, times: 1 });
    const end = call('requestClinic', { body: clinicRequest }, signal ? { signal } : {}).then(
      () => 'answered',
      () => 'no answer',
    );
    await vi.waitFor(() => expect(mock.scenario().overrides).toEqual([]));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    expect(rows('clinicRequests')).toEqual([]);
    return { end };
  }

  it('changes the data and breaks the connection when the delay is over', async () => {
    const { end } = await askSlowly();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await end).toBe('no answer');
    expect(rows('clinicRequests')).toHaveLength(1);
  });

  it('still changes the data, once, when the caller gave up before', async () => {
    const pendingCalls = new AbortController();
    const { end } = await askSlowly(pendingCalls.signal);
    pendingCalls.abort();
    expect(await end).toBe('no answer');
    await vi.waitFor(() => expect(lastLogged()).toMatchObject({ branch: LOST }));
    expect(rows('clinicRequests')).toHaveLength(1);
  });
});

describe('a lost answer can be asked for', () => {
  it('by the header, for a write only', async () => {
    const headers = { 'x-mock-scenario': LOST };
    await expect(call('requestClinic', { body: clinicRequest }, { headers })).rejects.toThrow();
    expect(rows('clinicRequests')).toHaveLength(1);
    expect(lastLogged()).toMatchObject({ decidedBy: 'header' });
    expect(await call('fetchClinics', undefined, { headers })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has no branch "ok.lost"') },
    });
  });

  it('by an address, whose account still reads', async () => {
    const token = await mock.signIn('provider');
    await mock.db.patch('accounts', 'account-1', { email: 'clinic+lost@kitwell.test' });
    const count = rows('patients').length;
    await expect(call('addPatients', { body: [sample.importRow] }, { token })).rejects.toThrow();
    expect(lastLogged()).toMatchObject({ branch: LOST, decidedBy: 'magic' });
    expect(await call('fetchPatients', undefined, { token })).toMatchObject({ status: 200 });
    expect(await journey.patients(token)).toHaveLength(count + 1);
  });
});
