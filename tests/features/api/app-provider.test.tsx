import { act, render, renderHook } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { Component, type ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getApp } from '@/features/api/app';
import { useAccount, useSession } from '@/features/api/app-provider';
import { clearStored } from '@/lib/storage';

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
  const problems: string[] = [];
  function Session() {
    useSession();
    return null;
  }
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render() {
      return this.state.failed ? null : this.props.children;
    }
  }
  render(
    <Boundary>
      <Session />
    </Boundary>,
    { onCaughtError: (error) => void problems.push(String(error)) },
  );
  expect(problems).toEqual(['Error: The session was used on a page without an application.']);
});
