import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { loseAnswer } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast, focusedErrorSummary, linksIn } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirm, openProfile, patientRow, trackingAtRest, update, updating } from './support';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const main = () => screen.getByRole('main');

async function retype(user: UserEvent, label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  if (text !== '') await user.type(screen.getByLabelText(label), text);
}

describe('the patient profile', () => {
  it('groups the fields as You, Delivery and Kit', async () => {
    await openProfile(server);
    const groups = within(main())
      .getAllByRole('group')
      .map((group) => [...group.querySelectorAll('label')].map((label) => label.textContent));
    expect(groups).toEqual([
      ['Name', 'Phone', 'Age', 'Provider'],
      ['Street', 'City', 'Postal Code', 'State', 'Country', 'Shipping Type', 'Address Line 2'],
      ['Frequency', 'Kit Type'],
    ]);
    for (const name of ['You', 'Delivery', 'Kit'])
      expect(within(main()).getByRole('group', { name })).toBeVisible();
  });

  it('saves nothing before the patient has confirmed it', async () => {
    const { user } = await openProfile(server);
    await retype(user, 'City', 'Tacoma');
    await update(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'Update your profile?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(callsTo(server, updating)).toEqual([]);
    expect(screen.getByLabelText('City')).toHaveValue('Tacoma');
  });

  it('saves every field, confirms it, and the greeting shows the new name', async () => {
    const { user } = await openProfile(server);
    await retype(user, 'Name', 'Robin Marsh');
    await retype(user, 'Age', '0');
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

  it('counts as saved without an answer once the server has what was typed', async () => {
    loseAnswer(server, 'updatePatientProfile');
    const { user } = await openProfile(server);
    await retype(user, 'City', 'Tacoma');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(within(main()).queryByRole('alert')).toBeNull();
    expect(patientRow(server)).toMatchObject({ patient_city: 'Tacoma' });
    expect(callsTo(server, updating)).toHaveLength(1);
    await trackingAtRest();
  });

  it('may still have been saved after the next update is cancelled, until one is confirmed by the server', async () => {
    server.set(updating, 'network', { times: 1 });
    const { user } = await openProfile(server);
    await retype(user, 'City', 'Tacoma');
    await update(user);
    await confirm(user);
    const notice = /^We didn’t get a response, so this may or may not have been saved/;
    await screen.findByText(notice);
    await update(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(notice)).toBeVisible();
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(screen.queryByText(notice)).toBeNull();
    await trackingAtRest();
  });

  it('lists what is missing, and leads to each field', async () => {
    const { user } = await openProfile(server);
    await retype(user, 'Name', '');
    await retype(user, 'City', '');
    await user.selectOptions(screen.getByLabelText('Kit Type'), '');
    await update(user);
    const summary = await focusedErrorSummary(main());
    await expectInPage(main(), 'Please enter all the required fields.');
    expect(linksIn(summary)).toEqual(['Enter your name.', 'Enter your city.', 'Choose a kit.']);
    await user.click(within(summary).getByRole('link', { name: 'Choose a kit.' }));
    expect(screen.getByLabelText('Kit Type')).toHaveFocus();
    expect(callsTo(server, updating)).toEqual([]);
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

  it('takes an age from 0 to 120 and asks for no confirmation of another one', async () => {
    const { user } = await openProfile(server);
    await retype(user, 'Age', '121');
    await update(user);
    const age = screen.getByLabelText('Age');
    await waitFor(() => expect(age).toHaveAccessibleDescription('Enter an age from 0 to 120.'));
    expect(age).toHaveFocus();
    expect(screen.queryByText('Please enter all the required fields.')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await retype(user, 'Age', '120');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    await trackingAtRest();
  });

  it('shows how a phone number is understood, and saves any', async () => {
    const { user } = await openProfile(server);
    const phone = screen.getByLabelText('Phone');
    await waitFor(() => expect(phone).toHaveAccessibleDescription('+1 206 555 0123, United States'));
    await retype(user, 'Phone', '206 555 0123');
    expect(phone).toHaveAccessibleDescription('Start with the country code, such as +1.');
    await retype(user, 'Phone', '+1 206');
    expect(phone).toHaveAccessibleDescription(
      'Check this phone number and its country code. Include the country code, such as +1.',
    );
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(patientRow(server)).toMatchObject({ patient_phone: '+1 206' });
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

  it('fills the address in from the search, and leaves every part editable', async () => {
    const { user } = await openProfile(server);
    await retype(user, 'Street', '12 harbor boston');
    await user.click(await screen.findByRole('option', { name: /Boston, MA 02108/ }));
    await waitFor(() => expect(screen.getByLabelText('Postal Code')).toHaveValue('02108'));
    expect(screen.getByLabelText('Street')).toHaveValue('12 Harbor Street');
    expect(screen.getByLabelText('City')).toHaveValue('Boston');
    expect(screen.getByLabelText('State')).toHaveValue('MA');
    expect(screen.getByLabelText('Country')).toHaveValue('United States');
    await retype(user, 'Street', '12 Harbor Street');
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(patientRow(server)).toMatchObject({
      patient_street: '12 Harbor Street',
      patient_city: 'Boston',
      patient_postal_code: '02108',
    });
    await trackingAtRest();
  });
});
