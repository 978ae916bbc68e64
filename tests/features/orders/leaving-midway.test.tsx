import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast, toastText } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, expect, it } from 'vitest';
import { writeStored } from '@/lib/storage';
import { patientWho } from './support';

const authorizing = 'POST /patient/authenticate';
const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo', patients: 4 }));

const section = (name: string) => screen.getByRole('button', { name });

/** Opens the section with a patient to authenticate. */
async function openAuthenticate() {
  await server.as('provider');
  writeStored('activeOption', 'authenticate');
  const { user } = renderApp('/dashboard');
  const { patient_name: name } = patientWho(server, { authorized: 0, ordered: false });
  const checkbox = await screen.findByLabelText(`Select ${name}`);
  return { user, name, checkbox };
}

it('a write that was sent continues when another section is opened: its outcome is shown and the list is updated', async () => {
  server.set(authorizing, 'ok', { delay: 600, times: 1 });
  const { user, name, checkbox } = await openAuthenticate();
  await user.click(checkbox);
  await user.click(screen.getByRole('button', { name: 'Authenticate' }));
  await user.click(section('Patients'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Authenticat/ })).toBeNull());
  await expectToast('Patients authenticated successfully');
  await user.click(section('Booking / Order Kits'));
  const row = (await screen.findByLabelText(`Select ${name}`)).closest('tr');
  await waitFor(() => expect(row).not.toHaveTextContent('Not authorized'));
});

it('a failure behind an open dialog is a toast', async () => {
  const { user, name, checkbox } = await openAuthenticate();
  const answers = pauseResponses(server, { name: 'authenticatePatients', operation: authorizing }, ['500']);
  await user.click(checkbox);
  await user.click(screen.getByRole('button', { name: 'Authenticate' }));
  await user.click(screen.getByRole('button', { name: `Order kit for ${name}` }));
  await screen.findByRole('dialog', { name: 'Order Kit' });
  await answers.releaseNext();
  await expectToast('Failed to update patient authorization');
});

const listing = { name: 'fetchPatients', operation: 'GET /patient/fetch-patients' } as const;

it('a lost answer whose section is left while it is looked up is a toast', async () => {
  const { user, checkbox } = await openAuthenticate();
  await user.click(checkbox);
  server.set(authorizing, 'network', { times: 1 });
  const lists = pauseResponses(server, listing, ['ok']);
  await user.click(screen.getByRole('button', { name: 'Authenticate' }));
  await lists.decided();
  expect(toastText()).toEqual([]);
  await user.click(section('Patients'));
  await expectToast('An error occurred while updating patient authorization');
  lists.releaseAll();
});

it('a lost answer whose dialog is closed while it is looked up is a toast', async () => {
  const { user, name } = await openAuthenticate();
  await user.click(await screen.findByRole('button', { name: `Order kit for ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Order Kit' }));
  server.set(authorizing, 'network', { times: 1 });
  const lists = pauseResponses(server, listing, ['ok']);
  await user.click(dialog.getByRole('button', { name: 'Authenticate' }));
  await lists.decided();
  expect(toastText()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await expectToast('An error occurred while updating patient authorization');
  lists.releaseAll();
});
