import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LongRows } from '@/features/patients/add/patient-grid';
import { VirtualRows } from '@/features/patients/add/virtual-rows';
import { lazyModule } from '@/lib/lazy';
import { cell, line, openGrid, serverForProvider, showGrid } from './grid';

serverForProvider();

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => line(`Patient${index}`)).join('\n');
const names = () => screen.getAllByLabelText(/^Name, row/);

/** Code whose loading the test resolves or rejects. */
function lateRows() {
  let resolve: (rows: typeof VirtualRows) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<typeof VirtualRows>((...settle) => {
    [resolve, reject] = settle;
  });
  const source = lazyModule<LongRows>(() => promise);
  const settled = () => act(() => source.load().catch(() => undefined));
  return {
    source,
    arrive: () => {
      resolve(VirtualRows);
      return settled();
    },
    fail: () => {
      reject(new Error('no connection'));
      return settled();
    },
  };
}

describe('the focus', () => {
  it('stays where it is when pasted rows make the grid long, and when undo makes it short again', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), lines(60));
    await waitFor(() => expect(names().length).toBeLessThan(60));
    await waitFor(() => expect(cell('Name', 1)).toHaveFocus());
    expect(cell('Name', 1)).toHaveValue('Patient0');
    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toHaveLength(10);
    expect(cell('Name', 1)).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(cell('Name', 2)).toHaveFocus();
  });

  it('goes to the last row when undo takes the row away that has it', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Email', 10), 'a@example.com\nb@example.com\nc@example.com');
    act(() => cell('Email', 12).focus());
    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toHaveLength(10);
    expect(cell('Email', 10)).toHaveFocus();
  });

  it('stays on a row’s Remove when undo makes the grid long again', async () => {
    const { user, store } = showGrid(51, { longRowsSource: lazyModule<LongRows>(async () => VirtualRows) });
    await waitFor(() => expect(names().length).toBeLessThan(51));
    await user.click(screen.getByRole('button', { name: 'Remove row 3' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove row 3' })).toHaveFocus());
    expect(names()).toHaveLength(50);
    await user.keyboard('{Control>}z{/Control}');
    expect(store.rowIds()).toHaveLength(51);
    // The focused row is the fourth again.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove row 4' })).toHaveFocus());
  });

  it('and the caret stay in a text that is being typed when the code for long grids arrives', async () => {
    const { source, arrive } = lateRows();
    const { user } = showGrid(60, { longRowsSource: source });
    await user.type(cell('Name', 2), 'Aa');
    await user.keyboard('{ArrowLeft}');
    await arrive();
    expect(names().length).toBeLessThan(60);
    expect(cell('Name', 2)).toHaveFocus();
    await user.keyboard('d');
    expect(cell('Name', 2)).toHaveValue('Ada');
  });

  it('moves to a row that is not rendered yet as soon as it is', async () => {
    const { source, arrive } = lateRows();
    const { goTo } = showGrid(150, { longRowsSource: source });
    goTo(150);
    await arrive();
    expect(cell('Name', 150)).toHaveFocus();
  });

  it('is not taken from where the user moved it while a row was not rendered yet', async () => {
    const { source, arrive } = lateRows();
    const { goTo } = showGrid(150, { longRowsSource: source });
    goTo(150);
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    act(() => elsewhere.focus());
    await arrive();
    expect(names().length).toBeLessThan(60);
    expect(elsewhere).toHaveFocus();
  });
});

describe('the rows of a long grid', () => {
  it('are partly rendered, from the first, while the code for long grids loads', async () => {
    const { source, arrive } = lateRows();
    showGrid(150, { longRowsSource: source });
    expect(names()).toHaveLength(100);
    const loading = screen.getByText('Loading...').closest('[role=cell]');
    expect(loading?.parentElement).toHaveAttribute('role', 'row');
    await arrive();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
    expect(cell('Name', 1)).toBeVisible();
  });

  it('are all rendered and editable if that code can not be loaded', async () => {
    const { source, fail } = lateRows();
    const { user, goTo } = showGrid(150, { longRowsSource: source });
    await fail();
    expect(names()).toHaveLength(150);
    goTo(150);
    await user.keyboard('Ada');
    expect(cell('Name', 150)).toHaveValue('Ada');
  });

  it('are rendered at once if the grid is opened with them and the code is loaded', async () => {
    const source = lazyModule<LongRows>(async () => VirtualRows);
    await source.load();
    const { goTo } = showGrid(60, { longRowsSource: source });
    expect(names().length).toBeLessThan(60);
    goTo(60);
    await waitFor(() => expect(cell('Name', 60)).toHaveFocus());
  });
});
