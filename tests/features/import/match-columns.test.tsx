import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addButton, bodyRows, clinicFile, openDialog, upload } from './dialog';
import { fixtureFile } from './support';

const heading = () => screen.findByRole('heading', { name: 'Match your columns' });
const column = (name: string) => screen.findByRole('combobox', { name });
const choose = async (name: string, source: string | RegExp) => {
  const select = await column(name);
  const option = within(select).getByRole('option', { name: source });
  await userEvent.selectOptions(select, option);
};
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const announced = (text: RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContainEqual(
      expect.stringMatching(text),
    ),
  );

/** A file whose every reading waits for the test, and can fail. */
function slowFile(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const file = new File([bytes], name);
  const read = file.arrayBuffer.bind(file);
  const waiting: { resolve: () => void; reject: () => void }[] = [];
  file.arrayBuffer = () => {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve: () => resolve(read()), reject: () => reject(new Error('gone')) });
    });
  };
  const next = () => waitFor(() => waiting.shift() ?? expect.fail('It is not read.'));
  return {
    file,
    releaseNext: async () => (await next()).resolve(),
    fail: async () => (await next()).reject(),
  };
}

/** Opens the matching of a file whose readings wait for the test, with another column chosen for the city. */
async function chooseCity() {
  openDialog();
  const file = slowFile(clinicFile, 'clinic.xlsx');
  await upload(file.file);
  await file.releaseNext();
  await choose('City', 'C: Place');
  return file;
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
    await waitFor(() => expect(summary.closest('p')).toHaveFocus());
    await announced(/^1 row read\./);
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
});

describe('another file', () => {
  it('chosen while one is read takes its place', async () => {
    openDialog();
    const first = slowFile(clinicFile, 'clinic.xlsx');
    await upload(first.file);
    await screen.findByRole('progressbar', { name: 'Reading clinic.xlsx' });
    await upload(fixtureFile('good-25.xlsx'));
    expect(await addButton(/^Add 25 rows/)).toBeEnabled();
    await first.releaseNext();
    await upload(fixtureFile('kit-texts.xlsx'));
    await waitFor(async () => expect(await bodyRows()).toHaveLength(7));
    expect(screen.queryByRole('form')).toBeNull();
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
    const file = await chooseCity();
    await proceed();
    await file.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import clinic.xlsx.');
    expect(await column('City')).toHaveDisplayValue('C: Place');
    await proceed();
    await file.releaseNext();
    expect((await bodyRows())[0]).toHaveTextContent('Boston');

    await userEvent.click(screen.getByRole('button', { name: 'Change columns' }));
    await choose('State', 'F: Favourite colour');
    await proceed();
    await file.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import clinic.xlsx.');
    expect(await column('State')).toHaveDisplayValue('F: Favourite colour');
    expect(await column('City')).toHaveDisplayValue('C: Place');
  });
});

describe('what of the file is read', () => {
  it('another sheet, another header row, and what is hidden can be chosen', async () => {
    openDialog();
    await upload(fixtureFile('clinics/n08-formulas-written-by-a-program.xlsx'));
    expect(await column('Sheet')).toHaveDisplayValue('Patients');
    await choose('Sheet', 'Raw');
    expect(await screen.findByRole('alert')).toHaveTextContent('no patients below it');
    expect(await column('Sheet')).toHaveDisplayValue('Patients');

    await upload(fixtureFile('clinics/s07-title-rows-above-header.xlsx'));
    await choose('Header row', 'Row 2: Printed 03/02/2026 by front desk');
    await heading();
    await choose('Header row', /^Row 4: Name, Email/);
    expect(await addButton(/^Add 2 rows/)).toBeEnabled();

    await upload(fixtureFile('clinics/s11-filtered-hidden-rows.xlsx'));
    expect(await screen.findByText('Hidden in the file, and left out: 2 rows.')).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Read what is hidden' }));
    expect(await addButton(/^Add 4 rows/)).toBeEnabled();
    expect(screen.getByText('Hidden in the file, and read, too: 2 rows.')).toBeVisible();

    await upload(fixtureFile('clinics/t14-full-total-row.xlsx'));
    expect(
      await screen.findByText(/^Left out, because they repeat the header or are totals: row 3\./),
    ).toBeVisible();
    expect(await addButton(/^Add 1 row/)).toBeEnabled();
  });

  it('says before Continue what every patient needs and no column has', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    const missing = /^No column is chosen for: Age, Street, City, Postal Code, State, Country\./;
    expect(await screen.findByText(missing)).toBeVisible();
    await choose('City', 'C: Place');
    expect(
      screen.getByText(/^No column is chosen for: Age, Street, Postal Code, State, Country\./),
    ).toBeVisible();
  });
});
