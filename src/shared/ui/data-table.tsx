import { type CSSProperties, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import { PlainBody, VirtualBody } from '@/shared/ui/data-table-body';
import { type DataColumn, type SortedBy, sortRows } from '@/shared/ui/data-table-columns';
import { DataTableHead } from '@/shared/ui/data-table-head';
import { DataTablePlaceholder } from '@/shared/ui/data-table-placeholder';
import { ErrorState } from '@/shared/ui/error-state';
import * as fixed from '@/shared/ui/fixed-strings';
import * as strings from '@/shared/ui/list-strings';
import { usePrinting } from '@/shared/ui/use-printing';

/** From this many rows on, only those in view are drawn. */
const virtualFrom = 50;

export interface DataTableProps<Row extends object> {
  /** Names the table for screen readers. */
  label: string;
  /** Keep the array stable (module scope or useMemo): rows are drawn again when it changes. */
  columns: readonly DataColumn<Row>[];
  /** Keep the array stable too; a new one means new data. */
  rows: readonly Row[];
  /** Stable as well: a list of 10,000 asks it for every row when it changes. */
  rowKey: (row: Row) => string;
  status?: 'ready' | 'loading' | 'error' | undefined;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  errorTitle?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
  /** What is announced when the number of rows changes, such as "3 patients". */
  countText: (count: number) => string;
  /** How tall the table may grow before it scrolls, as a CSS length. */
  maxHeight?: string | undefined;
  /** What most rows measure on a wide screen, in pixels; others are measured once drawn, and then drawn anew. */
  rowHeight?: number | undefined;
}

/**
 * A sortable table that stays quick with 10,000 rows. The header sticks, rows turn into cards
 * where there is little room, and screen readers hear how many rows there are. Filtering is the caller's: pass fewer rows.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  status = 'ready',
  empty,
  errorTitle = strings.tableNotLoaded,
  onRetry,
  countText,
  maxHeight = 'min(70dvh, 44rem)',
  rowHeight = 57,
}: DataTableProps<Row>) {
  // State, not a ref: the virtual body is mounted first and must hear of the element that scrolls it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [sortedBy, setSortedBy] = useState<SortedBy>();
  // The heading tells its direction at once; 10,000 rows follow when that is painted.
  const rowsSortedBy = useDeferredValue(sortedBy);
  const sorted = useMemo(() => sortRows(rows, columns, rowsSortedBy), [rows, columns, rowsSortedBy]);
  const printing = usePrinting();

  if (status === 'error') return <ErrorState title={errorTitle} onRetry={onRetry} />;

  const loading = status === 'loading';
  const isEmpty = !loading && sorted.length === 0;
  const virtual = !loading && !printing && sorted.length > virtualFrom;
  const height: CSSProperties & Record<'--table-height', string> = { '--table-height': maxHeight };
  const toggleSort = (columnId: string) => setSortedBy((current) => nextSort(current, columnId));
  return (
    <div
      data-condensed={columns.some(({ condensed }) => condensed !== undefined) || undefined}
      className="listing-frame"
    >
      <p role="status" className="sr-only">
        {loading ? fixed.loading : countText(sorted.length)}
      </p>
      <div
        ref={setScroller}
        data-virtual={virtual || undefined}
        className={cx('listing-scroller', isEmpty && 'border-dashed')}
        style={height}
      >
        <table
          aria-label={label}
          aria-rowcount={loading ? -1 : sorted.length + 1}
          aria-busy={loading || undefined}
          className="listing"
        >
          <DataTableHead columns={columns} sortedBy={sortedBy} onSort={toggleSort} />
          {loading ? <DataTablePlaceholder columns={columns} /> : null}
          {virtual ? (
            <VirtualBody<Row>
              rows={sorted}
              rowKey={rowKey}
              columns={columns}
              scroller={scroller}
              rowHeight={rowHeight}
            />
          ) : null}
          {loading || virtual ? null : <PlainBody<Row> rows={sorted} rowKey={rowKey} columns={columns} />}
        </table>
        {isEmpty ? empty : null}
      </div>
    </div>
  );
}

/** Ascending, then descending, then the order in which the rows came. */
function nextSort(current: SortedBy | undefined, id: string): SortedBy | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}
