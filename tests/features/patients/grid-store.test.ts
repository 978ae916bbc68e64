import { describe, expect, it, vi } from 'vitest';
import { kitId } from '@/contract/index';
import type { ImportedRow } from '@/contract/patient-import';
import { valuesOfImportedRow } from '@/contract/patient-rows';
import { blankGridRow } from '@/contract/storage-keys';
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
    kitType: 'KIT 2',
    addressLine2: '',
    kitId: kitId.parse('kit-b'),
  },
  issues: [],
};

describe('a row of the grid', () => {
  it('keeps everything an imported row carries, and the kit by its id', () => {
    const { kitId: kit, ...values } = imported.values;
    expect(valuesOfImportedRow(imported)).toEqual({ ...values, kitType: kit });
    expect(
      valuesOfImportedRow({ ...imported, values: { ...imported.values, kitId: null } }).kitType,
    ).toBeNull();
  });

  it('is complete without address line 2, shipping, frequency and kit; white space is nothing', () => {
    const complete = { id: 'row-1', ...valuesOfImportedRow(imported) };
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
