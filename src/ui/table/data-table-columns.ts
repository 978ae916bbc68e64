import type { ReactNode } from 'react';

/** A column of a DataTable: its cells, and its sort value. */
export interface DataColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Makes the column sortable by this value; text is compared naturally ("9" before "10"). */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** The name next to the value where each row is a list of values; defaults to `header` if that is a text. */
  label?: string | undefined;
  /**
   * The place of the cell in a phone's card of about 88 px: `lead` and `end` beside the lines `title`, `text` and
   * `meta`, `more` after `meta`. A table with cards has rows of 44 px where there is room. Without any, a row becomes
   * a list of all its values on phones.
   */
  card?: 'lead' | 'title' | 'text' | 'meta' | 'more' | 'end' | undefined;
  /**
   * Classes that place the cell in the twelve-column grid of a condensed row, such as "col-span-6". Condensed rows are
   * used between a phone's cards and the full table; a table without these classes stays a table.
   */
  condensed?: string | undefined;
  /** In a table narrower than 60rem the cell is below the title instead of in a column of its own. */
  isBelowTitle?: boolean | undefined;
  /** A CSS width, such as "8rem" or "30%". Columns without one share the remaining width. */
  width?: string | undefined;
}

/** The column that a table is sorted by. */
export interface SortedBy {
  readonly id: string;
  readonly desc: boolean;
}

/** A sort order and its setter, as of `useState`. */
export type SortState = readonly [SortedBy | undefined, (next: SortedBy | undefined) => void];

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

/** The rank of each row by a column; equal values have the same rank. */
type Ranks = WeakMap<object, number>;

const ranksByColumn = new WeakMap<object, Ranks>();

/**
 * Comparing texts takes most of the time of a sort, so the ranks of a whole list are kept: searching a sorted list then
 * compares numbers only.
 */
function ranksOf<Row extends object>(
  rows: readonly Row[],
  column: DataColumn<Row>,
  sortValue: (row: Row) => unknown,
): Ranks {
  const cached = ranksByColumn.get(column);
  if (cached !== undefined && rows.every((row) => cached.has(row))) return cached;
  const sorted = rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => compare(a.value, b.value));
  const ranks: Ranks = new WeakMap();
  let rank = 0;
  let last: unknown;
  for (const [index, { row, value }] of sorted.entries()) {
    if (index > 0 && compare(last, value) !== 0) rank += 1;
    last = value;
    ranks.set(row, rank);
  }
  ranksByColumn.set(column, ranks);
  return ranks;
}

/** Sorts the rows by a column; the sort is stable. */
export function sortRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sortedBy: SortedBy | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sortedBy?.id);
  if (sortedBy === undefined || column?.sortValue === undefined) return rows;
  const ranks = ranksOf(rows, column, column.sortValue);
  const sign = sortedBy.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, rank: ranks.get(row) ?? 0 }))
    .sort((a, b) => sign * (a.rank - b.rank))
    .map(({ row }) => row);
}

/** The column's name beside its values. */
function columnLabel<Row>(column: DataColumn<Row>): string | undefined {
  return (
    column.label ?? (typeof column.header === 'string' && column.header !== '' ? column.header : undefined)
  );
}

/** Props shared by a column's cells in real and placeholder rows. */
export const cellLook = <Row>(column: DataColumn<Row>) => ({
  label: columnLabel(column),
  card: column.card,
  className: column.condensed,
});
