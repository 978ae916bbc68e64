import { screen, waitFor, within } from '@testing-library/react';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getApp } from '@/app/app';
import type { Tag } from '@/contract';
import { clearStored } from '@/lib/storage';
import { demoLab } from '@/mocks/kitwell/seeds/generate';
import { labTexts, openClinic } from '../clinic/support';
import { confirm, openProfile, patientRow, trackingAtRest, update } from '../patient-profile/support';

const server = startMockServer();
const otherTab = new BroadcastChannel('kitwell:written');
beforeEach(() => clearStored());
afterEach(() => {
  otherTab.onmessage = null;
});
afterAll(() => otherTab.close());

/** What the other tab announces after a write. */
const announce = (...changed: readonly Tag[]) => otherTab.postMessage(changed);

const question = (theirs: string, mine: string) =>
  `Changed by someone else while you were editing: “${theirs}”. You have “${mine}”.`;
/** The question about the address. */
const addressQuestion = () => screen.getByRole('group', { name: /^Changed by .*, United States/ });

describe('the clinic’s profile, open in two tabs', () => {
  beforeEach(() => server.reset({ preset: 'demo' }));

  const open = async () => {
    const { user, panel } = await openClinic(server, 'Profile');
    await within(panel).findByLabelText('Provider Name');
    return { user, panel, field: (label: string) => within(panel).getByLabelText(label) };
  };
  const saveElsewhere = async (fields: Record<string, string>) => {
    await server.db.patch('clinics', 'C001', fields);
    announce('ClinicProfile');
  };

  it('keeps what is typed here, and asks before it overwrites the other’s', async () => {
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.selectOptions(field('Estimated Patient Count'), '1-500');
    await saveElsewhere({ clinic_city: 'Boston', patient_count: '1-1000' });
    const count = await within(panel).findByRole('group', { name: question('1-1000', '1-500') });
    expect(addressQuestion()).toHaveAccessibleName(/Boston.* You have .*Tacoma/);
    expect(field('City')).toHaveValue('Tacoma');
    expect(screen.getByText(/^A field that you changed was also changed elsewhere\./)).toBeInTheDocument();
    await user.click(within(addressQuestion()).getByRole('button', { name: 'Keep mine' }));
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(count).toHaveFocus());
    expect(callsTo(server, 'POST /clinic/update-clinic-profile')).toEqual([]);
    await user.click(within(count).getByRole('button', { name: 'Use theirs' }));
    expect(field('Estimated Patient Count')).toHaveFocus();
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Profile updated successfully');
    expect(server.db.list('clinics')).toContainEqual(
      expect.objectContaining({ clinic_city: 'Tacoma', patient_count: '1-1000' }),
    );
  });
});

describe('the lab, open in two tabs', () => {
  const adding = 'POST /clinic/add-lab';
  const fetching = 'GET /clinic/fetch-labs';

  const open = async () => {
    const { user, panel } = await openClinic(server, 'Sample Testing Lab');
    await within(panel).findByRole('heading', { level: 2 });
    return { user, panel, field: (label: string) => within(panel).getByLabelText(label) };
  };
  const addElsewhere = async () => {
    await server.db.insert('labs', { ...demoLab });
    announce('Lab');
  };

  it('a blank form takes over the lab that the other one has added', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await addElsewhere();
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    expect(field('Lab Name')).toHaveValue('Northfold Labs');
    // The parts of an address are taken over together.
    expect(field('Address Line 2')).toHaveValue('');
    expect(field('City')).toHaveValue('Tacoma');
    await user.click(within(addressQuestion()).getByRole('button', { name: 'Use theirs' }));
    expect(field('Address Line 2')).toHaveValue('Dock B');
    expect(field('City')).toHaveValue('Seattle');
  });

  it('a lab that could not be added is not completed with parts of another one', async () => {
    await server.reset({ preset: 'new-clinic' });
    server.set(adding, '500', { times: 1 });
    const { user, panel, field } = await open();
    for (const [label, text] of Object.entries(labTexts)) await retype(user, field(label), text);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectInPage(panel, 'Error adding lab, please try again later!');
    await addElsewhere();
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    expect(field('Address Line 2')).toHaveValue('');
    expect(addressQuestion()).toHaveAccessibleName(/Dock B/);
  });

  it('is not added twice while it is being fetched', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, panel, field } = await open();
    for (const [label, text] of Object.entries(labTexts)) await retype(user, field(label), text);
    const answers = pauseResponses(server, { name: 'fetchLabs', operation: fetching }, ['ok', 'ok', 'ok']);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    // It is fetched before it is added.
    await answers.releaseNext();
    await expectToast('Lab added successfully');
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    await retype(user, field('City'), 'Salem');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    answers.releaseAll();
    await expectToast('Lab updated successfully');
    expect(callsTo(server, adding)).toHaveLength(1);
    expect(server.db.list('labs')).toMatchObject([{ lab_city: 'Salem' }]);
    await nothingPending(getApp().store);
    expect(field('City')).toHaveValue('Salem');
  });
});

describe('the patient’s profile, open in two tabs', () => {
  beforeEach(() => server.reset({ preset: 'demo' }));

  const saveElsewhere = async (fields: Record<string, unknown>) => {
    await server.db.patch('patients', patientRow(server).patient_id, fields);
    announce('PatientProfile');
  };

  it('takes over what was saved elsewhere, and keeps what is typed here', async () => {
    const { user } = await openProfile(server);
    await retype(user, screen.getByLabelText('Phone'), '+1 206 555 0199');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Every Year');
    await user.selectOptions(screen.getByLabelText('Kit Type'), 'Complete 10 Panel');
    await saveElsewhere({
      patient_city: 'Boston',
      patient_phone: '+12065550100',
      frequency: '1 Time',
      kit_type: 'kit-essential-2',
    });
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Boston'));
    expect(screen.getByLabelText('Phone')).toHaveValue('+1 206 555 0199');
    expect(screen.getByText(question('+12065550100', '+1 206 555 0199'))).toBeVisible();
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(/\+1 206 555 0199, United States$/);
    expect(screen.getByLabelText('Frequency')).toHaveDisplayValue('Every Year');
    expect(screen.getByText(question('1 Time', 'Every Year'))).toBeVisible();
    expect(screen.getByLabelText('Kit Type')).toHaveDisplayValue(/^Complete 10 Panel/);
    expect(screen.getByText(question('Essential 2 Panel', 'Complete 10 Panel'))).toBeVisible();
    await trackingAtRest();
  });

  it('keeps what was saved elsewhere while the confirmation is open', async () => {
    const { user } = await openProfile(server);
    await retype(user, screen.getByLabelText('Name'), 'Robin Marsh');
    await update(user);
    await screen.findByRole('alertdialog', { name: 'Update your profile?' });
    await saveElsewhere({ patient_city: 'Boston' });
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Boston'));
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(patientRow(server)).toMatchObject({ patient_name: 'Robin Marsh', patient_city: 'Boston' });
    expect(screen.getByLabelText('City')).toHaveValue('Boston');
    await trackingAtRest();
  });
});
