import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { fillIn, retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast } from '@tests/support/outcomes';
import { beforeEach, expect, it } from 'vitest';
import { clearStored, readStored } from '@/lib/storage';
import { confirm, update } from '../patient-profile/support';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo' });
});

it('the input in a form is offered on the login page and restored for the same account after a 401 at Update', async () => {
  const { user, router } = renderApp('/login');
  const isAt = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  const logIn = async () => {
    await fillIn(document.body, { Email: 'patient@kitwell.test', Password: 'Patient1!' });
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await isAt('/dashboard');
  };
  await logIn();
  await retype(user, await screen.findByLabelText('Street'), '9 Unsaved Road');
  await server.db.remove('sessions', readStored('token') ?? '');
  await update(user);
  await confirm(user);
  await isAt('/login');
  expect(
    await screen.findByText(
      'Log in with the same account within 15 minutes to restore unsaved changes in a form. Don’t reload this page.',
    ),
  ).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage).toHaveLength(0);
  await logIn();
  expect(await screen.findByLabelText('Street')).toHaveValue('9 Unsaved Road');
  await expectToast('Your unsaved changes in a form are back.');
  await update(user);
  await confirm(user);
  await expectToast('Profile updated successfully');
});
