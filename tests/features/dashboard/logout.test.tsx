import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { patientWho, place } from '@tests/features/orders/support';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast, toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo' });
});

async function pressLogout(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Hey, / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
}

const question = () => screen.findByRole('alertdialog', { name: 'Log out without saving?' });
const loginPage = () => screen.findByRole('heading', { level: 1, name: 'Log In' });
const logouts = () => server.log.list().filter(({ operation }) => operation === 'POST /auth/logout').length;

/** A clinic that has typed a name into the first row of the grid. */
async function openWithRow() {
  await server.as('provider');
  const app = renderApp('/dashboard');
  await app.user.type(await screen.findByLabelText('Name, row 1'), 'Ada Byron');
  return app;
}

describe('a logout with unsaved work', () => {
  it('asks first, and Cancel keeps the new patients and the session', async () => {
    const { user } = await openWithRow();
    await pressLogout(user);
    expect(await question()).toHaveTextContent('1 new patient is not saved. If you log out, this is lost.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Name, row 1')).toHaveValue('Ada Byron');
    expect(screen.getByRole('button', { name: /^Hey, / })).toHaveFocus();
    expect(logouts()).toBe(0);
  });

  it('logs out once when that is confirmed, and nothing stays in the browser', async () => {
    const { user } = await openWithRow();
    await pressLogout(user);
    await user.click(within(await question()).getByRole('button', { name: 'Log out' }));
    await loginPage();
    await waitFor(() => expect(logouts()).toBe(1));
    expect(localStorage).toHaveLength(0);
  });

  it('asks a patient about a changed profile', async () => {
    await server.as('patient');
    const { user } = renderApp('/dashboard');
    await user.type(await screen.findByLabelText('Street'), ' 2');
    await pressLogout(user);
    expect(await question()).toHaveTextContent(
      'Changes in a form are not saved. If you log out, this is lost.',
    );
  });
});

it('a logout asks nothing where the grid holds blank rows only', async () => {
  writeStored('activePatientTab', 'Add Patients');
  await server.as('provider');
  const { user } = renderApp('/dashboard');
  await user.type(await screen.findByLabelText('Name, row 1'), 'A{Backspace}');
  await pressLogout(user);
  await loginPage();
});

it('a logout closes a toast that names a patient', async () => {
  await server.reset({ preset: 'demo', patients: 4 });
  await server.as('provider');
  writeStored('activeOption', 'authenticate');
  const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
  const { user } = renderApp('/dashboard');
  await user.click(await screen.findByRole('button', { name: `Order kit for ${name}` }));
  await place(user, await screen.findByRole('dialog', { name: 'Order Kit' }));
  await expectToast(`We emailed ${name} to confirm the delivery address.`);
  await pressLogout(user);
  await loginPage();
  expect(toastText()).toEqual([]);
});
