import { screen, waitFor } from '@testing-library/react';
import { pauseResponses } from '@tests/support/pause-responses';
import { expect, it } from 'vitest';
import { cell, line, openGrid, reload, saveAll, serverForProvider } from './grid';

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

it('skipped rows are in the grid again after a reload, and the notice leads to them', async () => {
  const { user } = await reload(await skipGrace());
  await notice('1 incomplete row wasn’t saved.');
  await user.click(restore());
  expect(cell('Email', 1)).toHaveFocus();
  expect(cell('Name', 1)).toHaveValue('Grace');
  expect(screen.getAllByText('Incomplete, will be skipped')).toHaveLength(1);
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
  const paused = pauseResponses(server, addPatients, ['ok']);
  await pasteAt(cell('Name', 1), line('Ada'));
  await user.type(cell('Phone', 2), '5');
  await user.type(cell('Name', 2), 'Grace');
  await user.click(saveAll());
  await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
  await paused.releaseNext();
  await screen.findByText('1 incomplete row wasn’t saved.');
  await user.click(restore());
  await waitFor(() => expect(cell('Email', 1)).toHaveFocus());
});
