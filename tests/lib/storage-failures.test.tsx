import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearStored } from '@/lib/storage';

startMockServer({ patients: 3 });
afterEach(() => {
  vi.restoreAllMocks();
  clearStored();
});

const throwError = (name: string) => () => {
  throw new DOMException('rejected', name);
};

describe.each([
  [
    'is full',
    () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwError('QuotaExceededError')),
  ],
  [
    'is blocked',
    () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(throwError('SecurityError')),
  ],
])('where the browser’s storage %s', (_, take) => {
  it('logging in, changing the section and logging out work as long as the page lasts', async () => {
    take();
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Email'), 'provider@kitwell.test');
    await user.type(screen.getByLabelText('Password'), 'Provider1!');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
    expect(await screen.findByRole('checkbox', { name: 'Select Robin Ellis' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  });
});
