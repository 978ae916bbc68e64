import { describe, expect, it } from 'vitest';
import { cellAfter, type GridColumn } from '@/features/patients/add/grid-movement';

const middle = { atStart: false, atEnd: false };
const ends = { atStart: true, atEnd: true };
const press = (key: string, column: GridColumn, caret = ends, row = 1, shiftKey = false) =>
  cellAfter({ row, column }, { key, shiftKey }, caret, 3);

describe('keys in the grid', () => {
  it('Up, Down and Enter stay in the column and inside the grid', () => {
    expect(press('ArrowUp', 'email')).toEqual({ row: 0, column: 'email' });
    expect(press('ArrowDown', 'email')).toEqual({ row: 2, column: 'email' });
    expect(press('Enter', 'age')).toEqual({ row: 2, column: 'age' });
    expect(press('Enter', 'age', ends, 1, true)).toEqual({ row: 0, column: 'age' });
    expect(press('ArrowUp', 'email', ends, 0)).toBeNull();
    expect(press('Enter', 'email', ends, 2)).toBeNull();
  });

  it('Left and Right leave a cell only where its text ends', () => {
    expect(press('ArrowRight', 'name')).toEqual({ row: 1, column: 'email' });
    expect(press('ArrowLeft', 'email')).toEqual({ row: 1, column: 'name' });
    expect(press('ArrowRight', 'name', middle)).toBeNull();
    expect(press('ArrowLeft', 'email', middle)).toBeNull();
    expect(press('ArrowRight', 'address')).toBeNull();
    expect(press('ArrowLeft', 'name')).toBeNull();
  });

  it('Enter opens an address instead of moving, and selecting by Shift stays in the cell', () => {
    expect(press('Enter', 'address')).toBeNull();
    expect(press('ArrowRight', 'name', ends, 1, true)).toBeNull();
  });

  it('typing and Tab are the browser’s', () => {
    expect(press('a', 'name')).toBeNull();
    expect(press('Tab', 'name')).toBeNull();
  });
});
