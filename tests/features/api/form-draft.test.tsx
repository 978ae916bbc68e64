import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { authToken } from '@/contract/entities';
import { createApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';
import { useFormDraft } from '@/features/api/form-draft';

/** Opens a form with the server's data, and closes it after input. */
function visits(app = createApp()) {
  const wrapper = ({ children }: { children: ReactNode }) => <AppProvider app={app}>{children}</AppProvider>;
  return (saved: string, typed?: string) => {
    const { result, unmount } = renderHook(() => useFormDraft('name', { name: saved }), { wrapper });
    if (typed !== undefined) result.current.keep({ name: typed });
    unmount();
    return result.current.start.name;
  };
}

it('what was typed is there again when the form is reopened', () => {
  const visit = visits();
  visit('Robin', 'Robyn');
  expect(visit('Robin')).toBe('Robyn');
});

it('what was saved while the form was closed does not hide newer data of the server', () => {
  const visit = visits();
  visit('Robin', 'Robyn');
  expect(visit('Robyn')).toBe('Robyn');
  expect(visit('Robert')).toBe('Robert');
});

it('what one user typed is not shown to the next user who signs in', () => {
  const app = createApp();
  const visit = visits(app);
  const signIn = (token: string, account: string) =>
    app.session.send({ type: 'TOKEN_FOUND', token: authToken.parse(token), account });
  signIn('token-of-robin', 'robin@clinic.test');
  visit('Robin', 'Robyn');
  signIn('token-of-ada', 'ada@clinic.test');
  expect(visit('Robin')).toBe('Robin');
});
