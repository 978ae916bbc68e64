import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/app/api';
import { getApp } from '@/app/app';
import { runOperation } from '@/app/operation-actor';

const listing = 'GET /booking/fetch-appointments';
const authenticating = 'POST /patient/authenticate';
const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  await server.as('provider');
});

/** Signing in or out forgets all that was fetched, and aborts what is being fetched. */
const forget = () => getApp().store.dispatch(api.util.resetApiState());
const lost = { kind: 'no-response', status: null };

describe('a call in flight when everything is forgotten', () => {
  it('is repeated if it is a read of the same account', async () => {
    const { store } = getApp();
    const answers = pauseResponses(server, { name: 'fetchAppointments', operation: listing }, ['ok']);
    const answer = runOperation(store, 'fetchAppointments', undefined);
    await answers.decided();
    forget();
    answers.releaseAll();
    expect((await answer).appointments).toHaveLength(server.db.list('appointments').length);
    expect(callsTo(server, listing)).toHaveLength(2);
  });

  it('is not repeated with the token of another account', async () => {
    const { store } = getApp();
    const answers = pauseResponses(server, { name: 'fetchAppointments', operation: listing }, ['ok']);
    const answer = runOperation(store, 'fetchAppointments', undefined);
    await answers.decided();
    await server.as('patient');
    forget();
    answers.releaseAll();
    await expect(answer).rejects.toMatchObject({ operation: 'fetchAppointments', ...lost });
    expect(callsTo(server, listing)).toHaveLength(1);
  });

  it('may have been done if it is a write: it is not repeated, and counts as unanswered', async () => {
    const { store } = getApp();
    const answers = pauseResponses(server, { name: 'authenticatePatients', operation: authenticating }, [
      'ok',
    ]);
    const body = { patientIds: [], authorized: 1 as const };
    const answer = runOperation(store, 'authenticatePatients', { body });
    await answers.decided();
    forget();
    answers.releaseAll();
    await expect(answer).rejects.toMatchObject({ operation: 'authenticatePatients', ...lost });
    expect(callsTo(server, authenticating)).toHaveLength(1);
  });
});

it('a read is fetched again each time, never taken from what was fetched before', async () => {
  const { store } = getApp();
  await runOperation(store, 'fetchAppointments', undefined);
  await runOperation(store, 'fetchAppointments', undefined);
  expect(callsTo(server, listing)).toHaveLength(2);
});
