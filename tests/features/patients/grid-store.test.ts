import { describe, expect, it, vi } from 'vitest';
import type { ImportedRow } from '@/domain/patient-import';
import { blankGridRow } from '@/domain/storage-keys';
import { createGridStore, rowState } from '@/features/patients/add/grid-store';

const imported: ImportedRow = {
  sheetRow: 2,
  values: {
    name: 'Ada',
    email: 'ada@example.com',
    phone: '+1 555 0100',
    age: '0',
    street: '1 Main St',
    city: 'Boston',
    postalCode: '02101',
    state: 'MA',
    country: 'USA',
    shippingType: 'USPS',
    frequency: '1 Time',
    kitType: 'kit-b',
    addressLine2: '',
  },
  kit: 'KIT 2',
  issues: [],
};

describe('a row of the grid', () => {
  it('is complete without address line 2, shipping, frequency and kit; white space is nothing', () => {
    const complete = { id: 'row-1', ...imported.values };
    expect(rowState({ ...complete, shippingType: '', frequency: '', kitType: null })).toBe('complete');
    expect(rowState({ ...complete, country: '  ' })).toBe('incomplete');
    expect(rowState({ ...blankGridRow('row-1'), name: '  ' })).toBe('blank');
    expect(rowState({ ...blankGridRow('row-1'), kitType: 'kit-b' })).toBe('incomplete');
  });
});

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
});

describe('undo and redo', () => {
  it('are offered while there is a step, and a new change ends what could be redone', () => {
    const store = createGridStore(blankRows(2));
    const offered = () => [store.canUndo(), store.canRedo()];
    expect(offered()).toEqual([false, false]);
    store.addRow();
    expect(store.rowIds()).toHaveLength(3);
    expect(offered()).toEqual([true, false]);
    store.undo();
    expect(store.rowIds()).toEqual(['row-1', 'row-2']);
    expect(offered()).toEqual([false, true]);
    store.redo();
    expect(store.rowIds()).toHaveLength(3);
    expect(offered()).toEqual([true, false]);
    store.undo();
    store.edit('row-1', { name: 'Ada' }, 'row-1:name');
    expect(offered()).toEqual([true, false]);
    store.redo();
    expect(names(store)).toEqual(['Ada', '']);
  });
});

describe('the row that is being typed into', () => {
  it('is known until the step ends or is cancelled, or the row is removed, and each of these is announced', () => {
    const store = createGridStore(blankRows(2));
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const type = () => store.edit('row-1', { name: 'Ada' }, 'row-1:name');
    expect(store.typedRow()).toBeNull();
    type();
    expect(store.typedRow()).toBe('row-1');
    expect(listener).toHaveBeenCalledTimes(1);
    store.endStep();
    expect(store.typedRow()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
    store.endStep();
    expect(listener).toHaveBeenCalledTimes(2);
    for (const cancelled of ['row-1:name', 'row-1:address']) {
      type();
      listener.mockClear();
      store.cancelStep(cancelled);
      expect(store.typedRow()).toBeNull();
      expect(listener).toHaveBeenCalled();
    }
    type();
    store.removeRow('row-2');
    expect(store.typedRow()).toBe('row-1');
    store.removeRow('row-1');
    expect(store.typedRow()).toBeNull();
    const before = listener.mock.calls.length;
    stop();
    store.addRow();
    expect(listener).toHaveBeenCalledTimes(before);
  });
});

describe('what is read of the rows', () => {
  it('the counts are the same object until one of the numbers changes', () => {
    const store = createGridStore(blankRows(2));
    const whole = imported.values;
    const none = store.counts();
    store.addRow();
    expect(store.counts()).toBe(none);
    store.edit('row-1', { name: 'Ada' }, 'one');
    expect(store.counts()).toEqual({ complete: 0, incomplete: 1 });
    const one = store.counts();
    store.edit('row-1', { name: 'Ada B' }, 'one');
    expect(store.counts()).toBe(one);
    store.edit('row-1', whole, 'two');
    expect(store.counts()).toEqual({ complete: 1, incomplete: 0 });
    store.edit('row-2', whole, 'three');
    expect(store.counts()).toEqual({ complete: 2, incomplete: 0 });
  });

  it('positions follow the rows, and of some rows the incomplete ones are found', () => {
    const store = createGridStore(blankRows(3));
    store.edit('row-3', { name: 'Ada' }, 'one');
    expect(store.position('row-3')).toBe(2);
    expect(store.incompleteOf(['row-1', 'row-3', 'row-9'])).toEqual(['row-3']);
    store.removeRow('row-1');
    expect([store.position('row-1'), store.position('row-3')]).toEqual([undefined, 1]);
    expect(store.row('row-1')).toBeUndefined();
  });
});

describe('rows that are saved', () => {
  const named = () => {
    const store = createGridStore(blankRows(10));
    store.edit('row-1', { name: 'Ada' }, 'one');
    store.edit('row-2', { name: 'Grace' }, 'two');
    return store;
  };

  it('leave the grid, replaced by blank ones, and undo brings none back', () => {
    const store = named();
    expect(store.removeSaved(store.rows().slice(0, 1))).toEqual([]);
    expect(names(store)).toEqual(['Grace', ...Array.from({ length: 9 }, () => '')]);
    store.undo();
    expect(names(store).join('')).toBe('');
    expect(store.canUndo()).toBe(false);
    store.redo();
    expect(names(store)[0]).toBe('Grace');
    expect(store.canRedo()).toBe(false);
  });

  it('stay where they were changed since they were sent', () => {
    const store = named();
    const sent = store.rows().slice(0, 1);
    store.edit('row-1', { name: 'Ada Byron' }, 'three');
    expect(store.removeSaved(sent)).toEqual(sent);
    expect(names(store).slice(0, 2)).toEqual(['Ada Byron', 'Grace']);
  });

  it('leave the others in their order', () => {
    const store = createGridStore(blankRows(12));
    store.edit('row-1', { name: 'Ada' }, 'one');
    store.edit('row-3', { name: 'Grace' }, 'two');
    store.removeSaved(store.rows().slice(0, 1));
    expect(names(store)).toEqual(['', 'Grace', ...Array.from({ length: 9 }, () => '')]);
  });
});

describe('changes from outside', () => {
  it('to each row everywhere are no undo step either', () => {
    const store = createGridStore(blankRows(1));
    store.edit('row-1', { name: 'Ada' }, 'one');
    store.edit('row-1', { name: 'Ada B' }, 'two');
    store.undo();
    store.amend((row) => ({ ...row, city: 'Boston' }));
    const cities = () => store.rows().map(({ name, city }) => `${name}, ${city}`);
    expect(cities()).toEqual(['Ada, Boston']);
    store.redo();
    expect(cities()).toEqual(['Ada B, Boston']);
    store.undo();
    store.undo();
    expect(cities()).toEqual([', Boston']);
  });
});
