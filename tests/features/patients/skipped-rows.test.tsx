import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

const server = serverForProvider();

const putBack = () => screen.getByRole('button', { name: 'Put them back' });

/** One save that skipped Grace, and another complete row. */
async function skipGrace() {
  const view = await openGrid();
  await view.pasteAt(cell('Name', 1), line('Ada'));
  await view.user.type(cell('Name', 2), 'Grace');
  await view.user.click(saveAll());
  await screen.findByRole('button', { name: 'Restore skipped rows' });
  await view.pasteAt(cell('Name', 1), line('Edith'));
  return view;
}

it('skipped rows are not put back into a grid that is being saved, and are still on offer afterwards', async () => {
  const { user } = await skipGrace();
  server.set('POST /patient/add-patients', 'ok', { delay: 600, times: 1 });
  await user.click(saveAll());
  await user.click(screen.getByRole('button', { name: 'Restore skipped rows' }));
  expect(putBack()).toBeDisabled();
  await waitFor(() => expect(cell('Name', 1)).toHaveValue(''));
  await user.click(putBack());
  expect(cell('Name', 1)).toHaveValue('Grace');
});

it('rows that an earlier save skipped stay on offer after the next one', async () => {
  const { user } = await skipGrace();
  await user.type(cell('Name', 2), 'Hedy');
  await user.click(saveAll());
  expect(
    await screen.findByText('2 incomplete rows were not saved.', { selector: '.notice *' }),
  ).toBeVisible();
  await user.click(putBack());
  expect(cell('Name', 1)).toHaveValue('Grace');
  expect(cell('Name', 2)).toHaveValue('Hedy');
});
