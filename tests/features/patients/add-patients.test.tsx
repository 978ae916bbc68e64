import { screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stopApp } from '@/app/app';
import { PatientsSection } from '@/features/patients/patients-section';
import { readStored, writeStored } from '@/lib/storage';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

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

describe('the draft', () => {
  it('shows an in-page error when the storage is full, and keeps the rows', async () => {
    const { user } = await openGrid();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
    await user.type(cell('Name', 1), 'Ada');
    const notice = 'Storage is full. Save now, or these rows are lost when you close this page.';
    expect(await screen.findByText(notice)).toBeVisible();
    expect(cell('Name', 1)).toHaveValue('Ada');
  });
});

describe('another tab of the browser', () => {
  /** jsdom has no locks. The other tab keeps this one until the promise resolves. */
  const stubLocks = ({
    held,
    freed = new Promise<void>(() => undefined),
  }: {
    held: object[];
    freed?: Promise<void>;
  }) => {
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { query: async () => ({ held }), request: () => freed },
    });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  };

  it('that is saving when this one opens locks Save All until it has ended', async () => {
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    stubLocks({ held: [{ name: 'another' }, { name: 'kitwell:save-patients' }], freed });
    await openGrid();
    expect(await screen.findByRole('button', { name: 'Saving in another tab...' })).toBeDisabled();
    free();
    await waitFor(() => expect(saveAll()).toBeEnabled());
  });
});

describe('rows that this release can not read', () => {
  const stored = JSON.stringify({ version: 99, value: { rows: [{ who: 'Ada' }] } });

  it('are offered as a file, and go once it is downloaded', async () => {
    localStorage.setItem('patientGrid', stored);
    const files: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user, unmount } = await openGrid();
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(await files[0]?.text()).toBe(stored);
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
    unmount();
    stopApp();
    await openGrid();
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('stay on offer while others are typed, over a reload too, until they are discarded', async () => {
    const readable = { id: 'row-1', name: 'Grace' };
    localStorage.setItem('patientGrid', JSON.stringify([readable, { id: 'row-2', name: { first: 'Ada' } }]));
    const { user, unmount } = await openGrid();
    expect(cell('Name', 1)).toHaveValue('Grace');
    await user.type(cell('Email', 1), 'grace@example.com');
    unmount();
    stopApp();
    const again = await openGrid();
    expect(cell('Email', 1)).toHaveValue('grace@example.com');
    expect(readStored('patientGridUnread').join()).toContain('Ada');
    await again.user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(localStorage.getItem('patientGridUnread')).toBeNull();
    expect(cell('Name', 1)).toHaveValue('Grace');
  });
});

it('remembers the tab', async () => {
  writeStored('activePatientTab', 'Update Patients');
  renderPart(<PatientsSection />);
  expect(screen.getByRole('tab', { name: 'Update Patients' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByLabelText('Search by patient name or email')).toBeVisible();
});
