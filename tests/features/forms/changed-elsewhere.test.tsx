import { act, screen, waitFor, within } from '@testing-library/react';
import { retype } from '@tests/support/fill-in';
import { holdAnswers } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast, nothingPending } from '@tests/support/outcomes';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tag } from '@/contract';
import { getApp } from '@/features/api/app';
import { clearStored } from '@/lib/storage';
import { demoLab } from '@/mocks/kitwell/seeds/generate';
import { labTexts, openClinic } from '../clinic/support';
import {
  confirm,
  openProfile,
  patientRow,
  trackingAtRest,
  update,
  updating,
} from '../patient-profile/support';

const server = startMockServer();
const otherTab = new BroadcastChannel('kitwell:written');
beforeEach(() => clearStored());
afterEach(() => {
  otherTab.onmessage = null;
});
afterAll(() => otherTab.close());

/** What the other tab announces after a write. */
const announce = (...changed: readonly Tag[]) => otherTab.postMessage(changed);

const note = (text: string) => `Changed elsewhere: now “${text}”.`;

describe('the clinic’s profile, open in two tabs', () => {
  const updating = 'POST /clinic/update-clinic-profile';
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

  it('shows what the other one has saved, and sends it with what is typed here', async () => {
    const { user, panel, field } = await open();
    await retype(user, field('Phone'), '+12065550199');
    await saveElsewhere({ clinic_city: 'Boston', clinic_state: 'MA' });
    await waitFor(() => expect(field('City')).toHaveValue('Boston'));
    expect(field('Phone')).toHaveValue('+12065550199');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Profile updated successfully');
    expect(callsTo(server, updating).map(({ request }) => request)).toMatchObject([
      { body: { phoneNumber: '+12065550199', city: 'Boston', state: 'MA' } },
    ]);
  });

  it('keeps what is typed here, and shows what it would overwrite', async () => {
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.selectOptions(field('Estimated Patient Count'), '1-500');
    await saveElsewhere({ clinic_city: 'Boston', patient_count: '1-1000' });
    await waitFor(() => expect(field('City')).toHaveAccessibleDescription(note('Boston')));
    expect(field('City')).toHaveValue('Tacoma');
    expect(field('Estimated Patient Count')).toHaveAccessibleDescription(note('1-1000'));
    expect(screen.getByText(/^A field that you changed was also changed elsewhere\./)).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Profile updated successfully');
    expect(server.db.list('clinics')).toContainEqual(
      expect.objectContaining({ clinic_city: 'Tacoma', patient_count: '1-500' }),
    );
    await waitFor(() => expect(field('City')).toHaveAccessibleDescription(''));
  });

  it('shows a value that was cleared elsewhere, until the user agrees with it', async () => {
    await server.db.patch('clinics', 'C001', { address_line_2: 'Suite 4' });
    const { user, field } = await open();
    await retype(user, field('Address Line 2'), 'Suite 5');
    await saveElsewhere({ address_line_2: '' });
    await waitFor(() =>
      expect(field('Address Line 2')).toHaveAccessibleDescription('Changed elsewhere: now blank.'),
    );
    await user.clear(field('Address Line 2'));
    await waitFor(() => expect(field('Address Line 2')).toHaveAccessibleDescription(''));
  });

  it('keeps only what was typed while another section is open', async () => {
    const { user, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await screen.findByRole('tab', { name: 'Add Patients' });
    await saveElsewhere({ clinic_city: 'Boston', clinic_street: '7 Elm Street' });
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const again = within(await screen.findByRole('tabpanel', { name: 'Profile' }));
    await waitFor(() => expect(again.getByLabelText('Street')).toHaveValue('7 Elm Street'));
    expect(again.getByLabelText('City')).toHaveValue('Tacoma');
    expect(again.getByLabelText('City')).toHaveAccessibleDescription(note('Boston'));
  });

  it('does not count its own save as a change elsewhere, also where the user types on', async () => {
    const answers = holdAnswers(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await answers.decided();
    await retype(user, field('City'), 'Olympia');
    answers.letAllThrough();
    await expectToast('Profile updated successfully');
    await saveElsewhere({ clinic_street: '7 Elm Street' });
    await waitFor(() => expect(field('Street')).toHaveValue('7 Elm Street'));
    expect(field('City')).toHaveValue('Olympia');
    expect(field('City')).toHaveAccessibleDescription('');
  });

  it('keeps the earlier value where the user goes back to it during the save', async () => {
    const answers = holdAnswers(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await answers.decided();
    await retype(user, field('City'), 'Seattle');
    answers.letAllThrough();
    await expectToast('Profile updated successfully');
    await nothingPending(getApp().store);
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await screen.findByRole('tab', { name: 'Add Patients' });
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const again = within(await screen.findByRole('tabpanel', { name: 'Profile' }));
    expect(await again.findByLabelText('City')).toHaveValue('Seattle');
    expect(again.getByLabelText('City')).toHaveAccessibleDescription('');
  });

  it('counts as typed here only what was, also after a change elsewhere during its own save', async () => {
    const answers = holdAnswers(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
    const { user, panel, field } = await open();
    await retype(user, field('Phone'), '+12065550199');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await answers.decided();
    const reads = () => callsTo(server, 'GET /clinic/fetch-clinic-profile').length;
    const before = reads();
    await saveElsewhere({ clinic_city: 'Boston' });
    // The connection is back, so everything on screen is fetched again.
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(reads()).toBe(before + 1));
    answers.letAllThrough();
    await expectToast('Profile updated successfully');
    await waitFor(() => expect(field('City')).toHaveValue('Boston'));
    await nothingPending(getApp().store);
    await saveElsewhere({ clinic_city: 'Salem' });
    await waitFor(() => expect(field('City')).toHaveValue('Salem'));
    expect(field('City')).toHaveAccessibleDescription('');
  });

  it('does not count spaces that the server removes as a change elsewhere', async () => {
    const answers = holdAnswers(server, { name: 'updateClinicProfile', operation: updating }, ['ok']);
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma ');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await answers.decided();
    await server.db.patch('clinics', 'C001', { clinic_city: 'Tacoma', clinic_street: '7 Elm Street' });
    await retype(user, field('City'), 'Olympia');
    answers.letAllThrough();
    await waitFor(() => expect(field('Street')).toHaveValue('7 Elm Street'));
    expect(field('City')).toHaveValue('Olympia');
    expect(field('City')).toHaveAccessibleDescription('');
  });

  it('announces a change elsewhere once, and not again when fewer fields differ', async () => {
    const { user, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await retype(user, field('Phone'), '+12065550199');
    await saveElsewhere({ clinic_city: 'Boston', phone_number: '+12065550100' });
    await waitFor(() => expect(field('City')).toHaveAccessibleDescription(note('Boston')));
    const announcement = screen.getByText(/^A field that you changed was also changed elsewhere\./);
    const announced = announcement.textContent;
    await saveElsewhere({ clinic_city: 'Tacoma' });
    await waitFor(() => expect(field('City')).toHaveAccessibleDescription(''));
    expect(field('Phone')).toHaveAccessibleDescription(expect.stringContaining(note('+12065550100')));
    // A repeated announcement differs in an invisible character.
    expect(announcement.textContent).toBe(announced);
  });

  it('sends the other one what it has saved', async () => {
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    const { user, panel, field } = await open();
    await retype(user, field('City'), 'Tacoma');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expect.poll(() => heard).toContainEqual(['ClinicProfile', 'Session', 'Clinics']);
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
    expect(field('Address Line 2')).toHaveValue('Dock B');
    expect(field('City')).toHaveValue('Tacoma');
    expect(field('City')).toHaveAccessibleDescription(note('Seattle'));
  });

  it('an error beside a blank field goes with the value that the other one has saved', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, panel, field } = await open();
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectInPage(panel, 'Please enter all the required fields.');
    await addElsewhere();
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    await waitFor(() => expect(within(panel).queryByRole('alert')).toBeNull());
    expect(field('Lab Name')).not.toHaveAttribute('aria-invalid');
  });

  it('a lab that could not be added is not completed with parts of another one', async () => {
    await server.reset({ preset: 'new-clinic' });
    server.set(adding, '500', { times: 1 });
    const { user, panel, field } = await open();
    for (const [label, text] of Object.entries(labTexts)) await retype(user, field(label), text);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Error adding lab, please try again later!');
    await addElsewhere();
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    expect(field('Address Line 2')).toHaveValue('');
    expect(field('Address Line 2')).toHaveAccessibleDescription(note('Dock B'));
  });

  it.each([
    ['demo', 'Update'],
    ['new-clinic', 'Save'],
  ] as const)('can be saved while it is fetched again: %s', async (preset, button) => {
    await server.reset({ preset });
    const { panel } = await open();
    const answers = holdAnswers(server, { name: 'fetchLabs', operation: fetching }, ['ok']);
    announce('Lab');
    await answers.decided();
    expect(within(panel).getByRole('button', { name: button })).toBeEnabled();
    answers.letAllThrough();
  });

  it.each(['held', 'failed'] as const)('is not added twice while fetching it has %s', async (read) => {
    await server.reset({ preset: 'new-clinic' });
    const { user, panel, field } = await open();
    for (const [label, text] of Object.entries(labTexts)) await retype(user, field(label), text);
    const answers = holdAnswers(server, { name: 'fetchLabs', operation: fetching }, ['ok', 'ok', 'ok']);
    if (read === 'failed') {
      answers.letAllThrough();
      server.set(fetching, '500');
    }
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Lab added successfully');
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    await retype(user, field('City'), 'Salem');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(callsTo(server, adding)).toHaveLength(1);
    expect(server.db.list('labs')).toMatchObject([{ lab_city: 'Salem' }]);
    answers.letAllThrough();
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
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(
      `${note('+12065550100')} +1 206 555 0199, United States`,
    );
    expect(screen.getByLabelText('Frequency')).toHaveDisplayValue('Every Year');
    expect(screen.getByLabelText('Frequency')).toHaveAccessibleDescription(note('1 Time'));
    expect(screen.getByLabelText('Kit Type')).toHaveDisplayValue(/^Complete 10 Panel/);
    expect(screen.getByLabelText('Kit Type')).toHaveAccessibleDescription(note('Essential 2 Panel'));
    await trackingAtRest();
  });

  it('sends the provider that was chosen elsewhere, which the server keeps', async () => {
    await server.reset({ preset: 'demo' });
    await server.db.patch('patients', patientRow(server).patient_id, { clinic_id: 'C000' });
    const { user } = await openProfile(server);
    await screen.findByRole('option', { name: 'Harbor Street Clinic' });
    const clinics = server.db.list('clinics') as { clinic_id: string; clinic_name: string }[];
    const other = clinics.find(({ clinic_id }) => clinic_id === 'C002')?.clinic_name ?? '';
    await user.selectOptions(screen.getByLabelText('Provider'), other);
    await saveElsewhere({ clinic_id: 'C001' });
    await waitFor(() => expect(screen.getByLabelText('Provider')).toHaveValue('Harbor Street Clinic'));
    await update(user);
    await confirm(user);
    await expectToast('Profile updated successfully');
    expect(patientRow(server)).toMatchObject({ clinic_id: 'C001' });
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

  it('counts as typed here only what was, also after a change elsewhere during its own save', async () => {
    const answers = holdAnswers(server, { name: 'updatePatientProfile', operation: updating }, ['ok']);
    const { user } = await openProfile(server);
    await retype(user, screen.getByLabelText('Name'), 'Robin Marsh');
    await update(user);
    await confirm(user);
    await answers.decided();
    const reads = () => callsTo(server, 'GET /patient/fetch-patient-profile').length;
    const before = reads();
    await saveElsewhere({ patient_city: 'Boston' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(reads()).toBe(before + 1));
    await trackingAtRest();
    answers.letAllThrough();
    await expectToast('Profile updated successfully');
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Boston'));
    await nothingPending(getApp().store);
    await saveElsewhere({ patient_city: 'Salem' });
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Salem'));
    expect(screen.getByLabelText('City')).toHaveAccessibleDescription('');
    await trackingAtRest();
  });
});
