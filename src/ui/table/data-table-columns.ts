import type { ReactNode } from 'react';

/** A column of a DataTable: its cells, and its sort value. */
export interface DataColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Makes the column sortable by this value; text is compared naturally ("9" before "10"). */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** The name next to the value on a phone's card; defaults to `header` if that is a text. */
  label?: string | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /**
   * Classes that place the cell in the twelve-column grid of a condensed row, such as "col-span-6". Condensed rows are
   * used between a phone's cards and the full table; a table without these classes stays a table.
   */
  condensed?: string | undefined;
  /** A CSS width, such as "8rem" or "30%". Columns without one share the remaining width. */
  width?: string | undefined;
}

/** The column that a table is sorted by. */
export interface SortedBy {
  readonly id: string;
  readonly desc: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

/** Sorts the rows by a column; the sort is stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sortedBy: SortedBy | undefined,
): readonly Row[] {
  const sortValue = columns.find(({ id }) => id === sortedBy?.id)?.sortValue;
  if (sortedBy === undefined || sortValue === undefined) return rows;
  const sign = sortedBy.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => sign * compare(a.value, b.value))
    .map(({ row }) => row);
}

/** The column's name on a card. */
function columnLabel<Row>(column: DataColumn<Row>): string | undefined {
  return (
    column.label ?? (typeof column.header === 'string' && column.header !== '' ? column.header : undefined)
  );
}

/** Props shared by a column's cells in real and placeholder rows. */
export const cellLook = <Row>(column: DataColumn<Row>) => ({
  align: column.align,
  label: columnLabel(column),
  className: column.condensed,
});
