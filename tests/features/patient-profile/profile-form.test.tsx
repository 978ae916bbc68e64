import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirm, openProfile, patientRow, trackingAtRest, update, updating } from './support';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const main = () => screen.getByRole('main');

describe('the patient profile', () => {
  it('groups the fields as You, Delivery and Your next kit', async () => {
    await openProfile(server);
    const groups = within(main())
      .getAllByRole('group')
      .map((group) => [...group.querySelectorAll('label')].map((label) => label.textContent));
    expect(groups).toEqual([
      ['Name', 'Phone', 'Age', 'Provider'],
      ['Street', 'City', 'Postal Code', 'State', 'Country', 'Shipping Type', 'Address Line 2'],
      ['Frequency', 'Kit Type'],
    ]);
    for (const name of ['You', 'Delivery', 'Your next kit'])
      expect(within(main()).getByRole('group', { name })).toBeVisible();
  });

  it('saves nothing before the patient has confirmed it', async () => {
    const { user } = await openProfile(server);
    await retype(user, screen.getByLabelText('City'), 'Tacoma');
    await update(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'Update your profile?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(callsTo(server, updating)).toEqual([]);
    expect(screen.getByLabelText('City')).toHaveValue('Tacoma');
  });

  it('saves every field, confirms it, and the greeting shows the new name', async () => {
    const { user } = await openProfile(server);
    await retype(user, screen.getByLabelText('Name'), 'Robin Marsh');
    await retype(user, screen.getByLabelText('Age'), '0');
    await user.selectOptions(screen.getByLabelText('Shipping Type'), 'Overnight');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Every Year');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(await screen.findByRole('button', { name: 'Hey, Robin Marsh' })).toBeVisible();
    expect(screen.getAllByText('Profile updated successfully')).toHaveLength(1);
    expect(patientRow(server)).toMatchObject({
      patient_name: 'Robin Marsh',
      patient_age: 0,
      shipping_type: 'Overnight',
      frequency: 'Yearly',
      kit_type: 'kit-standard-5',
    });
    await trackingAtRest();
  });

  it('shows an imported shipping type and frequency as they are, and keeps them until others are chosen', async () => {
    await server.db.patch('patients', patientRow(server).patient_id, {
      shipping_type: 'Courier',
      frequency: 'every week',
    });
    const { user } = await openProfile(server);
    expect(screen.getByLabelText('Shipping Type')).toHaveDisplayValue('Courier');
    expect(screen.getByLabelText('Frequency')).toHaveDisplayValue('every week');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Every Year');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(patientRow(server)).toMatchObject({ shipping_type: 'Courier', frequency: 'Yearly' });
    await trackingAtRest();
  });

  it('keeps the age while the page is scrolled over its field', async () => {
    const { user } = await openProfile(server);
    const age = screen.getByLabelText('Age');
    /** Chromium changes the number of a focused field unless the event is prevented. */
    const isPrevented = () => !fireEvent.wheel(age, { deltaY: 100 });
    expect(isPrevented()).toBe(false);
    await user.click(age);
    expect(isPrevented()).toBe(true);
    await trackingAtRest();
  });

  it('opens the kit that is chosen, also one that is not saved yet', async () => {
    const { user } = await openProfile(server);
    await user.selectOptions(screen.getByLabelText('Kit Type'), 'Complete 10 Panel');
    await user.click(screen.getByRole('button', { name: 'About the kits' }));
    expect(await screen.findByRole('heading', { name: 'Complete 10 Panel' })).toBeVisible();
    expect(screen.getByText('Price: $249')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Profile & Kit Setup' }));
    await screen.findByLabelText('Kit Type');
    await trackingAtRest();
  });
});
