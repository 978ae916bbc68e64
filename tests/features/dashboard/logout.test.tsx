import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { patientWho, place } from '@tests/features/orders/support';
import { panelParts } from '@tests/mocks/support/panel';
import { renderApp } from '@tests/support/app';
import { holdAnswers } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast, toastText } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';
import { mountPanel } from '@/mocks/panel/mount';

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

  it('also knows of the new patients while another section is open', async () => {
    const { user } = await openWithRow();
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    await screen.findByRole('heading', { level: 1, name: 'Booking / Order Kits' });
    await pressLogout(user);
    expect(await question()).toHaveTextContent('1 new patient is not saved.');
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

  it('reads nothing more about a save that it has broken off', async () => {
    await server.as('provider');
    writeStored('activeOption', 'clinicProfile');
    writeStored('activeClinicTab', 'Sample Testing Lab');
    const saving = holdAnswers(server, { name: 'updateLab', operation: 'PUT /clinic/update-lab' }, []);
    const { user } = renderApp('/dashboard');
    await user.type(await screen.findByLabelText('Lab Name'), ' North');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await saving.decided();
    const reads = callsTo(server, 'GET /clinic/fetch-labs').length;
    await pressLogout(user);
    await user.click(within(await question()).getByRole('button', { name: 'Log out' }));
    await loginPage();
    saving.letAllThrough();
    await waitFor(() => expect(logouts()).toBe(1));
    expect(callsTo(server, 'GET /clinic/fetch-labs')).toHaveLength(reads);
  });

  it('asks about a form whose change was taken back no longer', async () => {
    await server.as('patient');
    const { user } = renderApp('/dashboard');
    await user.type(await screen.findByLabelText('Street'), '2{Backspace}');
    await pressLogout(user);
    await loginPage();
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

it('a logout leaves the mock backend’s own messages on screen', async () => {
  await server.as('provider');
  const { notes, context } = panelParts(server);
  onTestFinished(mountPanel(context));
  const { user } = renderApp('/dashboard');
  const deleted = 'The stored demo data was deleted. This tab goes on with what it has.';
  notes.add(deleted, { news: deleted });
  await expectToast(deleted);
  await pressLogout(user);
  await loginPage();
  expect(toastText()).toEqual([deleted]);
});
