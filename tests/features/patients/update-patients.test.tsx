import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/app/api';
import { getApp, stopApp } from '@/app/app';
import { sendRequest } from '@/app/section-request';
import { PatientsSection } from '@/features/patients/patients-section';
import { clearStored, writeStored } from '@/lib/storage';
import { LiveRegion } from '@/ui/feedback/announce';

const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo', patients: 6 });
  clearStored();
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
});

const update = 'PUT /patient/update-patient/{id}';
// By label, because jsdom takes long to find roles in a list.
const table = () => screen.getByLabelText('Patients', { selector: 'table' });
const editButtons = () => within(table()).getAllByLabelText(/^Edit /);
const field = (label: string) => within(table()).getByLabelText(label);

async function openList() {
  const view = renderPart(
    <>
      <PatientsSection />
      <LiveRegion />
    </>,
  );
  await waitFor(() => expect(editButtons()).not.toHaveLength(0));
  const edit = async (row: number) => {
    const button = editButtons()[row];
    if (button === undefined) throw new Error(`there is no row ${row}`);
    const name = button.getAttribute('aria-label')?.replace('Edit ', '') ?? '';
    await view.user.click(button);
    return name;
  };
  return { ...view, edit };
}

describe('the list', () => {
  it('moves the focus to the search when an edit ends whose row was scrolled out of view', async () => {
    await server.reset({ preset: 'large', patients: 100 });
    await server.as('provider');
    writeStored('activePatientTab', 'Update Patients');
    const { user, edit } = await openList();
    await edit(0);
    const first = editButtons()[0]?.getAttribute('aria-label');
    fireEvent.scroll(table().parentElement as HTMLElement, { target: { scrollTop: 3000 } });
    await waitFor(() => expect(editButtons()[0]).not.toHaveAccessibleName(first ?? ''));
    await user.type(field('Name'), '{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Search by name, email or phone')).toHaveFocus());
    expect(within(table()).queryByLabelText('Name')).toBeNull();
  });

  it('shows when there are no patients yet, and leads to where they are added', async () => {
    await server.reset({ preset: 'empty' });
    await server.as('provider');
    writeStored('activePatientTab', 'Update Patients');
    const { user } = renderPart(<PatientsSection />);
    expect(await screen.findByText('No patients yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to Add Patients' }));
    expect(screen.getByRole('tab', { name: 'Add Patients' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('editing a row', () => {
  it('saves what was changed and goes back to reading', async () => {
    const { user, edit } = await openList();
    const name = await edit(1);
    expect(field('Name')).toHaveFocus();
    expect(field('Name')).toHaveValue(name);
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Ada Byron');
    await user.clear(field('Email'));
    await user.type(field('Email'), 'ada.byron@example.com');
    await user.click(within(table()).getByRole('button', { name: /^Address: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    await user.clear(dialog.getByLabelText('City'));
    await user.type(dialog.getByLabelText('City'), 'Nashville');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(await screen.findByText('ada.byron@example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Ada Byron' })).toHaveFocus());
    const stored = server.db
      .list('patients')
      .find((row) => 'patient_name' in row && row.patient_name === 'Ada Byron');
    expect(stored).toMatchObject({ patient_city: 'Nashville' });
  });

  it('discards the changes on Cancel', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(name)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: `Edit ${name}` })).toHaveFocus());
  });

  it('marks an email that is none, without a message beside the buttons, and sends nothing', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.clear(field('Email'));
    await user.type(field('Email'), 'not an email');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field('Email')).toBeInvalid());
    expect(field('Email')).toHaveFocus();
    const form = within(screen.getByRole('form', { name: `Details of ${name}` }));
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(screen.queryByText('Please enter all the details of the patient.')).toBeNull();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'right@example.com');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(server.log.list().filter(({ operation }) => operation === update)).toHaveLength(1);
  });

  it('takes back what was typed into the address modal on its Cancel', async () => {
    const { user, edit } = await openList();
    await edit(0);
    const address = () => within(table()).getByRole('button', { name: /^Address: / });
    const before = address().getAttribute('aria-label');
    await user.click(address());
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    await user.clear(dialog.getByLabelText('City'));
    await user.type(dialog.getByLabelText('City'), 'Nashville');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toHaveAttribute('aria-label', before);
    expect(address()).not.toHaveAccessibleName(/Nashville/);
    await user.click(address());
    expect(await screen.findByLabelText('City')).not.toHaveValue('Nashville');
  });

  it('shows that it is updating', async () => {
    const answers = pauseResponses(server, { name: 'updatePatient', operation: update }, ['ok']);
    const { user, edit } = await openList();
    await edit(0);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeDisabled();
    expect(field('Name')).toHaveAttribute('readonly');
    await answers.releaseNext();
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
  });
});

/** What another tab announces after a change of patients. */
function announcePatients() {
  const channel = new BroadcastChannel('kitwell:written');
  channel.postMessage(['Patients']);
  channel.close();
}

/** Changes a patient as another tab does, and lets this tab know. */
async function changeElsewhere(name: string, values: Record<string, unknown>) {
  const patients = () => server.db.list('patients') as { patient_id: string; patient_name: string }[];
  const id = patients().find(({ patient_name }) => patient_name === name)?.patient_id ?? '';
  await server.db.patch('patients', id, values);
  announcePatients();
  return () => patients().find(({ patient_id }) => patient_id === id);
}

const note = (theirs: string, mine: string) =>
  `Changed by someone else while you were editing: “${theirs}”. You have “${mine}”.`;
const addressButton = () => within(table()).getByRole('button', { name: /^Address: / });
const namedRow = (name: string) => {
  const rows = server.db.list('patients') as Record<
    'patient_id' | 'patient_name' | 'patient_email',
    string
  >[];
  return rows.find(({ patient_name }) => patient_name === name);
};

describe('unsaved changes', () => {
  it('are kept where another tab has saved the same field, and the user decides which to keep', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    const saved = await changeElsewhere(name, { patient_age: 77, patient_name: 'Another Name' });
    await waitFor(() => expect(field('Age')).toHaveValue('77'));
    expect(field('Name')).toHaveValue(`${name} changed`);
    expect(screen.getByText(note('Another Name', `${name} changed`))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(field('Name')).toHaveFocus();
    expect(field('Name')).toHaveAccessibleDescription('');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(saved()).toMatchObject({ patient_age: 77, patient_name: `${name} changed` });
  });

  it('are in the address: it is kept whole, and the user decides between it and that of another tab', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.click(addressButton());
    await user.type(await screen.findByLabelText('City'), ' East');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    const before = namedRow(name);
    const saved = await changeElsewhere(name, { patient_age: 77, patient_street: '9 Other Road' });
    await waitFor(() => expect(field('Age')).toHaveValue('77'));
    expect(
      screen.getByText(/^Changed by someone else while you were editing: “9 Other Road, .*”\./),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(addressButton()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(saved()).toMatchObject({
      ...before,
      patient_age: 77,
      patient_city: expect.stringMatching(/ East$/),
    });
  });

  it('are not given up for another row', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    await edit(0);
    expect(screen.getByText(`You have unsaved changes for ${name}.`)).toBeVisible();
    expect((field('Name') as HTMLInputElement).value).toMatch(/ changed$/);
    await user.click(screen.getByRole('button', { name: 'Cancel the changes' }));
    expect(screen.queryByText(`You have unsaved changes for ${name}.`)).not.toBeInTheDocument();
  });

  it('are found again from the notice, when another patient was searched for', async () => {
    const { user, edit } = await openList();
    const other = editButtons()[3]?.getAttribute('aria-label')?.replace('Edit ', '') ?? '';
    const name = await edit(0);
    const email = (field('Email') as HTMLInputElement).value;
    await user.type(field('Name'), ' changed');
    const search = screen.getByLabelText('Search by name, email or phone');
    await user.type(search, other);
    await user.click(await screen.findByRole('button', { name: `Edit ${other}` }));
    await user.click(screen.getByRole('button', { name: 'Show the row' }));
    expect(search).toHaveValue(email);
    expect(field('Name')).toHaveValue(`${name} changed`);
  });

  it('are no longer mentioned once they were taken back', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), '!');
    await edit(0);
    expect(screen.getByText(`You have unsaved changes for ${name}.`)).toBeVisible();
    await user.type(field('Name'), '{Backspace}');
    expect(screen.queryByText(`You have unsaved changes for ${name}.`)).toBeNull();
    await user.type(field('Name'), '!');
    expect(screen.queryByText(`You have unsaved changes for ${name}.`)).toBeNull();
  });

  it('only one row is in edit: an untouched one closes when another opens', async () => {
    const { edit } = await openList();
    await edit(0);
    const second = await edit(0);
    expect(within(table()).getAllByRole('button', { name: 'Save' })).toHaveLength(1);
    expect(field('Name')).toHaveValue(second);
  });
});

it('a save that was sent goes on, and cannot be cancelled, where its row was left and opened again', async () => {
  const answers = pauseResponses(server, { name: 'updatePatient', operation: update }, ['500']);
  const { user, edit, unmount } = await openList();
  const name = await edit(1);
  await user.type(field('Name'), ' changed');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Updating...' })).toBeDisabled();
  unmount();
  await openList();
  expect(screen.queryByRole('button', { name: 'Cancel the changes' })).toBeNull();
  await answers.releaseNext();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
  expect(field('Name')).toHaveValue(`${name} changed`);
  expect(field('Name')).toHaveAccessibleDescription('');
});

/** The patients as this tab has fetched them. */
const fetched = async () =>
  (await getApp().store.dispatch(api.endpoints.fetchPatients.initiate(undefined))).data ?? [];

it('an edit that a command asks for while another row is saved begins after that', async () => {
  const answers = pauseResponses(server, { name: 'updatePatient', operation: update }, ['ok']);
  const { user, edit } = await openList();
  const name = await edit(0);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Updating...' });
  const [patient] = (await fetched()).filter(({ patient_name }) => patient_name !== name);
  if (patient === undefined) throw new Error('there is one patient only');
  act(() => sendRequest(getApp().store, { action: 'edit', patient }));
  expect(field('Name')).toHaveValue(name);
  await answers.releaseNext();
  await waitFor(() => expect(field('Name')).toHaveValue(patient.patient_name));
  expect(field('Name')).toHaveFocus();
  expect(field('Email')).toHaveValue(patient.patient_email);
});

it.each(['500', 'network'] as const)(
  'an edit that a command asks for while another row is saved leaves that row open if its save ends with %s',
  async (branch) => {
    const answers = pauseResponses(server, { name: 'updatePatient', operation: update }, [branch]);
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Updating...' });
    const [patient] = (await fetched()).filter(({ patient_name }) => patient_name !== name);
    if (patient === undefined) throw new Error('there is one patient only');
    act(() => sendRequest(getApp().store, { action: 'edit', patient }));
    await answers.releaseNext();
    expect(await screen.findByText(`You have unsaved changes for ${name}.`)).toBeVisible();
    expect(field('Name')).toHaveValue(`${name} changed`);
  },
);

describe('unsaved changes of a row, after a reload', () => {
  /** A changed row, in a page that is loaded again; `meanwhile` gets the patient's id and name. */
  async function reloadAfter(meanwhile: (id: string, name: string) => unknown = () => undefined) {
    const { user, edit, unmount } = await openList();
    const name = await edit(1);
    await user.type(field('Name'), ' changed');
    const id = namedRow(name)?.patient_id ?? '';
    unmount();
    stopApp();
    await meanwhile(id, name);
    const view = await openList();
    return { ...view, name, id };
  }
  const expectClosed = () => {
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(sessionStorage.getItem('formDrafts') ?? '').not.toContain('changed');
  };

  it('are in the row, which is in edit and leaves the focus where it is', async () => {
    const { user, name, id } = await reloadAfter();
    expect(field('Name')).toHaveValue(`${name} changed`);
    expect(field('Name')).not.toHaveFocus();
    expect(screen.getByText(`You have unsaved changes for ${name}.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(namedRow(`${name} changed`)).toMatchObject({ patient_id: id });
    expect(screen.queryByText(`You have unsaved changes for ${name}.`)).toBeNull();
  });

  it('are in the row still where a command asks for the edit of another patient', async () => {
    const { name } = await reloadAfter(async (_, changed) => {
      const [patient] = (await fetched()).filter(({ patient_name }) => patient_name !== changed);
      if (patient !== undefined) sendRequest(getApp().store, { action: 'edit', patient });
    });
    expect(field('Name')).toHaveValue(`${name} changed`);
    expect(field('Email')).toHaveValue(namedRow(name)?.patient_email);
    expect(screen.getByText(`You have unsaved changes for ${name}.`)).toBeVisible();
  });

  it('are gone where the server turns out to have them', async () => {
    await reloadAfter((id, name) => server.db.patch('patients', id, { patient_name: `${name} changed` }));
    expectClosed();
  });

  it('are gone with the patient, as a message says', async () => {
    const { name } = await reloadAfter((id) => server.db.remove('patients', id));
    const message = `${name} changed is no longer in your list, so your changes could not be saved.`;
    expect(await screen.findByText(message)).toBeVisible();
    expectClosed();
  });
});
