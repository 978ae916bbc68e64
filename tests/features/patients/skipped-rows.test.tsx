import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { holdAnswers } from '@tests/support/held-answers';
import { expect, it } from 'vitest';
import { stopApp } from '@/features/api/app';
import { readStored, writeStored } from '@/lib/storage';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

const server = serverForProvider();

const addPatients = { name: 'addPatients', operation: 'POST /patient/add-patients' } as const;
const notice = (text: string) => screen.findByText(text, { selector: '.notice *' });
const restore = () => screen.getByRole('button', { name: 'Restore skipped rows' });

/** One save that skipped Grace, and another complete row. */
async function skipGrace() {
  const view = await openGrid();
  await view.pasteAt(cell('Name', 1), line('Ada'));
  await view.user.type(cell('Name', 2), 'Grace');
  await view.user.click(saveAll());
  await notice('1 incomplete row wasn’t saved.');
  await view.pasteAt(cell('Name', 2), line('Edith'));
  return view;
}

it('skipped rows stay in the grid over a further save, and each save names its own', async () => {
  const { user } = await skipGrace();
  await user.type(cell('Name', 3), 'Hedy');
  await user.click(saveAll());
  await notice('2 incomplete rows weren’t saved.');
  expect(cell('Name', 1)).toHaveValue('Grace');
  expect(cell('Name', 2)).toHaveValue('Hedy');
});

it('the notice goes while a save is under way, and once the rows are complete', async () => {
  const { user, pasteAt } = await skipGrace();
  const held = holdAnswers(server, addPatients, ['ok']);
  await user.click(saveAll());
  await held.decided();
  expect(screen.queryByRole('button', { name: 'Restore skipped rows' })).not.toBeInTheDocument();
  await held.letThrough();
  await notice('1 incomplete row wasn’t saved.');
  await pasteAt(cell('Name', 1), line('Grace'));
  expect(screen.queryByRole('button', { name: 'Restore skipped rows' })).not.toBeInTheDocument();
});

it('skipped rows are in the grid again after a reload, and the notice leads to them', async () => {
  const { unmount } = await skipGrace();
  unmount();
  stopApp();
  const { user } = await openGrid();
  await notice('1 incomplete row wasn’t saved.');
  await user.click(restore());
  expect(cell('Email', 1)).toHaveFocus();
  expect(cell('Name', 1)).toHaveValue('Grace');
  expect(screen.getAllByText('Incomplete, will be skipped')).toHaveLength(1);
});

it('the notice of a save in another tab is there after a reload, whatever this tab was doing', async () => {
  const { user, unmount } = await openGrid();
  await user.type(cell('Name', 1), 'Grace');
  const stored = () => readStored('patientGrid').rows.find(({ name }) => name === 'Grace');
  await waitFor(() => expect(stored()).toBeDefined());
  writeStored('patientGridSkipped', [stored()?.id ?? '']);
  await user.click(saveAll());
  await screen.findAllByText('Please enter all the details of patient.');
  unmount();
  stopApp();
  await openGrid();
  await notice('1 incomplete row wasn’t saved.');
});

it('skipped rows can be discarded, and undo brings them back', async () => {
  const { user } = await skipGrace();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByDisplayValue('Grace')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(cell('Name', 1)).toHaveValue('Grace');
});

it('leads to what is missing from wherever the user is in the section', async () => {
  const { user, pasteAt } = await openGrid();
  const held = holdAnswers(server, addPatients, ['ok']);
  await pasteAt(cell('Name', 1), line('Ada'));
  await user.type(cell('Phone', 2), '5');
  await user.type(cell('Name', 2), 'Grace');
  await user.click(saveAll());
  await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
  await held.letThrough();
  await screen.findByText('1 incomplete row wasn’t saved.');
  await user.click(restore());
  await waitFor(() => expect(cell('Email', 1)).toHaveFocus());
});

it('leads to what is missing from another section of the dashboard', async () => {
  const held = holdAnswers(server, addPatients, ['ok']);
  const { user } = renderApp('/dashboard');
  await user.click(await screen.findByLabelText('Name, row 1'));
  await user.paste(line('Ada'));
  await user.type(cell('Name', 2), 'Grace');
  await user.click(saveAll());
  await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
  await screen.findByRole('searchbox');
  await held.letThrough();
  await screen.findByText('1 incomplete row wasn’t saved.');
  await user.click(restore());
  await waitFor(() => expect(cell('Email', 1)).toHaveFocus());
});
