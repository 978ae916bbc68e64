import { screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { loseAnswer } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { linksIn } from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { PatientsSection } from '@/features/patients/patients-section';
import { clearStored, writeStored } from '@/lib/storage';

const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
});

const update = 'PUT /patient/update-patient/{id}';
const mayBeSaved =
  'We didn’t get a response, so this may or may not have been saved. Your changes are still here: you can save them again.';
const table = () => screen.getByRole('table', { name: 'Patients' });
const editButtons = () => within(table()).getAllByRole('button', { name: /^Edit / });
const field = (label: string) => within(table()).getByLabelText(label);

async function openList() {
  const view = renderPart(<PatientsSection />);
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
  it('shows SNO, name, phone, age, address and Edit', async () => {
    await openList();
    const titles = within(table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(['SNO', 'Name', 'Phone', 'Age', 'Address', 'Edit']);
  });

  it('finds patients by a part of the name or the email, in whatever case', async () => {
    const { user } = await openList();
    const all = server.db.list('patients') as { patient_name: string; patient_email: string }[];
    const wanted = all[3];
    if (wanted === undefined) throw new Error('the demo has patients');
    const search = screen.getByLabelText('Search by patient name or email');
    await user.click(search);
    await user.paste(wanted.patient_email.toUpperCase());
    await waitFor(() => expect(editButtons()).toHaveLength(1));
    expect(screen.getByText(wanted.patient_name)).toBeVisible();
    await user.clear(search);
    await user.paste('nobody of this name');
    expect(await screen.findByText('No patients found')).toBeVisible();
    await user.click(screen.getByText('Clear search'));
    await waitFor(() => expect(editButtons().length).toBeGreaterThan(1));
  });

  it('shows how many patients there are, and how many the search leaves', async () => {
    const { user } = await openList();
    expect(screen.getByText('24 patients')).toBeVisible();
    await user.type(screen.getByLabelText('Search by patient name or email'), 'robin ellis');
    expect(await screen.findByText('1 of 24 patients')).toBeVisible();
  });

  it('shows an address once where the street holds all of it', async () => {
    const [first] = server.db.list('patients') as { patient_id: string }[];
    const formatted = '12 Pine Street, Boston, MA 02108, USA';
    await server.db.patch('patients', first?.patient_id ?? '', {
      patient_street: formatted,
      patient_city: 'Boston',
      patient_state: 'MA',
      patient_postal_code: '02108',
      patient_country: 'United States',
      address_line_2: 'Apt 4',
    });
    await openList();
    expect(within(table()).getByText(`${formatted}, Apt 4`)).toBeVisible();
  });

  it('remembers how it was sorted', async () => {
    const { user, unmount } = await openList();
    await user.click(screen.getByRole('button', { name: 'Age' }));
    unmount();
    await openList();
    expect(screen.getByRole('columnheader', { name: 'Age' })).toHaveAttribute('aria-sort', 'ascending');
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

  it('shows when the patients could not be loaded, and loads them on Retry', async () => {
    server.set('GET /patient/fetch-patients', '500', { times: 1 });
    const { user } = renderPart(<PatientsSection />);
    expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
    server.set('GET /patient/fetch-patients', 'ok', { delay: 900, times: 1 });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'true'));
    expect(screen.queryByText('We couldn’t load your patients.')).toBeNull();
    await waitFor(() => expect(editButtons()).not.toHaveLength(0));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
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

  it('needs no age', async () => {
    const { user, edit } = await openList();
    await edit(0);
    await user.clear(field('Age'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
  });

  it('discards the changes on Cancel', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(name)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: `Edit ${name}` })).toHaveFocus());
  });

  it('rejects a record with gaps with the message of the product, and focuses the gap', async () => {
    const { user, edit } = await openList();
    await edit(0);
    await user.clear(field('Phone'));
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getAllByText('Please enter all the details of the patient.')).toHaveLength(2),
    );
    expect(within(table()).getByText('Enter the patient’s phone number.')).toBeVisible();
    await waitFor(() => expect(field('Phone')).toHaveFocus());
    expect(server.log.list().filter(({ operation }) => operation === update)).toHaveLength(0);
  });

  it('marks an address with gaps', async () => {
    const { user, edit } = await openList();
    await edit(0);
    await user.click(within(table()).getByRole('button', { name: /^Address: / }));
    await user.clear(await screen.findByLabelText('Country'));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Complete the address.')).toBeVisible();
    await waitFor(() =>
      expect(screen.getAllByText('Please enter all the details of the patient.')).toHaveLength(2),
    );
  });

  it('lists the gaps of an address in its dialog, with a link to each field', async () => {
    const { user, edit } = await openList();
    await edit(0);
    await user.click(within(table()).getByRole('button', { name: /^Address: / }));
    for (const label of ['City', 'Country']) await user.clear(await screen.findByLabelText(label));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Complete the address.');
    await user.click(within(table()).getByRole('button', { name: /^Address: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    const summary = await dialog.findByRole('region', { name: 'There is a problem' });
    expect(linksIn(summary)).toEqual(['Enter a city.', 'Enter a country.']);
    await user.click(within(summary).getByRole('link', { name: 'Enter a country.' }));
    expect(dialog.getByLabelText('Country')).toHaveFocus();
    await user.type(dialog.getByLabelText('Country'), 'USA');
    await waitFor(() => expect(linksIn(summary)).toEqual(['Enter a city.']));
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
    server.set(update, 'ok', { delay: 250 });
    const { user, edit } = await openList();
    await edit(0);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Updating...')).toBeDisabled();
    expect(field('Name')).toHaveAttribute('readonly');
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
  });

  it.each([
    ['400', 'Failed to update patient data'],
    ['500', 'Failed to update patient data'],
    ['network', mayBeSaved],
  ])(
    'after %s keeps what was typed, shows the error in the page, and saves on the next try',
    async (branch, message) => {
      server.set(update, branch, { times: 1 });
      const { user, edit } = await openList();
      await edit(0);
      await user.type(field('Name'), ' changed');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(await within(table()).findByText(message)).toBeVisible();
      const value = (field('Name') as HTMLInputElement).value;
      expect(value).toMatch(/ changed$/);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
      expect(await screen.findByText(value)).toBeVisible();
    },
  );

  it('counts as saved without an answer once the list has what was typed', async () => {
    loseAnswer(server, 'updatePatient');
    const { user, edit } = await openList();
    await edit(0);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(screen.getByText(/ changed$/)).toBeVisible();
    expect(server.log.list().filter(({ operation }) => operation === update)).toHaveLength(1);
  });

  it('a silent failure raises no toast', async () => {
    server.set(update, 'network', { times: 1 });
    const { user, edit } = await openList();
    await edit(0);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText(mayBeSaved)).toHaveLength(1);
  });
});

/** Changes a patient as another tab does, and lets this tab know. */
async function changeElsewhere(name: string, values: Record<string, unknown>) {
  const patients = () => server.db.list('patients') as { patient_id: string; patient_name: string }[];
  const id = patients().find(({ patient_name }) => patient_name === name)?.patient_id ?? '';
  await server.db.patch('patients', id, values);
  const channel = new BroadcastChannel('kitwell:written');
  channel.postMessage(['Patients']);
  channel.close();
  return () => patients().find(({ patient_id }) => patient_id === id);
}

describe('unsaved changes', () => {
  it('are saved without undoing what another tab has changed meanwhile', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    await user.type(field('Name'), ' changed');
    const saved = await changeElsewhere(name, { patient_age: 77, patient_name: 'Another Name' });
    await waitFor(() => expect(field('Age')).toHaveValue('77'));
    expect(field('Name')).toHaveValue(`${name} changed`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(saved()).toMatchObject({ patient_age: 77, patient_name: `${name} changed` });
  });

  it('keep the address of this tab whole when another tab changes it', async () => {
    const { user, edit } = await openList();
    const name = await edit(0);
    const patients = server.db.list('patients') as { patient_name: string; patient_city: string }[];
    const city = patients.find(({ patient_name }) => patient_name === name)?.patient_city;
    const elsewhere = { patient_age: 77, patient_city: 'Other City', patient_street: '9 Other Road' };
    const saved = await changeElsewhere(name, elsewhere);
    await waitFor(() => expect(field('Age')).toHaveValue('77'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
    expect(saved()).toMatchObject({ patient_age: 77, patient_city: city });
    expect(saved()).not.toMatchObject({ patient_street: '9 Other Road' });
  });

  it('stay when the user switches to the other tab', async () => {
    const { user, edit } = await openList();
    await edit(2);
    await user.type(field('Name'), ' changed');
    await user.click(screen.getByRole('tab', { name: 'Add Patients' }));
    await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
    await waitFor(() => expect((field('Name') as HTMLInputElement).value).toMatch(/ changed$/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Patient data updated successfully')).toBeVisible();
  });

  it('stay on screen whatever is searched for', async () => {
    const { user, edit } = await openList();
    await edit(0);
    await user.type(field('Name'), ' changed');
    await user.type(screen.getByLabelText('Search by patient name or email'), 'zzz');
    expect((field('Name') as HTMLInputElement).value).toMatch(/ changed$/);
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

  it('only one row is in edit: an untouched one closes when another opens', async () => {
    const { edit } = await openList();
    await edit(0);
    const second = await edit(0);
    expect(within(table()).getAllByRole('button', { name: 'Save' })).toHaveLength(1);
    expect(field('Name')).toHaveValue(second);
  });
});
