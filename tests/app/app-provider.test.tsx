import { act, render, renderHook } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { expect, it, onTestFinished, vi } from 'vitest';
import { api } from '@/app/api';
import { getApp } from '@/app/app';
import { useAccount, useSession } from '@/app/app-provider';
import { setReportSink } from '@/lib/report';
import { clearStored } from '@/lib/storage';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { connectToasts } from '@/ui/feedback/toast';

const server = startMockServer();

it('provides the application’s session, and its account while one is signed in', async () => {
  onTestFinished(() => clearStored());
  await server.reset({ preset: 'demo' });
  const { result } = renderHook(() => ({ session: useSession(), account: useAccount() }), {
    wrapper: WithApp,
  });
  const { session } = getApp();
  expect(result.current).toEqual({ session, account: undefined });
  act(() => session.send({ type: 'LOGIN', email: 'provider@kitwell.test', password: 'Provider1!' }));
  await vi.waitFor(() => expect(result.current.account).toBeDefined());
  expect(result.current.account).toBe(session.getSnapshot().children.account);
  act(() => session.send({ type: 'LOGOUT' }));
  expect(result.current.account).toBeUndefined();
});

it('makes no call and shows no toast for a screen that is still mounted when its account has logged out', async () => {
  const toasts = vi.fn();
  const reports = vi.fn();
  onTestFinished(() => clearStored());
  await server.reset({ preset: 'demo' });
  await server.as('provider');
  const { result } = renderHook(() => api.useFetchAppointmentsQuery(undefined), { wrapper: WithApp });
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  onTestFinished(connectToasts(toasts));
  setReportSink(reports);
  act(() => getApp().session.send({ type: 'LOGOUT' }));
  await vi.waitFor(() => expect(result.current.error).toMatchObject({ status: 401 }));
  expect(callsTo(server, 'GET /booking/fetch-appointments')).toHaveLength(1);
  const messages = toasts.mock.calls.filter(([{ text }]) => text !== null);
  expect(messages).toEqual([]);
  expect(reports.mock.calls).toEqual([
    ['a call was not made: no one is signed in', { operation: 'fetchAppointments' }],
  ]);
});

it('reports a page that has none', () => {
  function Session() {
    useSession();
    return null;
  }
  const onError = vi.fn();
  render(
    <ErrorBoundary onError={onError}>
      <Session />
    </ErrorBoundary>,
    { onCaughtError: () => undefined },
  );
  const error = new Error('The session was used on a page without an application.');
  expect(onError).toHaveBeenCalledExactlyOnceWith(error, expect.anything());
});
