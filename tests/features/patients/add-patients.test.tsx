import { screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PatientsSection } from '@/features/patients/patients-section';
import { writeDatabase } from '@/lib/database';
import { writeStored } from '@/lib/storage';
import { cell, line, openGrid, reload, serverForProvider, storedGrid } from './grid';

serverForProvider();

const address = (row: number) => screen.getByRole('button', { name: new RegExp(`^Address, row ${row}:`) });

describe('the grid', () => {
  it('starts with ten blank rows, adds one by the plus button, and goes to it', async () => {
    const { user } = await openGrid();
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
    expect(screen.getByText('0 patients ready to save')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add row' }));
    await waitFor(() => expect(cell('Name', 11)).toHaveFocus());
  });

  it('takes an address from the address modal', async () => {
    const { user } = await openGrid();
    await user.click(address(3));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    for (const label of ['Street', 'City', 'Postal Code', 'State', 'Country', 'Address Line 2'])
      expect(dialog.getByLabelText(label)).toHaveAttribute('autocomplete', 'off');
    await user.type(dialog.getByLabelText('Street'), '1 Main St');
    await user.type(dialog.getByLabelText('City'), 'Boston');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Address, row 3: 1 Main St, Boston' })).toBeVisible();
  });

  it('takes back what was typed into the address modal on its Cancel, and nothing else', async () => {
    const { user } = await openGrid();
    await user.type(cell('Name', 3), 'Ada');
    await user.click(address(3));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    await user.type(dialog.getByLabelText('Street'), '1 Main St');
    await user.type(dialog.getByLabelText('City'), 'Boston');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address(3)).toHaveAccessibleName(/not entered/);
    expect(cell('Name', 3)).toHaveValue('Ada');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cell('Name', 3)).toHaveValue('');
  });

  it('offers Undo and Redo only where there is a step to take back or to repeat', async () => {
    const { user } = await openGrid();
    const [undo, redo] = ['Undo', 'Redo'].map((name) => screen.getByRole('button', { name }));
    expect(undo).toHaveAttribute('aria-disabled', 'true');
    expect(redo).toHaveAttribute('aria-disabled', 'true');
    await user.type(cell('Name', 1), 'Ada');
    expect(undo).toHaveAttribute('aria-disabled', 'false');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cell('Name', 1)).toHaveValue('');
    expect(undo).toHaveAttribute('aria-disabled', 'true');
    expect(redo).toHaveAttribute('aria-disabled', 'false');
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    expect(cell('Name', 1)).toHaveValue('Ada');
    expect(redo).toHaveAttribute('aria-disabled', 'true');
  });

  it('opens the address modal by keys, and Escape leads back to where it was opened', async () => {
    const { user } = await openGrid();
    address(2).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Address' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address(2)).toHaveFocus());
  });

  it('cleans a single cell once it is left, as a block and a file, and takes it back as one step', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Email', 1), '\u200bAda <mailto:ada@example.com>');
    await pasteAt(cell('Phone', 1), 'tel:+1 617 555 0123;ext=5');
    await pasteAt(cell('Name', 1), '\u202aAda\u00a0 Quill\u202c');
    await user.tab();
    expect(cell('Name', 1)).toHaveValue('Ada Quill');
    expect(cell('Email', 1)).toHaveValue('ada@example.com');
    expect(cell('Phone', 1)).toHaveValue('+1 617 555 0123');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cell('Name', 1)).toHaveValue('');
    expect(cell('Email', 1)).toHaveValue('ada@example.com');
  });

  it('takes a block from a spreadsheet as one step', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 9), `${line('Ada')}\r\n${line('Grace')}\r\n${line('Edith')}\r\n`);
    expect(cell('Name', 11)).toHaveValue('Edith');
    expect(address(9)).toHaveAccessibleName(/1 Main St, Boston, MA 02101, United States/);
    expect(screen.getByText('3 patients ready to save')).toBeVisible();
    await user.keyboard('{Control>}z{/Control}');
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
    expect(cell('Name', 9)).toHaveValue('');
  });

  it('names what such a row lacks', async () => {
    const { user } = await openGrid();
    await user.type(cell('Phone', 4), '5');
    expect(screen.getByText('No name, email, age, address')).toBeVisible();
    await user.type(cell('Name', 4), 'Ada');
    expect(screen.getByText('No email, age, address')).toBeVisible();
    await user.click(address(4));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    await user.type(dialog.getByLabelText('City'), 'Boston');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('No email, age, street, postal code, state, country')).toBeVisible();
  });
});

describe('rows that can not be stored', () => {
  it.each([
    ['the storage is full', 'QuotaExceededError', /^Storage is full\. Save now, or these rows are lost/],
    [
      'the browser denies it',
      'SecurityError',
      /^Your browser blocks storage\. Save now, or these rows are lost/,
    ],
  ])('are still there, and an error in the page says that %s', async (_, error, notice) => {
    const { user } = await openGrid();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('rejected', error);
    });
    await user.type(cell('Name', 1), 'Ada');
    expect(await screen.findByText(notice)).toBeVisible();
    expect(cell('Name', 1)).toHaveValue('Ada');
  });

  it('are not written over those that could not be read', async () => {
    const view = await openGrid();
    await view.user.type(cell('Name', 1), 'Ada');
    const denied = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('rejected', 'UnknownError');
    });
    const { user } = await reload(view);
    denied.mockRestore();
    await user.type(cell('Name', 1), 'Grace');
    expect(await screen.findByText(/^Your browser blocks storage/)).toBeVisible();
    expect((await storedGrid()).rows[0]?.name).toBe('Ada');
  });
});

describe('rows that this release can not read', () => {
  const stored = { version: 99, rows: [{ who: 'Ada' }] };
  beforeEach(async () => {
    writeStored('unsavedRows', { writer: 'a newer page', count: 1 });
    await writeDatabase('kitwell-grid', localStorage.getItem('account') ?? '', stored);
  });

  it('are offered as a file, and go once it is downloaded', async () => {
    const files: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const view = await openGrid();
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
    await view.user.click(screen.getByRole('button', { name: 'Download' }));
    expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(stored);
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
    await reload(view);
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('stay on offer while others are typed, over a reload too, until they are discarded', async () => {
    const view = await openGrid();
    await view.user.type(cell('Name', 1), 'Grace');
    const { user } = await reload(view);
    expect(cell('Name', 1)).toHaveValue('Grace');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await storedGrid()).toMatchObject({ unread: [] }));
    expect(cell('Name', 1)).toHaveValue('Grace');
  });
});

it('rows of an earlier release are taken over from local storage', async () => {
  localStorage.setItem(
    'patientGrid',
    JSON.stringify({ version: 2, value: { rows: [{ id: 'row-1', name: 'Ada' }] } }),
  );
  await openGrid();
  expect(cell('Name', 1)).toHaveValue('Ada');
  expect(localStorage.getItem('patientGrid')).toBeNull();
  expect((await storedGrid()).rows[0]).toMatchObject({ id: 'row-1', name: 'Ada', email: '' });
});

it('remembers the tab', async () => {
  writeStored('activePatientTab', 'Update Patients');
  renderPart(<PatientsSection />);
  expect(screen.getByRole('tab', { name: 'Update Patients' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByLabelText('Search by name, email or phone')).toBeVisible();
});
