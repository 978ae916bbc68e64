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
});

describe('the rows of a long grid', () => {
  it('are partly rendered while the code for long grids loads, and all if it can not be loaded', async () => {
    const { source, fail } = lateRows();
    showGrid(101, { longRowsSource: source });
    expect(names()).toHaveLength(100);
    const loading = screen.getByText('Loading...').closest('[role=cell]');
    expect(loading?.parentElement).toHaveAttribute('role', 'row');
    await fail();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
    expect(names()).toHaveLength(101);
  });
});
