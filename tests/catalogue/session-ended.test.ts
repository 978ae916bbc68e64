import { screen, waitFor } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { toastText } from '@tests/support/outcomes';
import { expect, it } from 'vitest';
import { readStored } from '@/lib/storage';
import { findButton, openSection, press } from './page-actions';
import { watchPendingCalls } from './pending-calls';
import { readToasts } from './toasts';

const server = startMockServer({ patients: 3 });

/** §8: "User verification failure means not logged in". */
it('a session that ended meanwhile leads to the login page with the next call, and not before', async () => {
  const pendingCalls = watchPendingCalls();
  const { user, router } = await openSection(server, 'provider', 'authenticate', 'Booking / Order Kits');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Robin Ellis' }));
  await pendingCalls.atRest();
  await server.db.remove('sessions', readStored('token') ?? '');
  await press(user, 'Authenticate');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await findButton('Log In');
  expect(readToasts()).toEqual([{ position: 'top-center', text: 'Failed to update patient authorization' }]);
  // It is not closing either.
  expect(toastText()).toEqual(['Failed to update patient authorization']);
  expect(readStored('token')).toBeNull();
  await pendingCalls.atRest();
});
