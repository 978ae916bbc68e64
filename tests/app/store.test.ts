import { renderHook } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type WriteOptions } from '@/app/api';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { runOperation } from '@/app/operation-actor';
import { createStore, dashboardToast, toastDone } from '@/app/store';
import type { OperationName, Request } from '@/contract';
import { setReportSink } from '@/lib/report';
import { readStored } from '@/lib/storage';
import { connectToasts } from '@/ui/feedback/toast';

const server = startMockServer({ patients: 3 });
const authenticating = 'POST /patient/authenticate';
const listing = 'GET /booking/fetch-appointments';
const authenticatePatients = { name: 'authenticatePatients', operation: authenticating } as const;

const session = { token: () => readStored('token'), checkToken: vi.fn(), deny: vi.fn() };
const onWritten = vi.fn();
const toasts = vi.fn();
const reports = vi.fn();
let store: ReturnType<typeof createStore>;

beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  await server.as('provider');
  for (const seen of [session.checkToken, session.deny, onWritten, toasts, reports]) seen.mockClear();
  store = createStore({ session, onWritten, readRetries: { tries: 0, firstPause: 1 } });
  const disconnect = connectToasts(toasts);
  setReportSink(reports);
  return () => {
    disconnect();
    store.dispatch(api.util.resetApiState());
  };
});

const run = <K extends OperationName>(name: K, request: Request<K>, options?: WriteOptions) =>
  runOperation(store, name, request, options).catch(() => undefined);
const request = (): Request<'authenticatePatients'> => {
  const [row] = server.db.list('patients');
  return { body: { patientIds: [Reflect.get(row ?? {}, 'patient_id')], authorized: 1 } };
};
const authenticate = (options?: WriteOptions) => run('authenticatePatients', request(), options);
const toastCalls = () => toasts.mock.calls.map(([toast]) => toast);
const closed = (topic: string) => ({ text: null, topic });
const toastOf = (text: string, tone: string, topic: string) => ({
  text,
  tone,
  position: 'top-center',
  topic,
});

describe('a call of a write', () => {
  it('closes the toast of the last try when it begins, and shows its own', async () => {
    const paused = pauseResponses(server, authenticatePatients, ['ok']);
    const call = authenticate();
    await paused.decided();
    expect(toastCalls()).toEqual([closed('authenticatePatients')]);
    paused.releaseAll();
    await call;
    expect(toastCalls().slice(1)).toEqual([
      toastOf('Patients authenticated successfully', 'success', 'authenticatePatients'),
    ]);
    expect(reports).not.toHaveBeenCalled();
  });

  it('shows its failure, which is reported without anything that it was about', async () => {
    server.set(authenticating, '500', { times: 1 });
    await authenticate();
    expect(toastCalls().slice(1)).toEqual([
      toastOf('Failed to update patient authorization', 'error', 'authenticatePatients'),
    ]);
    expect(reports.mock.calls).toEqual([
      ['a call failed', { operation: 'authenticatePatients', kind: 'status', status: 500 }],
    ]);
  });

  it('shows its failure in place where its screen is mounted, and as a toast where the session ends or the user has left', async () => {
    const willShow = vi.fn(() => true);
    const screen = renderHook(() => useFailuresInPlace(['addPatients', 'authenticatePatients'], willShow));
    const failWith = async (branch: string) => {
      toasts.mockClear();
      server.set(authenticating, branch, { times: 1 });
      await authenticate();
      return toastCalls().flatMap(({ text }) => text ?? []);
    };
    const failed = ['Failed to update patient authorization'];
    expect(await failWith('500')).toEqual([]);
    expect(await failWith('401')).toEqual(failed);
    expect(await failWith('ok')).toEqual(['Patients authenticated successfully']);
    willShow.mockReturnValue(false);
    expect(await failWith('500')).toEqual(failed);
    willShow.mockReturnValue(true);
    screen.unmount();
    expect(await failWith('500')).toEqual(failed);
  });

  it.each(['ok', '500'])('shows nothing where its screen shows all outcomes: %s', async (branch) => {
    server.set(authenticating, branch, { times: 1 });
    await authenticate({ silent: true });
    expect(callsTo(server, authenticating)).toHaveLength(1);
    expect(toastCalls()).toEqual([]);
    expect(reports).toHaveBeenCalledTimes(branch === 'ok' ? 0 : 1);
  });

  it.each([
    ['ok', true],
    ['network', true],
    ['500', false],
  ])('is announced to other tabs if it may have changed something: %s', async (branch, isAnnounced) => {
    server.set(authenticating, branch, { times: 1 });
    await authenticate();
    expect(onWritten.mock.calls).toEqual(isAnnounced ? [[['Patients']]] : []);
  });

  it('of something that exists is no failure where that is as good as done', async () => {
    const account = () => ({ body: {} }) as Request<'clinicSignup'> & object;
    const reject = (status: number) =>
      vi.spyOn(server.engine, 'answer').mockResolvedValueOnce({
        kind: 'answer',
        status,
        body: { message: 'This email is already registered' },
      });
    reject(409);
    await run('clinicSignup', account(), { acceptDuplicate: true });
    expect(toastCalls().filter(({ text }) => text !== null)).toEqual([]);
    reject(500);
    await run('clinicSignup', account(), { acceptDuplicate: true });
    reject(409);
    await run('clinicSignup', account());
    expect(toastCalls().flatMap(({ text }) => text ?? [])).toEqual([
      'Server error during signup',
      'Server error during signup',
    ]);
  });
});

describe('the stored account', () => {
  it('is looked up before a call that needs one, and not before others', async () => {
    await authenticate();
    expect(session.checkToken).toHaveBeenCalledOnce();
    await run('verifyOtp', { body: { email: 'ada@example.com', otp: '1' } });
    expect(session.checkToken).toHaveBeenCalledOnce();
  });
});

it('a defect of a call is reported, and shown as the exception that it is', async () => {
  await run('authenticatePatients', { body: 10n } as never);
  const operation = 'authenticatePatients';
  expect(reports.mock.calls).toEqual([
    ['a call ended in a defect', { operation, error: expect.objectContaining({ name: 'TypeError' }) }],
    ['a call failed', { operation, kind: 'malformed', status: null }],
  ]);
  expect(toastCalls().flatMap(({ text }) => text ?? [])).toEqual([
    'An error occurred while updating patient authorization',
  ]);
});

describe('a call of a read', () => {
  it('closes the toast of its last result only once it has the next', async () => {
    const paused = pauseResponses(server, { name: 'fetchAppointments', operation: listing }, ['ok']);
    const call = run('fetchAppointments', undefined);
    await paused.decided();
    expect(toastCalls()).toEqual([]);
    paused.releaseAll();
    await call;
    expect(toastCalls()).toEqual([closed('fetchAppointments')]);
    expect(onWritten).not.toHaveBeenCalled();
  });

  it('reports nothing when it is aborted, or not made because its data are there', async () => {
    const paused = pauseResponses(server, { name: 'fetchAppointments', operation: listing }, ['ok', 'ok']);
    const aborted = store.dispatch(api.endpoints.fetchAppointments.initiate(undefined));
    await paused.decided();
    aborted.abort();
    await aborted;
    paused.releaseAll();
    await store.dispatch(api.endpoints.fetchAppointments.initiate(undefined, { forceRefetch: true }));
    await store.dispatch(api.endpoints.fetchAppointments.initiate(undefined));
    expect(callsTo(server, listing)).toHaveLength(2);
    expect(reports).not.toHaveBeenCalled();
  });
});

describe('a toast of the dashboard', () => {
  it('is at the top in the middle', () => {
    dashboardToast('Ready', { tone: 'info' });
    expect(toastCalls()).toEqual([{ text: 'Ready', tone: 'info', position: 'top-center' }]);
  });

  it('of something that was done although its answer was lost is a success, and replaces the failure', () => {
    toastDone('authenticatePatients');
    // The specification has no message for this one.
    toastDone('fetchAppointments');
    expect(toastCalls()).toEqual([
      toastOf('Patients authenticated successfully', 'success', 'authenticatePatients'),
      closed('fetchAppointments'),
    ]);
  });
});
