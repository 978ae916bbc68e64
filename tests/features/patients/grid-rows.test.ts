import { describe, expect, it } from 'vitest';
import { kitId } from '@/contract';
import type { ImportedRow } from '@/contract/patient-import';
import { valuesOfImportedRow } from '@/contract/patient-rows';
import { blankGridRow } from '@/contract/storage-keys';
import { doubtfulCells, rowState } from '@/features/patients/add/grid-rows';

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

  it('marks an unusual email, phone or age', () => {
    const row = blankGridRow('row-1');
    expect(doubtfulCells(row, false)).toEqual([]);
    expect(doubtfulCells({ ...row, email: 'ada', age: '121' }, false)).toEqual(['email', 'age']);
    expect(doubtfulCells({ ...row, email: 'ada', age: '121' }, true)).toEqual(['email', 'phone', 'age']);
    expect(doubtfulCells({ ...row, email: 'ada@example.com', age: '120' }, false)).toEqual([]);
  });
});
