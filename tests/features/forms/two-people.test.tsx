import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderPart } from '@tests/support/app';
import { retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { getApp } from '@/app/app';
import type { OperationName } from '@/contract';
import { PatientsSection } from '@/features/patients/patients-section';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { demoLab } from '@/mocks/kitwell/seeds/generate';
import { openClinic } from '../clinic/support';
import { confirm, openProfile, patientRow, trackingAtRest, update } from '../patient-profile/support';

const server = startMockServer();
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 6 });
});

interface OpenForm {
  readonly user: UserEvent;
  /** Contains the form. */
  readonly place: HTMLElement;
}

interface Form {
  readonly title: string;
  readonly open: () => Promise<OpenForm>;
  readonly save: (form: OpenForm) => Promise<void>;
  readonly done: string;
  readonly reads: string;
  readonly readName: OperationName;
  readonly writes: string;
  readonly writeName: OperationName;
  /** Opens another section, calls `whileAway`, and opens the form again. */
  readonly reopen?: (form: OpenForm, whileAway: () => void) => Promise<OpenForm>;
  /** The label of the name. */
  readonly name?: string;
  readonly table: 'patients' | 'clinics' | 'labs';
  readonly key: () => string;
  /** The stored names of the phone, the street and the city. */
  readonly columns: readonly [phone: string, street: string, city: string];
}

const press = (name: string) => (form: OpenForm) =>
  form.user.click(within(form.place).getByRole('button', { name }));

const clinicForm = async (tab: 'Profile' | 'Sample Testing Lab') => {
  const { user, panel } = await openClinic(server, tab);
  await within(panel).findByLabelText('Phone');
  await nothingPending(getApp().store);
  return { user, place: panel };
};

async function reopenProfile({ user }: OpenForm, whileAway: () => void) {
  await user.click(screen.getByRole('button', { name: 'About the kits' }));
  await screen.findByRole('heading', { name: 'Kit Information' });
  whileAway();
  await user.click(screen.getByRole('button', { name: 'Profile & Kit Setup' }));
  await screen.findByLabelText('Phone');
  return { user, place: screen.getByRole('main') };
}

/** Update Patients with the demo patient's row in edit. */
async function openRow() {
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
  const { user } = renderPart(<PatientsSection />);
  await user.click(await screen.findByLabelText(`Edit ${patientRow(server).patient_name}`));
  await nothingPending(getApp().store);
  return { user, place: screen.getByLabelText('Patients', { selector: 'table' }) };
}

const forms: readonly Form[] = [
  {
    title: 'a clinic’s edit of a patient',
    open: openRow,
    save: press('Save'),
    done: 'Patient data updated successfully',
    reads: 'GET /patient/fetch-patients',
    readName: 'fetchPatients',
    writes: 'PUT /patient/update-patient/{id}',
    writeName: 'updatePatient',
    table: 'patients',
    key: () => patientRow(server).patient_id,
    columns: ['patient_phone', 'patient_street', 'patient_city'],
  },
  {
    title: 'the patient’s own profile',
    open: async () => ({ user: (await openProfile(server)).user, place: screen.getByRole('main') }),
    save: async ({ user }) => {
      await update(user);
      await confirm(user);
    },
    done: 'Profile updated successfully',
    reads: 'GET /patient/fetch-patient-profile',
    readName: 'fetchPatientProfile',
    writes: 'POST /patient/update-patient-profile',
    writeName: 'updatePatientProfile',
    reopen: reopenProfile,
    name: 'Name',
    table: 'patients',
    key: () => patientRow(server).patient_id,
    columns: ['patient_phone', 'patient_street', 'patient_city'],
  },
  {
    title: 'the clinic’s profile',
    open: () => clinicForm('Profile'),
    save: press('Update'),
    done: 'Profile updated successfully',
    reads: 'GET /clinic/fetch-clinic-profile',
    readName: 'fetchClinicProfile',
    writes: 'POST /clinic/update-clinic-profile',
    writeName: 'updateClinicProfile',
    table: 'clinics',
    key: () => 'C001',
    columns: ['phone_number', 'clinic_street', 'clinic_city'],
  },
  {
    title: 'the lab',
    open: () => clinicForm('Sample Testing Lab'),
    save: press('Update'),
    done: 'Lab updated successfully',
    reads: 'GET /clinic/fetch-labs',
    readName: 'fetchLabs',
    writes: 'PUT /clinic/update-lab',
    writeName: 'updateLab',
    table: 'labs',
    key: () => 'C001',
    columns: ['lab_phone', 'lab_street', 'lab_city'],
  },
];

describe.each(forms)('$title, edited by two people on two computers', (form) => {
  const [phoneColumn, street, city] = form.columns;
  const phone = ({ place }: OpenForm) => within(place).getByLabelText<HTMLInputElement>('Phone');
  /** Another computer tells this page nothing. */
  const saveElsewhere = (fields: Record<string, string>) => server.db.patch(form.table, form.key(), fields);
  const stored = () => {
    const rows = server.db.list(form.table) as Record<string, unknown>[];
    const keyColumn = form.table === 'patients' ? 'patient_id' : 'clinic_id';
    return rows.find((row) => row[keyColumn] === form.key());
  };
  const atRest = async () => {
    await nothingPending(getApp().store);
    if (form.title.includes('own')) await trackingAtRest();
  };

  it('keeps what the other one has saved in a field that is not edited here', async () => {
    const opened = await form.open();
    await retype(opened.user, phone(opened), '+1 206 555 0177');
    await saveElsewhere({ [street]: '9 New Road', [city]: 'Tacoma' });
    await form.save(opened);
    await expectToast(form.done);
    expect(stored()).toMatchObject({
      [phoneColumn]: '+1 206 555 0177',
      [street]: '9 New Road',
      [city]: 'Tacoma',
    });
    await atRest();
  });

  it('asks about a field that both have changed, and saves what is chosen', async () => {
    const opened = await form.open();
    await retype(opened.user, phone(opened), '+1 206 555 0177');
    await saveElsewhere({ [phoneColumn]: '+12065550199' });
    await form.save(opened);
    const question = await within(opened.place).findByRole('group', {
      name: 'Changed by someone else while you were editing: “+12065550199”. You have “+1 206 555 0177”.',
    });
    await waitFor(() => expect(question).toHaveFocus());
    expect(phone(opened)).toHaveValue('+1 206 555 0177');
    expect(callsTo(server, form.writes)).toEqual([]);
    const { violations } = await axe.run(question, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
    await opened.user.keyboard('{Tab}{Enter}');
    expect(phone(opened)).toHaveFocus();
    expect(question).not.toBeInTheDocument();
    await form.save(opened);
    await expectToast(form.done);
    expect(stored()).toMatchObject({ [phoneColumn]: '+1 206 555 0177' });
    await atRest();
  });

  it('sends nothing, and keeps what was typed, while it can’t be fetched', async () => {
    const opened = await form.open();
    await retype(opened.user, phone(opened), '+1 206 555 0177');
    server.set(form.reads, '500');
    await form.save(opened);
    const problem = /^We couldn’t check for newer changes, so nothing was sent\./;
    expect((await screen.findAllByText(problem))[0]).toBeVisible();
    expect(callsTo(server, form.writes)).toEqual([]);
    expect(phone(opened)).toHaveValue('+1 206 555 0177');
    server.set(form.reads, 'ok');
    await form.save(opened);
    await expectToast(form.done);
    expect(stored()).toMatchObject({ [phoneColumn]: '+1 206 555 0177' });
    await atRest();
  });

  // The clinic’s forms keep and compare their fields as the patient’s profile does: with `useDraftForm`.
  if (form.table !== 'patients') return;

  it('asks about an address of which each has changed another part, and can take over theirs', async () => {
    const opened = await form.open();
    if (form.reopen === undefined) {
      await opened.user.click(within(opened.place).getByRole('button', { name: /^Address: / }));
      await retype(opened.user, await screen.findByLabelText('City'), 'Olympia');
      await opened.user.click(screen.getByRole('button', { name: 'Done' }));
    } else await retype(opened.user, within(opened.place).getByLabelText('City'), 'Olympia');
    await saveElsewhere({ [street]: '9 New Road' });
    await form.save(opened);
    const theirs = await within(opened.place).findByRole('button', { name: 'Use theirs' });
    expect(callsTo(server, form.writes)).toEqual([]);
    const before = stored();
    await opened.user.click(theirs);
    await form.save(opened);
    await expectToast(form.done);
    expect(stored()).toEqual(before);
    await atRest();
  });

  // A row can't be edited while it is saved, which goes on while another section is open.
  const { reopen } = form;
  if (reopen === undefined) return;

  it('goes back to the earlier value after a save whose answer was lost', async () => {
    const opened = await form.open();
    const before = phone(opened).value;
    const writes = pauseResponses(server, { name: form.writeName, operation: form.writes }, ['lost']);
    await retype(opened.user, phone(opened), '+1 206 555 0177');
    await form.save(opened);
    await writes.decided();
    server.set(form.reads, '500');
    writes.releaseAll();
    await within(opened.place).findByText(/^We didn’t get a response/);
    server.set(form.reads, 'ok');
    expect(stored()).toMatchObject({ [phoneColumn]: '+1 206 555 0177' });
    await retype(opened.user, phone(opened), before);
    await form.save(opened);
    await expectToast(form.done);
    expect(phone(opened)).toHaveValue(before);
    expect(stored()).toMatchObject({ [phoneColumn]: before });
    expect(readStored('formDrafts')).toEqual({});
    await atRest();
  });

  it('says that nothing was sent if the field in question is restored while it is being checked', async () => {
    const opened = await form.open();
    const before = phone(opened).value;
    await retype(opened.user, phone(opened), '+1 206 555 0177');
    await saveElsewhere({ [phoneColumn]: '+12065550199' });
    const reads = pauseResponses(server, { name: form.readName, operation: form.reads }, []);
    await form.save(opened);
    await reads.decided();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await retype(opened.user, phone(opened), before);
    reads.releaseAll();
    expect(await screen.findByText(/^Nothing was sent yet/)).toBeVisible();
    expect(callsTo(server, form.writes)).toEqual([]);
    expect(phone(opened)).toHaveValue('+12065550199');
    await atRest();
  });

  it.each(['before', 'after'])(
    'shows what the other one has saved also if it is opened again during the save, %s the fetch',
    async (when) => {
      const opened = await form.open();
      await retype(opened.user, within(opened.place).getByLabelText('City'), 'Olympia');
      await saveElsewhere({ [phoneColumn]: '+12065550199' });
      const reads = pauseResponses(server, { name: form.readName, operation: form.reads }, []);
      await form.save(opened);
      await reads.decided();
      const again = await reopen(opened, () => {
        if (when === 'before') return;
        server.set(form.writes, 'ok', { delay: 600, times: 1 });
        reads.releaseAll();
      });
      await retype(again.user, within(again.place).getByLabelText(form.name ?? ''), 'Robyn Marsh');
      reads.releaseAll();
      await expectToast(form.done);
      await waitFor(() => expect(phone(again)).toHaveValue('+12065550199'));
      expect(JSON.stringify(readStored('formDrafts'))).toMatch(
        /^\{"[^"]+":\{"\w+":\{"text":"Robyn Marsh"[^}]+\}\}\}$/,
      );
      await nothingPending(getApp().store);
      await form.save(again);
      await waitFor(() => expect(callsTo(server, form.writes)).toHaveLength(2));
      await waitFor(() => expect(JSON.stringify(stored())).toContain('Robyn Marsh'));
      expect(stored()).toMatchObject({ [phoneColumn]: '+12065550199', [city]: 'Olympia' });
      await atRest();
    },
  );
});

it.each([
  { tab: 'Profile', table: 'clinics', column: 'phone_number' },
  { tab: 'Sample Testing Lab', table: 'labs', column: 'lab_phone' },
] as const)('the clinic’s $tab shows what was saved elsewhere since it was last open', async (form) => {
  const { user, panel } = await openClinic(server, form.tab);
  await within(panel).findByLabelText('Phone');
  await user.click(screen.getByRole('button', { name: 'Patients' }));
  await screen.findByRole('tab', { name: 'Add Patients' });
  await nothingPending(getApp().store);
  await server.db.patch(form.table, 'C001', { [form.column]: '+12065550199' });
  await user.click(screen.getByRole('button', { name: /^Hey, / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  const reopened = await screen.findByRole('tabpanel', { name: form.tab });
  await waitFor(() => expect(within(reopened).getByLabelText('Phone')).toHaveValue('+12065550199'));
});

it('the patient’s own profile shows what the clinic has saved since it was last open', async () => {
  const { user } = await openProfile(server);
  await user.click(screen.getByRole('button', { name: 'About the kits' }));
  await screen.findByRole('heading', { name: 'Kit Information' });
  await nothingPending(getApp().store);
  await server.db.patch('patients', patientRow(server).patient_id, { patient_phone: '+12065550199' });
  await user.click(screen.getByRole('button', { name: 'Profile & Kit Setup' }));
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveValue('+12065550199'));
  await trackingAtRest();
});

it('a row in edit shows what was saved elsewhere since the list was fetched', async () => {
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
  const { user } = renderPart(<PatientsSection />);
  const edit = await screen.findByLabelText(`Edit ${patientRow(server).patient_name}`);
  await server.db.patch('patients', patientRow(server).patient_id, { patient_phone: '+12065550199' });
  await user.click(edit);
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveValue('+12065550199'));
});

it('a lab that is removed elsewhere can be added again, with everything that was shown', async () => {
  const opened = await clinicForm('Sample Testing Lab');
  await retype(opened.user, within(opened.place).getByLabelText('Phone'), '+1 206 555 0177');
  await server.db.remove('labs', 'C001');
  await press('Update')(opened);
  expect(await screen.findByText(/^Your clinic’s lab was removed meanwhile\./)).toBeVisible();
  expect(callsTo(server, 'PUT /clinic/update-lab')).toEqual([]);
  await press('Save')(opened);
  await expectToast('Lab added successfully');
  expect(server.db.list('labs')).toEqual([{ ...demoLab, lab_phone: '+1 206 555 0177' }]);
});

it('a patient who is removed elsewhere stays in edit, with what was typed', async () => {
  const opened = await openRow();
  await retype(opened.user, within(opened.place).getByLabelText('Phone'), '+1 206 555 0177');
  await server.db.remove('patients', patientRow(server).patient_id);
  await press('Save')(opened);
  expect(await screen.findByText(/is no longer in your list, so this can’t be saved/)).toBeVisible();
  expect(screen.getByLabelText('Phone')).toHaveValue('+1 206 555 0177');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(callsTo(server, 'PUT /patient/update-patient/{id}')).toEqual([]);
  await opened.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByLabelText('Phone')).toBeNull();
});
