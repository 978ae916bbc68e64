import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { blankGridRow } from '@/contract/storage-keys';
import { stopApp } from '@/features/api/app';
import { PatientsSection } from '@/features/patients/patients-section';
import { readStored, writeStored } from '@/lib/storage';
import { fixtureFile } from '../import/support';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

serverForProvider();

const address = (row: number) => screen.getByRole('button', { name: new RegExp(`^Address, row ${row}:`) });

describe('the grid', () => {
  it('starts with ten blank rows', async () => {
    await openGrid();
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
    expect(screen.getByText('0 patients ready to save')).toBeVisible();
  });

  it('adds a row by the plus button and goes to it', async () => {
    const { user } = await openGrid();
    await user.click(screen.getByRole('button', { name: 'Add row' }));
    await waitFor(() => expect(cell('Name', 11)).toHaveFocus());
  });

  it('removes a row, and undo by Ctrl+Z brings it back', async () => {
    const { user } = await openGrid();
    await user.type(cell('Name', 2), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Remove row 2' }));
    expect(screen.queryByDisplayValue('Ada')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove row 2' })).toHaveFocus());
    await user.keyboard('{Control>}z{/Control}');
    expect(cell('Name', 2)).toHaveValue('Ada');
  });

  it('undoes an import by Ctrl+Z, from the button to which the focus returns and from none', async () => {
    const { user } = await openGrid();
    const filled = () => screen.queryByDisplayValue('Ava Thompson');
    await user.click(screen.getByRole('button', { name: 'Import Patients from File' }));
    await user.upload(await screen.findByLabelText('Excel file'), fixtureFile('good-25.xlsx'));
    await user.click(await screen.findByRole('button', { name: 'Add 25 rows to the grid' }));
    await waitFor(() => expect(filled()).toBeVisible());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('{Control>}z{/Control}');
    expect(filled()).not.toBeInTheDocument();
    await user.keyboard('{Control>}y{/Control}');
    expect(filled()).toBeVisible();
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Control>}z{/Control}');
    expect(filled()).not.toBeInTheDocument();
  });

  it('leaves Ctrl+Z in the address modal to its fields, also where none has the focus', async () => {
    const { user } = await openGrid();
    await user.type(cell('Name', 1), 'Ada');
    await user.click(address(1));
    await user.click(await screen.findByLabelText('City'));
    await user.keyboard('{Control>}z{/Control}');
    expect(cell('Name', 1)).toHaveValue('Ada');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Control>}z{/Control}');
    expect(cell('Name', 1)).toHaveValue('Ada');
  });

  it('moves by arrows and Enter, and leaves a cell sideways only where its text ends', async () => {
    const { user } = await openGrid();
    await user.click(cell('Name', 1));
    await user.keyboard('Ada{Enter}');
    expect(cell('Name', 2)).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(cell('Name', 1)).toHaveFocus();
    await user.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowRight}');
    expect(cell('Name', 1)).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}');
    expect(cell('Email', 1)).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(address(1)).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Address' })).toBeVisible();
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

  it('renders only the visible rows of a long list, and can still scroll to each of them', async () => {
    const { user, pasteAt } = await openGrid();
    const many = Array.from({ length: 2000 }, (_, index) => line(`Patient${index}`)).join('\n');
    await pasteAt(cell('Name', 1), many);
    await waitFor(() => expect(screen.getAllByLabelText(/^Name, row/).length).toBeLessThan(60));
    expect(cell('Name', 12)).toBeVisible();
    expect(screen.getByText('2,000 patients ready to save')).toBeVisible();
    await user.click(cell('Name', 12));
    await user.keyboard('{Enter}');
    expect(cell('Name', 13)).toHaveFocus();
  });

  it('marks a row that is only partly filled', async () => {
    const { user } = await openGrid();
    expect(screen.queryByText('Incomplete, will be skipped')).not.toBeInTheDocument();
    await user.type(cell('Phone', 4), '5');
    expect(screen.getByText('Incomplete, will be skipped')).toBeVisible();
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
  it('survives a reload, even right after a keystroke', async () => {
    const { user, unmount } = await openGrid();
    await user.type(cell('Name', 1), 'Ada');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(readStored('patientGrid').rows[0]?.name).toBe('Ada');
    unmount();
    stopApp();
    await openGrid();
    expect(cell('Name', 1)).toHaveValue('Ada');
  });

  it('survives a switch to the other tab', async () => {
    const { user } = await openGrid();
    await user.type(cell('Name', 1), 'Ada');
    await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
    await user.click(screen.getByRole('tab', { name: 'Add Patients' }));
    expect(await screen.findByLabelText('Name, row 1')).toHaveValue('Ada');
  });

  it('falls back to blank rows where something foreign is stored', async () => {
    localStorage.setItem('patientGrid', '[{"id":1}]');
    await openGrid();
    expect(screen.getAllByLabelText(/^Name, row/)).toHaveLength(10);
  });

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
  const announce = () =>
    fireEvent(window, new StorageEvent('storage', { key: 'patientGrid', storageArea: localStorage }));

  it('shows rows that were typed there, and goes blank once they are saved there', async () => {
    await openGrid();
    const value = { rows: [{ ...blankGridRow('row-a'), name: 'Ada' }], stamps: { 'row-a': 1 } };
    localStorage.setItem('patientGrid', JSON.stringify({ version: 2, value }));
    announce();
    expect(await screen.findByDisplayValue('Ada')).toBeVisible();
    localStorage.removeItem('patientGrid');
    announce();
    await waitFor(() => expect(screen.queryByDisplayValue('Ada')).not.toBeInTheDocument());
  });

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

  it('locks Save All by saying that it saves, and by no other message', async () => {
    stubLocks({ held: [] });
    const otherTab = new BroadcastChannel('kitwell:save-patients');
    onTestFinished(() => otherTab.close());
    await openGrid();
    // Opened after the grid's own channel, it hears each message after the grid.
    const thirdTab = new BroadcastChannel('kitwell:save-patients');
    onTestFinished(() => thirdTab.close());
    const heard: unknown[] = [];
    thirdTab.onmessage = ({ data }) => heard.push(data);
    const messages = [null, 'saved', ['taken'], { taken: true }];
    for (const message of messages) otherTab.postMessage(message);
    await expect.poll(() => heard).toEqual(messages);
    expect(saveAll()).toBeEnabled();
    otherTab.postMessage('taken');
    expect(await screen.findByRole('button', { name: 'Saving in another tab...' })).toBeDisabled();
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
