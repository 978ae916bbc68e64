import { screen, waitFor } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationName, Request } from '@/contract';
import { stopApp } from '@/features/api/app';
import { runOperation } from '@/features/api/operation-actor';
import { acceptingDuplicate, dashboardToast, toastDone, withoutToast } from '@/features/api/store';
import type { WireResult } from '@/mocks/engine/branch-answer';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  await server.as('provider');
});

const authenticating = 'POST /patient/authenticate';
const savingLab = 'PUT /clinic/update-lab';
const addingLab = 'POST /clinic/add-lab';
const listing = 'GET /booking/fetch-appointments';

/** Opens a page that shows toasts only; returns how to make a call, whose failure is only for its screen. */
function openPage() {
  const { store } = renderPart(null);
  const run = <K extends OperationName>(name: K, request: Request<K>) =>
    runOperation(store, name, request).catch(() => undefined);
  const authenticate = (mark = <R extends object>(request: R): R => request) => {
    const patientIds = server.db.list('patients').map((row) => Reflect.get(row, 'patient_id'));
    return run('authenticatePatients', mark({ body: { patientIds, authorized: 1 } }) as never);
  };
  return { run, authenticate };
}
const lab = {
  body: { labName: 'Puget Lab', labAddress: '1 Pier', labEmail: 'lab@example.com', labPhone: '+12065550111' },
} as never;
const shown = (...texts: readonly string[]) =>
  waitFor(() => expect(toastText().sort()).toEqual(texts.toSorted()));

describe('the toast of a call', () => {
  it('is that of its last result', async () => {
    const { authenticate } = openPage();
    server.set(authenticating, '500', { times: 1 });
    await authenticate();
    await shown('Failed to update patient authorization');
    await authenticate();
    await shown('Patients authenticated successfully');
  });

  it('of a write closes when it is tried again, that of a read only with its next result', async () => {
    const { run, authenticate } = openPage();
    server.set(authenticating, '500', { times: 1 });
    server.set(listing, '500', { times: 1 });
    await authenticate();
    await run('fetchAppointments', undefined);
    await shown('Failed to fetch appointments!', 'Failed to update patient authorization');
    server.set(authenticating, 'ok', { delay: 60_000, times: 1 });
    server.set(listing, 'ok', { delay: 60_000, times: 1 });
    void authenticate();
    void run('fetchAppointments', undefined);
    await shown('Failed to fetch appointments!');
    stopApp();
  });

  it('is closed by a result that has none', async () => {
    const { run } = openPage();
    server.set(listing, '500', { times: 1 });
    await run('fetchAppointments', undefined);
    await shown('Failed to fetch appointments!');
    await run('fetchAppointments', undefined);
    await shown();
  });

  it('replaces that of another call of the same form', async () => {
    const { run } = openPage();
    server.set(addingLab, '500', { times: 1 });
    server.set(savingLab, '500', { times: 1 });
    await run('addLab', lab);
    await shown('Error adding lab, please try again later!');
    await run('updateLab', lab);
    await shown('Error updating lab, please try again later!');
  });

  it('stays beside those of other calls', async () => {
    const { run, authenticate } = openPage();
    server.set(authenticating, '500', { times: 1 });
    server.set(savingLab, '500', { times: 1 });
    await authenticate();
    await run('updateLab', lab);
    await shown('Error updating lab, please try again later!', 'Failed to update patient authorization');
  });
});

describe('a call whose outcome its screen shows', () => {
  it.each(['ok', '500'])('has no toast, and leaves that of another try: %s', async (branch) => {
    const { authenticate } = openPage();
    server.set(authenticating, '404', { times: 1 });
    await authenticate();
    await shown('Failed to update patient authorization');
    server.set(authenticating, branch, { times: 1 });
    await authenticate(withoutToast);
    expect(callsTo(server, authenticating)).toHaveLength(2);
    expect(toastText()).toEqual(['Failed to update patient authorization']);
  });
});

describe('a call for something that may exist', () => {
  // A new one each time: a mark stays with its request.
  const account = (): Request<'clinicSignup'> => ({ body: {} as never });
  const answerWith = (result: WireResult) => vi.spyOn(server.engine, 'answer').mockResolvedValueOnce(result);

  it.each([
    ['has no toast if its caller takes a duplicate as done', acceptingDuplicate, 409, []],
    ['has one for another rejection', acceptingDuplicate, 500, ['Server error during signup']],
    ['has one for a duplicate otherwise', <R,>(request: R) => request, 409, ['Server error during signup']],
  ])('%s', async (_, mark, status, expected) => {
    const { run } = openPage();
    answerWith({ kind: 'network' });
    await run('clinicSignup', account());
    await shown('Network error. Please try again later');
    answerWith({ kind: 'answer', status, body: { message: 'This email is already registered' } });
    await run('clinicSignup', mark(account()));
    await shown(...expected);
    vi.restoreAllMocks();
  });
});

describe('the toast of something that was done although its answer was lost', () => {
  it('stays beside the message for the lost answer', async () => {
    openPage();
    dashboardToast('An error occurred.', { tone: 'error', topic: 'authenticatePatients' });
    await screen.findByText('An error occurred.');
    toastDone('authenticatePatients');
    await shown('An error occurred.', 'Patients authenticated successfully');
  });

  it('is left out where the specification has no message', async () => {
    openPage();
    toastDone('fetchAppointments');
    dashboardToast('The last one', { tone: 'info' });
    await shown('The last one');
  });
});

it('a defect of a call is reported, and has no toast', async () => {
  const { run } = openPage();
  const reported: unknown[] = [];
  const sink = vi.spyOn(console, 'info').mockImplementation((...seen) => void reported.push(seen));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await run('authenticatePatients', { body: 10n } as never);
  await waitFor(() =>
    expect(reported).toEqual([
      ['[kitwell] a call ended in a defect', expect.objectContaining({ operation: 'authenticatePatients' })],
    ]),
  );
  expect(toastText()).toEqual([]);
  sink.mockRestore();
  errors.mockRestore();
});
