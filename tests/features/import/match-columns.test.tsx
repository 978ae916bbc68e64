import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { writeStored } from '@/lib/storage';
import { addButton, bodyRows, clinicFile, nextClinicFile, openDialog, upload } from './dialog';
import { makeXlsx, rowXml } from './make-xlsx';
import { fixtureFile } from './support';

const heading = () => screen.findByRole('heading', { name: 'Match your columns' });
const column = (name: string) => screen.findByRole('combobox', { name });
const choose = async (name: string, source: string) => userEvent.selectOptions(await column(name), source);
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const announced = (text: RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContainEqual(
      expect.stringMatching(text),
    ),
  );

/** A file whose every reading waits for the test, and can fail. */
function heldFile(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const file = new File([bytes], name);
  const read = file.arrayBuffer.bind(file);
  const waiting: { resolve: () => void; reject: () => void }[] = [];
  let readings = 0;
  file.arrayBuffer = () => {
    readings += 1;
    return new Promise((resolve, reject) => {
      waiting.push({ resolve: () => resolve(read()), reject: () => reject(new Error('gone')) });
    });
  };
  const next = () => waitFor(() => waiting.shift() ?? expect.fail('It is not read.'));
  return {
    file,
    readings: () => readings,
    letThrough: async () => (await next()).resolve(),
    fail: async () => (await next()).reject(),
  };
}

/** Opens the matching of a file whose readings wait for the test, with another column chosen for the city. */
async function chooseCity() {
  openDialog();
  const held = heldFile(clinicFile, 'clinic.xlsx');
  await upload(held.file);
  await held.letThrough();
  await choose('City', 'C: Place');
  return held;
}

describe('a keyboard or a screen reader', () => {
  it('lands at the heading of the matching, and at the rows once they are read', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(await heading()).toHaveAccessibleDescription(/^Your columns are named or ordered differently/);
    await announced(/^Match your columns: check where each one is in your file, then continue\./);

    await choose('City', 'C: Place');
    await proceed();
    const summary = await screen.findByText(/from “Patients” in clinic\.xlsx/);
    await waitFor(() => expect(summary).toHaveFocus());
    await announced(/^1 row read\./);
  });

  it('does so again after Change columns, and where the columns were right', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await heading();
    await proceed();
    await waitFor(() => expect(screen.getByText(/from “Patients” in clinic\.xlsx/)).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Change columns' }));
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await proceed();
    await waitFor(() => expect(screen.getByText(/from “Patients” in clinic\.xlsx/)).toHaveFocus());
  });

  it('lands at the rows where the dialog itself has the focus, as after it was opened', async () => {
    openDialog();
    const dialog = await screen.findByRole('dialog');
    act(() => dialog.focus());
    const target = screen.getByRole('region', { name: 'Choose a file' });
    fireEvent.drop(target, { dataTransfer: { files: [fixtureFile('good-25.xlsx')] } });
    await addButton(/^Add 25 rows/);
    await waitFor(() => expect(screen.getByText(/from “Patients” in good-25\.xlsx/)).toHaveFocus());
  });

  it('is not moved away from Upload File by a file with the expected columns', async () => {
    openDialog();
    const uploadFile = await screen.findByRole('button', { name: 'Upload File' });
    act(() => uploadFile.focus());
    const target = screen.getByRole('region', { name: 'Choose a file' });
    fireEvent.drop(target, { dataTransfer: { files: [fixtureFile('good-25.xlsx')] } });
    await addButton(/^Add 25 rows/);
    expect(uploadFile).toHaveFocus();
    await announced(/^25 rows read\./);
  });
});

describe('columns that can not be used', () => {
  it('without any column there is nothing to continue with', async () => {
    const { accepted } = openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    const form = within(await screen.findByRole('form', { name: 'Match your columns' }));
    for (const select of form.getAllByRole('combobox'))
      await userEvent.selectOptions(select, 'Not in this file');
    expect(await column('Name')).toBeInvalid();
    expect(await column('Name')).toHaveAccessibleDescription(/Choose at least one column of your file\./);
    await proceed();
    expect(await column('Name')).toHaveFocus();
    expect(screen.queryByRole('button', { name: /to the grid/ })).toBeNull();
    await choose('Email', 'D: E-mail');
    expect(await column('Name')).not.toBeInvalid();
    await proceed();
    await userEvent.click(await addButton(/^Add 1 row/));
    expect(accepted[0]?.[0]?.values).toMatchObject({ name: '', email: 'ava@example.com' });
  });

  it('with blank columns only there is nothing to add, and the columns can be changed', async () => {
    openDialog();
    const sheet = rowXml(1, ['Nickname', 'E-mail']) + rowXml(2, ['', 'ava@example.com']);
    await upload(new File([makeXlsx(sheet)], 'clinic.xlsx'));
    await choose('Email', 'Not in this file');
    await choose('Name', 'A: Nickname');
    await proceed();
    expect(await screen.findByText('There is nothing to add.')).toBeVisible();
    expect(screen.getByText('All rows are blank in the columns that we read.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add 0 rows to the grid' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Change columns' }));
    await choose('Email', 'B: E-mail');
    await proceed();
    expect(await addButton(/^Add 1 row/)).toBeEnabled();
  });

  it('one column can not be the name and the last name', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await choose('Name', 'A: Surname');
    const lastName = await column('Last name, if it has a column of its own');
    expect(lastName).toHaveAccessibleDescription(/A: Surname is already used for “Name”\./);
    await proceed();
    expect(lastName).toHaveFocus();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('another file', () => {
  it('chosen while one is read takes its place', async () => {
    openDialog();
    const first = heldFile(clinicFile, 'clinic.xlsx');
    await upload(first.file);
    await screen.findByRole('progressbar', { name: 'Reading clinic.xlsx' });
    await upload(fixtureFile('good-25.xlsx'));
    expect(await addButton(/^Add 25 rows/)).toBeEnabled();
    await first.letThrough();
    await upload(fixtureFile('kit-texts.xlsx'));
    await waitFor(async () => expect(await bodyRows()).toHaveLength(7));
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('chosen while columns are matched brings its own suggestion', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await choose('Name', 'C: Place');
    await upload(fixtureFile('swapped-columns.xlsx'));
    await waitFor(async () => expect(await column('Name')).toHaveDisplayValue('A: E-Mail'));
  });

  it('with the same header row keeps what was chosen', async () => {
    const { accepted } = openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await choose('City', 'C: Place');
    await upload(new File([nextClinicFile], 'clinic 2.xlsx'));
    await waitFor(async () => expect(await column('City')).toHaveAccessibleDescription('“Salem”'));
    expect(await column('City')).toHaveDisplayValue('C: Place');
    await proceed();
    await userEvent.click(await addButton());
    expect(accepted[0]?.[0]?.values).toMatchObject({ name: 'Noah Ramirez', city: 'Salem' });
  });

  it('that can not be read leaves the user at the columns they chose', async () => {
    await chooseCity();
    await upload(fixtureFile('truncated.xlsx'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import truncated.xlsx.');
    expect(await column('City')).toHaveDisplayValue('C: Place');
    await waitFor(async () => expect(await heading()).toHaveFocus());
  });
});

describe('what the user chose', () => {
  it('is still chosen where reading by it is cancelled', async () => {
    await chooseCity();
    await proceed();
    await screen.findByRole('progressbar', { name: 'Reading clinic.xlsx' });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await column('City')).toHaveDisplayValue('C: Place');
    await waitFor(async () => expect(await heading()).toHaveFocus());
  });

  it('is still chosen where reading by it fails, also after Change columns', async () => {
    const held = await chooseCity();
    await proceed();
    await held.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import clinic.xlsx.');
    expect(await column('City')).toHaveDisplayValue('C: Place');
    await proceed();
    await held.letThrough();
    expect((await bodyRows())[0]).toHaveTextContent('Boston');

    await userEvent.click(screen.getByRole('button', { name: 'Change columns' }));
    await choose('State', 'F: Favourite colour');
    await proceed();
    await held.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import clinic.xlsx.');
    expect(await column('State')).toHaveDisplayValue('F: Favourite colour');
    expect(await column('City')).toHaveDisplayValue('C: Place');
  });

  it('is remembered, and the next file is then read once', async () => {
    writeStored('account', 'clinic-3@example.com');
    const held = await chooseCity();
    await proceed();
    await held.letThrough();
    await addButton();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Import Patients from File' }));

    const next = heldFile(nextClinicFile, 'clinic 2.xlsx');
    await upload(next.file);
    await next.letThrough();
    expect((await bodyRows())[0]).toHaveTextContent('Salem');
    expect(next.readings()).toBe(1);
  });

  it('is not remembered before it was confirmed', async () => {
    writeStored('account', 'clinic-4@example.com');
    await chooseCity();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Import Patients from File' }));
    await upload(new File([clinicFile], 'clinic.xlsx'));
    expect(await column('City')).toHaveDisplayValue('Not in this file');
  });
});
