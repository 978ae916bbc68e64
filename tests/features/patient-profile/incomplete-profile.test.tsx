import { screen, waitFor } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirm, openProfile, patientRow, trackingAtRest, update } from './support';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const missingNotice =
  'Please complete your profile to be authenticated by clinics and receive your test kits.';

describe('an incomplete profile', () => {
  it('shows why to complete it and what is missing, until it is complete', async () => {
    await server.db.patch('patients', patientRow(server).patient_id, { patient_city: '' });
    const { user } = await openProfile(server);
    expect(screen.getByText(missingNotice)).toBeVisible();
    expect(screen.getByText('Still missing: city.')).toBeVisible();
    await user.type(screen.getByLabelText('City'), 'Seattle');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    await waitFor(() => expect(screen.queryByText(missingNotice)).toBeNull());
    await trackingAtRest();
  });
});

describe("the patient's provider", () => {
  it('can be read but not changed once there is one', async () => {
    await openProfile(server);
    expect(screen.getByLabelText('Provider')).toHaveValue('Harbor Street Clinic');
    expect(screen.getByLabelText('Provider')).toHaveAttribute('readonly');
  });

  it('can be chosen where the server names none', async () => {
    await server.db.patch('patients', patientRow(server).patient_id, { clinic_id: '' });
    await openProfile(server);
    expect(await screen.findByRole('combobox', { name: 'Provider' })).toBeEnabled();
  });

  it('is chosen from the list by a patient with the placeholder clinic', async () => {
    await server.db.patch('patients', patientRow(server).patient_id, { clinic_id: 'C000' });
    const { user } = await openProfile(server);
    await user.selectOptions(
      await screen.findByLabelText('Provider'),
      await screen.findByRole('option', { name: 'Saltwater Wellness' }),
    );
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    await waitFor(() => expect(screen.getByLabelText('Provider')).toHaveAttribute('readonly'));
    expect(screen.getByLabelText('Provider')).toHaveValue('Saltwater Wellness');
    expect(patientRow(server)).toMatchObject({ clinic_id: 'C003' });
    await trackingAtRest();
  });
});
