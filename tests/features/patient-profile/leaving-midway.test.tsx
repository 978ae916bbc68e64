import { screen } from '@testing-library/react';
import { expectToast } from '@tests/support/outcomes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { confirm, openProfile, patientRow, trackingAtRest, update, updating } from './support';

const server = createMockServer();
beforeAll(() => server.listen());
beforeEach(() => server.reset({ preset: 'demo' }));
afterAll(() => server.close());

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
