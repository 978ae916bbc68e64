import { waitFor } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationName, Request } from '@/contract';
import { stopApp } from '@/features/api/app';
import { runOperation } from '@/features/api/operation-actor';

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
  const authenticate = () => {
    const patientIds = server.db.list('patients').map((row) => Reflect.get(row, 'patient_id'));
    return run('authenticatePatients', { body: { patientIds, authorized: 1 } });
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
