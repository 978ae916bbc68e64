import type { ReactNode } from 'react';

/** A column of a long list: what stands in its cells, and what it is sorted by. */
export interface DataColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Makes the column sortable by this value; text is compared as people expect ("9" before "10"). */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** The name beside the value on a phone's card; taken from `header` when that is a text. */
  label?: string | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /**
   * Classes that place the cell on the twelve columns of a condensed row, such as "col-span-6": between a phone's cards
   * and a table with room for every column. A table whose columns have none stays a table there.
   */
  condensed?: string | undefined;
  /** A CSS width, such as "8rem" or "30%". Columns without one share what is left. */
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

/** The rows in the order of a column; rows that are equal there stay in the order in which they came. */
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

/** The text that names a column on a card. */
function columnLabel<Row>(column: DataColumn<Row>): string | undefined {
  return (
    column.label ?? (typeof column.header === 'string' && column.header !== '' ? column.header : undefined)
  );
}

/** What the cells of a column look like, whether a row stands there or is still to come. */
export const cellLook = <Row>(column: DataColumn<Row>) => ({
  align: column.align,
  label: columnLabel(column),
  className: column.condensed,
});
