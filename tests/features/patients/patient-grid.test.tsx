import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useSurface } from '@/ui/dialog/surface';
import { cell, showGrid } from './grid';

const remove = (row: number) => screen.getByRole('button', { name: `Remove row ${row}` });
const spoken = () => screen.getByRole('status').textContent?.replace(/\W+$/, '');

describe('undo and redo by keys', () => {
  const undo = '{Control>}z{/Control}';

  it('repeat what was taken back, and do nothing without Ctrl or Command, or with Alt', async () => {
    const { user, store } = showGrid(3);
    await user.click(remove(2));
    await user.keyboard('z{Control>}{Alt>}z{/Alt}{/Control}');
    expect(store.rowIds()).toEqual(['row-1', 'row-3']);
    for (const redo of ['{Control>}y{/Control}', '{Meta>}{Shift>}Z{/Shift}{/Meta}']) {
      await user.keyboard(undo);
      expect(store.rowIds()).toEqual(['row-1', 'row-2', 'row-3']);
      await user.keyboard(redo);
      expect(store.rowIds()).toEqual(['row-1', 'row-3']);
    }
  });

  it('work from a cell and from elsewhere on the page, and the browser does not undo as well', async () => {
    const { user, store } = showGrid(3);
    for (const element of [cell('Name', 1), screen.getByRole('button', { name: 'Elsewhere' })]) {
      await user.click(remove(2));
      const press = createEvent.keyDown(element, { key: 'z', ctrlKey: true });
      fireEvent(element, press);
      expect(store.rowIds()).toHaveLength(3);
      expect(press.defaultPrevented).toBe(true);
    }
  });

  it('are left to a field outside of the grid', async () => {
    const { user, store } = showGrid(3);
    await user.click(remove(2));
    await user.click(screen.getByLabelText('Search'));
    await user.keyboard(undo);
    expect(store.rowIds()).toHaveLength(2);
  });

  it('do nothing while a dialog or a menu covers the page, or where another part has taken the key', async () => {
    const { user, store } = showGrid(3);
    await user.click(remove(2));
    const Cover = () => {
      useSurface(true, null);
      return null;
    };
    const cover = renderPart(<Cover />);
    await user.keyboard(undo);
    expect(store.rowIds()).toHaveLength(2);
    cover.unmount();
    const taking = new AbortController();
    onTestFinished(() => taking.abort());
    document.body.addEventListener('keydown', (event) => event.preventDefault(), taking);
    await user.keyboard(undo);
    expect(store.rowIds()).toHaveLength(2);
    taking.abort();
    await user.keyboard(undo);
    expect(store.rowIds()).toHaveLength(3);
  });
});

describe('pasted text', () => {
  const paste = (element: Element, text: string) => {
    const event = createEvent.paste(element, { clipboardData: { getData: () => text } });
    fireEvent(element, event);
    return event.defaultPrevented;
  };

  it('goes to the cell, and not into its text as well, where the grid takes it', () => {
    const onPasteText = vi.fn(() => true);
    showGrid(3, { onPasteText });
    expect(paste(cell('Phone', 2), 'a\tb')).toBe(true);
    expect(onPasteText).toHaveBeenCalledExactlyOnceWith('a\tb', { row: 1, column: 'phone' });
  });

  it('is ignored outside of the cells, and while the rows are being saved', () => {
    const onPasteText = vi.fn(() => true);
    const { unmount } = showGrid(3, { onPasteText });
    expect(paste(remove(2), 'a\tb')).toBe(false);
    unmount();
    showGrid(3, { onPasteText, locked: true });
    expect(paste(cell('Name', 1), 'a\tb')).toBe(false);
    expect(onPasteText).not.toHaveBeenCalled();
  });
});

describe('a row that is removed', () => {
  it('is announced, and the next one’s Remove has the focus', async () => {
    const onEmpty = vi.fn();
    const { user } = showGrid(3, { onEmpty });
    await user.click(remove(2));
    expect(spoken()).toBe('Row 2 removed');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await waitFor(() => expect(remove(2)).toHaveFocus());
    await user.click(remove(2));
    await waitFor(() => expect(remove(1)).toHaveFocus());
    expect(onEmpty).not.toHaveBeenCalled();
    await user.click(remove(1));
    expect(onEmpty).toHaveBeenCalledOnce();
    expect(spoken()).toBe('Row 1 removed');
  });
});

describe('the focus', () => {
  it('ends what was typed as one step when it moves on', async () => {
    const { user, store } = showGrid(3);
    await user.type(cell('Name', 1), 'Ada');
    expect(store.typedRow()).toBe('row-1');
    await user.tab();
    expect(store.typedRow()).toBeNull();
    await user.type(cell('Name', 1), ' B');
    act(() => store.undo());
    expect(cell('Name', 1)).toHaveValue('Ada');
    act(() => store.undo());
    expect(cell('Name', 1)).toHaveValue('');
  });

  it('moves by keys to a cell, whose text is selected, and the page does not scroll as well', async () => {
    const { user, store } = showGrid(3);
    act(() => store.edit('row-2', { name: 'Grace' }, 'name'));
    await user.click(cell('Name', 1));
    const press = createEvent.keyDown(cell('Name', 1), { key: 'ArrowDown' });
    fireEvent(cell('Name', 1), press);
    expect(press.defaultPrevented).toBe(true);
    expect(cell('Name', 2)).toHaveFocus();
    await user.keyboard('Ada{ArrowLeft}{ArrowLeft}{ArrowRight}');
    expect(cell('Name', 2)).toHaveValue('Ada');
    expect(cell('Name', 2)).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}');
    expect(cell('Email', 2)).toHaveFocus();
  });

  it('stays with its row, and the caret in its text, when a row before it is removed', async () => {
    const { user, store } = showGrid(3);
    await user.type(cell('Name', 3), 'Ada');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    act(() => store.removeRow('row-1'));
    expect(cell('Name', 2)).toHaveFocus();
    await user.keyboard('n');
    expect(cell('Name', 2)).toHaveValue('Anda');
  });
});

it('the number of rows, with the header, and the names of the columns are there for a screen reader', () => {
  showGrid(3);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '4');
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
    '1',
    '2',
    '3',
    '4',
  ]);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '#Number',
    'Name',
    'Email',
    'Phone',
    'Age',
    'Address',
    'Status',
    'Remove',
  ]);
});
