import { screen, waitFor } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast, toastText } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, expect, it } from 'vitest';
import { confirm, openProfile, patientRow, trackingAtRest, update, updating } from './support';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

it('an update goes on when another section is opened, and what it saved is no unsaved input any more', async () => {
  server.set(updating, 'ok', { delay: 600, times: 1 });
  const { user } = await openProfile(server);
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Robin E. Ellis');
  await update(user);
  await confirm(user);
  await user.click(await screen.findByRole('button', { name: 'About the kits' }));
  await expectToast('Profile updated successfully');
  await user.click(screen.getByRole('button', { name: 'Profile & Kit Setup' }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Robin E. Ellis');
  expect(patientRow(server)).toMatchObject({ patient_name: 'Robin E. Ellis' });
  await trackingAtRest();
});

/** Sends another name, and resolves when the server has decided its answer, which is paused. */
async function sendName(answer: 'ok' | 'lost') {
  const answers = pauseResponses(server, { name: 'updatePatientProfile', operation: updating }, [answer]);
  const view = await openProfile(server);
  await view.user.clear(screen.getByLabelText('Name'));
  await view.user.type(screen.getByLabelText('Name'), 'Robin E. Ellis');
  await update(view.user);
  await confirm(view.user);
  await answers.decided();
  return { ...view, answers };
}

it('what is typed while the answer is lost stays', async () => {
  const { user, answers } = await sendName('lost');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Robin Marsh');
  answers.releaseAll();
  await expectToast('Profile updated successfully');
  expect(await screen.findByRole('button', { name: 'Update' })).toBeEnabled();
  expect(screen.getByLabelText('Name')).toHaveValue('Robin Marsh');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('');
  await trackingAtRest();
});

it('an answer is lost: the failure is a toast if the section is left while that is looked up', async () => {
  const { user } = await openProfile(server);
  const reading = { name: 'fetchPatientProfile', operation: 'GET /patient/fetch-patient-profile' } as const;
  const profiles = pauseResponses(server, reading, []);
  server.set(updating, 'network', { times: 1 });
  await user.type(screen.getByLabelText('Name'), ' Jr.');
  await update(user);
  await confirm(user);
  await profiles.releaseNext();
  await profiles.decided();
  expect(toastText()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'About the kits' }));
  profiles.releaseAll();
  await expectToast('Server error');
});
