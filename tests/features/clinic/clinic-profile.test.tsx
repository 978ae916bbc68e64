import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, expect, it } from 'vitest';
import { stopApp } from '@/app/app';
import { brand } from '@/lib/brand';
import { clearStored } from '@/lib/storage';
import { openClinic } from './support';

const updating = 'POST /clinic/update-clinic-profile';
const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const openProfile = async () => {
  const view = await openClinic(server, 'Profile');
  await within(view.panel).findByLabelText('Provider Name');
  return view;
};

it('shows every field of the specification, in its order, as it was saved', async () => {
  const { panel } = await openProfile();
  const labels = [...panel.querySelectorAll('label')].map((label) => label.textContent);
  expect(labels).toEqual([
    'Provider Name',
    'Phone',
    'Street',
    'City',
    'Postal Code',
    'State',
    'Country',
    'Address Line 2',
    'Estimated Patient Count',
  ]);
  expect(within(panel).getByLabelText('Street')).toHaveValue('410 Harbor Street');
  const counts = within(panel).getByLabelText<HTMLSelectElement>('Estimated Patient Count');
  const offered = [...counts.options].filter(({ value }) => value !== '').map(({ value }) => value);
  expect(offered).toEqual(['1-50', '1-100', '1-500', '1-1000', '1000+']);
});

it('saves the changes under the names of the specification, confirms it, and the greeting shows the new name', async () => {
  const { user, panel } = await openProfile();
  await retype(user, within(panel).getByLabelText('Provider Name'), 'Harbor Clinic');
  await user.selectOptions(within(panel).getByLabelText('Estimated Patient Count'), '1-500');
  await user.click(within(panel).getByRole('button', { name: 'Update' }));
  await expectToast('Profile updated successfully');
  expect(await screen.findByRole('button', { name: 'Hey, Harbor Clinic' })).toBeVisible();
  expect(callsTo(server, updating).map(({ request }) => request)).toEqual([
    {
      body: {
        phoneNumber: '+12065550110',
        clinicName: 'Harbor Clinic',
        street: '410 Harbor Street',
        city: 'Seattle',
        postalCode: '98101',
        state: 'WA',
        country: 'United States',
        patients: '1-500',
        addressLine2: '',
      },
    },
  ]);
});

it('shows what the server has after a reload during the save, and sends nothing again', async () => {
  const answers = pauseResponses(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
  const { user, panel, unmount } = await openProfile();
  await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
  await user.click(within(panel).getByRole('button', { name: 'Update' }));
  await answers.decided();
  unmount();
  stopApp();
  answers.releaseAll();
  const reloaded = await openProfile();
  expect(within(reloaded.panel).getByLabelText('City')).toHaveValue('Tacoma');
  expect(within(reloaded.panel).getByRole('button', { name: 'Update' })).toBeEnabled();
  expect(callsTo(server, updating)).toHaveLength(1);
});

it('keeps what was typed over a reload, and nothing of it after a log-in', async () => {
  const { user, panel, unmount } = await openProfile();
  await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
  await retype(user, within(panel).getByLabelText('Phone'), '+12065550199');
  await retype(user, within(panel).getByLabelText('Phone'), '+12065550110');
  unmount();
  stopApp();
  await server.db.patch('clinics', 'C001', { phone_number: '+12065550188', clinic_city: 'Portland' });
  const reloaded = renderApp('/dashboard');
  const city = await screen.findByLabelText('City');
  expect(city).toHaveValue('Tacoma');
  expect(
    screen.getByText(/^Changed by someone else while you were editing: “.*Portland, .*”\./),
  ).toBeVisible();
  const profile = screen.getByRole('tabpanel', { name: 'Profile' });
  expect(within(profile).getByLabelText('Phone')).toHaveValue('+12065550188');
  reloaded.unmount();
  stopApp();
  clearStored();
  const next = await openProfile();
  expect(within(next.panel).getByLabelText('City')).toHaveValue('Portland');
});

it('shows providers the contact for onboarding 100+ customers', async () => {
  const { user, panel } = await openProfile();
  await user.click(within(panel).getByRole('button', { name: 'About onboarding 100+ customers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Onboarding 100+ customers' });
  expect(dialog).toHaveTextContent(`To onboard 100+ customers, contact us at ${brand.contactEmail}.`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows what was saved, also where it cannot be fetched again and a colleague has changed another field', async () => {
  const { user, panel } = await openProfile();
  const name = () => within(panel).getByLabelText('Provider Name');
  await retype(user, name(), 'Harbor Clinic');
  await server.db.patch('clinics', 'C001', { patient_count: '1-1000' });
  server.set('GET /clinic/fetch-clinic-profile', 'ok', { times: 1 });
  const answers = pauseResponses(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
  await user.click(within(panel).getByRole('button', { name: 'Update' }));
  await answers.decided();
  server.set('GET /clinic/fetch-clinic-profile', '500');
  answers.releaseAll();
  await expectToast('Profile updated successfully');
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Update' })).toBeEnabled());
  expect(name()).toHaveValue('Harbor Clinic');
});
