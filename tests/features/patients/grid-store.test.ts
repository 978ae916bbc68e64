import { describe, expect, it, vi } from 'vitest';
import { blankGridRow } from '@/contract/storage-keys';
import { createGridStore } from '@/features/patients/add/grid-store';

const blankRows = (count: number) =>
  Array.from({ length: count }, (_, index) => blankGridRow(`row-${index + 1}`));
const { id: _, ...blank } = blankGridRow('any');
const names = (store: ReturnType<typeof createGridStore>) => store.rows().map(({ name }) => name);

describe('the rows of the grid', () => {
  it('notify only the row that a keystroke changes', () => {
    const store = createGridStore(blankRows(1000));
    const first = vi.fn();
    const second = vi.fn();
    store.subscribeRow('row-1', first);
    store.subscribeRow('row-2', second);
    const ids = store.rowIds();
    store.edit('row-1', { name: 'A' }, 'row-1:name');
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
    expect(store.rowIds()).toBe(ids);
  });

  it('take imported rows into blank rows first, then append them', () => {
    const store = createGridStore(blankRows(3));
    store.edit('row-2', { name: 'typed' }, 'step');
    store.fill(['a', 'b', 'c', 'd'].map((name) => ({ ...blank, name })));
    expect(names(store)).toEqual(['a', 'typed', 'b', 'c', 'd']);
    expect(new Set(store.rowIds()).size).toBe(5);
  });

  it('never give a new row the id of another one', () => {
    const store = createGridStore(blankRows(2));
    store.removeRow('row-1');
    store.addRow();
    store.undo();
    store.undo();
    store.addRow();
    expect(new Set(store.rowIds()).size).toBe(store.rowIds().length);
  });

  it('count what is complete and what is incomplete; age 0 is a value', () => {
    const complete = { name: 'A', email: 'a@x.io', phone: '1', age: '0', street: 's', city: 'c' };
    const store = createGridStore(blankRows(3));
    store.edit('row-1', { ...complete, postalCode: 'p', state: 's', country: 'c' }, 'one');
    store.edit('row-2', { name: ' ' }, 'two');
    store.edit('row-3', { city: 'Boston' }, 'three');
    expect(store.counts()).toEqual({ complete: 1, incomplete: 1 });
  });
});

describe('undo', () => {
  it('takes back an import, a removed row and the typing in one cell, step by step', () => {
    const store = createGridStore(blankRows(2));
    store.edit('row-1', { name: 'A' }, 'row-1:name');
    store.edit('row-1', { name: 'Ada' }, 'row-1:name');
    store.endStep();
    store.fill([{ ...blank, name: 'imported' }]);
    store.removeRow('row-1');
    expect(names(store)).toEqual(['imported']);
    store.undo();
    expect(names(store)).toEqual(['Ada', 'imported']);
    store.undo();
    expect(names(store)).toEqual(['Ada', '']);
    store.undo();
    expect(names(store)).toEqual(['', '']);
    expect(store.canUndo()).toBe(false);
    store.redo();
    store.redo();
    expect(names(store)).toEqual(['Ada', 'imported']);
  });

  it('does not know a step that was cancelled', () => {
    const store = createGridStore(blankRows(1));
    store.edit('row-1', { name: 'Ada' }, 'row-1:name');
    store.edit('row-1', { street: '1 Main St' }, 'row-1:address');
    store.edit('row-1', { city: 'Boston' }, 'row-1:address');
    store.cancelStep('row-1:address');
    expect(store.row('row-1')).toMatchObject({ name: 'Ada', street: '', city: '' });
    expect(store.canRedo()).toBe(false);
    store.undo();
    expect(names(store)).toEqual(['']);
  });

  it('keeps what was typed before a step in which nothing was typed is cancelled', () => {
    const store = createGridStore(blankRows(1));
    store.edit('row-1', { name: 'Ada' }, 'row-1:name');
    store.cancelStep('row-1:address');
    expect(names(store)).toEqual(['Ada']);
  });

  it('can not bring rows back that were saved', () => {
    const store = createGridStore(blankRows(1));
    store.edit('row-1', { name: 'Ada' }, 'step');
    store.replaceAll(blankRows(1));
    store.undo();
    expect(names(store)).toEqual(['']);
  });
});
