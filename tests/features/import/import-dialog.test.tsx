import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { writeStored } from '@/lib/storage';
import { addButton, bodyRows, clinicFile, openDialog, upload } from './dialog';
import { fixtureFile, parseFixture, threeKits } from './support';

describe('Import Patients from File', () => {
  it('adds the 25 rows of a good file, once, and closes', async () => {
    const { accepted } = openDialog();
    expect(await screen.findByRole('dialog', { name: 'Import Patients from File' })).toBeVisible();
    await upload(fixtureFile('good-25.xlsx'));
    await userEvent.click(await addButton(/^Add 25 rows to the grid$/));
    expect(accepted).toHaveLength(1);
    expect(accepted[0]).toHaveLength(25);
    expect(accepted[0]?.[0]?.values).toMatchObject({
      name: 'Ava Thompson',
      postalCode: '02116',
      kitType: 'gid-1',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('links to the sample file', async () => {
    openDialog();
    const link = await screen.findByRole('link', { name: 'Sample file format' });
    expect(link).toHaveAttribute('href', '/sample-patients.xlsx');
    expect(link).toHaveAttribute('download', 'sample-patients.xlsx');
  });

  it('accepts Excel files only, by the button as by dropping', async () => {
    openDialog();
    expect(await screen.findByLabelText('Excel file')).toHaveAttribute('accept', '.xlsx,.xls');
    fireEvent.drop(screen.getByRole('region', { name: 'Choose a file' }), {
      dataTransfer: { files: [new File(['a'], 'list.csv')] },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('You can import .xlsx and .xls files only.');
    // Beside the drop area.
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [fixtureFile('good-25.xls')] } })).toBe(
      false,
    );
    expect(await addButton(/^Add 25 rows/)).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why a file is rejected and adds nothing', async () => {
    const { accepted } = openDialog();
    await upload(fixtureFile('encrypted.xlsx'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We didn’t import encrypted.xlsx.');
    expect(alert).toHaveTextContent('This workbook has a password.');
    expect(screen.queryByRole('button', { name: /to the grid/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(accepted).toEqual([]);
  });

  it('keeps the preview when the next file is rejected', async () => {
    openDialog();
    await upload(fixtureFile('good-25.xlsx'));
    await addButton();
    await upload(fixtureFile('truncated.xlsx'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We didn’t import truncated.xlsx.');
    expect(await addButton(/^Add 25 rows/)).toBeEnabled();
    expect(screen.getByRole('dialog')).toHaveTextContent('25 rows from “Patients” in good-25.xlsx');
  });

  it('shows what is wrong in each cell and, if asked, only the rows with errors', async () => {
    openDialog({ existingEmails: { patients: ['Sofia.Rossi@example.com'] } });
    await upload(fixtureFile('bad-cells.xlsx'));
    expect(await bodyRows()).toHaveLength(5);
    for (const text of [
      'Name is missing.',
      'This isn’t an email address.',
      'You already have a patient with this email.',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getAllByText('Same email as row 3 of the file.')).toHaveLength(2);
    expect(screen.queryByText('A row of the grid already has this email.')).toBeNull();
    await upload(fixtureFile('kit-texts.xlsx'));
    await waitFor(async () => expect(await bodyRows()).toHaveLength(7));
    await userEvent.click(screen.getByRole('switch', { name: 'Only errors' }));
    await waitFor(async () => expect(await bodyRows()).toHaveLength(1));
    expect((await bodyRows())[0]).toHaveTextContent('Sofia Rossi');
  });

  it('does not call a row that is only in the grid so far a patient', async () => {
    openDialog({ existingEmails: { grid: ['Ava.Thompson@example.org '] } });
    await upload(fixtureFile('good-25.xlsx'));
    expect(await screen.findAllByText('A row of the grid already has this email.')).toHaveLength(1);
    expect(screen.queryByText('You already have a patient with this email.')).toBeNull();
  });

  it('shows a list of 10,000 rows without rendering them all, and reports that it was cut', async () => {
    const { accepted } = openDialog();
    await upload(fixtureFile('rows-10001.xlsx'));
    const add = await screen.findByRole(
      'button',
      { name: 'Add 10,000 rows to the grid' },
      { timeout: 10_000 },
    );
    expect(screen.getByText('Only the first 10,000 of 10,001 rows')).toBeVisible();
    expect((await bodyRows()).length).toBeLessThan(100);
    await userEvent.click(add);
    expect(accepted[0]).toHaveLength(10_000);
    expect(accepted[0]?.at(-1)).toMatchObject({ sheetRow: 10_001, values: { name: 'Patient 10000' } });
  });

  it('asks where each column is when the headers differ from the sample, and then adds the rows', async () => {
    const { accepted } = openDialog();
    await upload(fixtureFile('swapped-columns.xlsx'));
    expect(await screen.findByRole('form', { name: 'Match your columns' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /to the grid/ })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Name' })).toHaveDisplayValue('A: E-Mail');
    expect(screen.getByRole('combobox', { name: 'Email' })).toHaveDisplayValue('B: Patient Name');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await addButton());
    expect(accepted[0]?.[0]?.values).toMatchObject({
      name: 'Ava Thompson',
      email: 'ava.thompson@example.org',
    });
  });

  it('warns about values that do not fit, and takes no column twice', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    const age = await screen.findByRole('combobox', { name: 'Age' });
    await userEvent.selectOptions(age, 'D: E-mail');
    expect(age).toHaveAccessibleDescription(/the values don’t look like “Age”/);
    expect(age).toHaveAccessibleDescription(/D: E-mail is already used for “Email”\./);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(age).toHaveFocus();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says which columns it leaves out', async () => {
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    expect(await screen.findByText('Not imported: C: Place, F: Favourite colour.')).toBeVisible();
  });

  it('remembers the choice for the same account and header row', async () => {
    writeStored('account', 'clinic-1@example.com');
    const first = openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'City' }), 'C: Place');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await addButton();
    first.close();

    const again = openDialog();
    await upload(new File([clinicFile], 'next week.xlsx'));
    await userEvent.click(await addButton());
    expect(again.accepted[0]?.[0]?.values.city).toBe('Boston');
    again.close();

    writeStored('account', 'clinic-2@example.com');
    openDialog();
    await upload(new File([clinicFile], 'clinic.xlsx'));
    expect(await screen.findByRole('combobox', { name: 'City' })).toHaveDisplayValue('Not in this file');
  });

  it('does not add rows whose kits could not be looked up, and looks them up once the kit list is there', async () => {
    const { accepted, changeKits } = openDialog({ kits: 'unavailable' });
    await upload(fixtureFile('good-25.xlsx'));
    expect(await addButton()).toBeDisabled();
    expect(screen.getByText('We couldn’t load the kit list.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    changeKits(threeKits);
    const add = await addButton();
    await waitFor(() => expect(screen.queryByText('We couldn’t load the kit list.')).toBeNull());
    expect(screen.getByRole('dialog')).toHaveFocus();
    await waitFor(() => expect(add).toBeEnabled());
    await userEvent.click(add);
    expect(accepted[0]?.map(({ values }) => values.kitType).slice(0, 3)).toEqual(['gid-1', 'gid-2', 'gid-3']);
  });

  it('gives the rows with errors, and no others, as a file named after the imported one, at the second try', async () => {
    const downloads: { name: string; file: Blob | undefined }[] = [];
    let made: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      made = file as Blob;
      return 'blob:';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push({ name: this.download, file: made });
    });
    openDialog();
    await upload(fixtureFile('bad-cells.xlsx'));
    const button = await screen.findByRole('button', { name: 'Download error rows' });
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          throw new Error('no memory');
        }
      },
    );
    await userEvent.click(button);
    expect(await screen.findByText('We couldn’t create the file. Try again.')).toBeVisible();
    expect(downloads).toEqual([]);
    vi.unstubAllGlobals();
    await userEvent.click(button);
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(screen.queryByText('We couldn’t create the file. Try again.')).toBeNull();
    expect(downloads[0]?.name).toBe('bad-cells errors.xlsx');
    const bytes = new Uint8Array((await downloads[0]?.file?.arrayBuffer()) ?? []);
    const again = await parseWorkbook(bytes, { fileName: 'again.xlsx', kits: threeKits });
    const { rows } = await parseFixture('bad-cells.xlsx');
    const wrong = rows.filter(({ issues }) => issues.some(({ level }) => level === 'error'));
    expect(wrong.length).toBeLessThan(rows.length);
    expect(again.rows.map(({ values }) => values)).toEqual(wrong.map(({ values }) => values));
  });

  it('keeps what was read and chosen when it is closed by Escape, and starts afresh after Cancel', async () => {
    openDialog();
    await upload(fixtureFile('swapped-columns.xlsx'));
    const name = () => screen.findByRole('combobox', { name: 'Name' });
    await userEvent.selectOptions(await name(), 'B: Patient Name');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Import Patients from File' }));
    expect(await name()).toHaveDisplayValue('B: Patient Name');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Import Patients from File' }));
    expect(await screen.findByRole('button', { name: 'Upload File' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
