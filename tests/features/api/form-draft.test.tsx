import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { authToken } from '@/contract/entities';
import { useFormDraft } from '@/features/api/form-draft';
import { createStore } from '@/features/api/store';
import { clearStored, writeStored } from '@/shared/storage';

/** A form that is opened with what the server holds, and closed again after something was typed. */
function visits() {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return (saved: string, typed?: string) => {
    const { result, unmount } = renderHook(() => useFormDraft('name', { name: saved }), { wrapper });
    if (typed !== undefined) result.current.keep({ name: typed });
    unmount();
    return result.current.start.name;
  };
}

it('what was typed is there again when the form is opened anew', () => {
  const visit = visits();
  visit('Robin', 'Robyn');
  expect(visit('Robin')).toBe('Robyn');
});

it('what was saved while the form was closed does not cover what the server holds later', () => {
  const visit = visits();
  visit('Robin', 'Robyn');
  expect(visit('Robyn')).toBe('Robyn');
  expect(visit('Robert')).toBe('Robert');
});

it('what was typed by somebody else is not shown to whoever signs in next', () => {
  const visit = visits();
  writeStored('token', authToken.parse('token-of-robin'));
  visit('Robin', 'Robyn');
  clearStored();
  writeStored('token', authToken.parse('token-of-ada'));
  expect(visit('Robin')).toBe('Robin');
});
