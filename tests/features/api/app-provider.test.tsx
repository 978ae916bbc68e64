import { act, render, renderHook } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getApp } from '@/features/api/app';
import { useAccount, useSession } from '@/features/api/app-provider';
import { clearStored } from '@/lib/storage';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';

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
