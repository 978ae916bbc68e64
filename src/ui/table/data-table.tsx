import { measureElement, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/feedback/error-state';
import * as strings from '@/ui/strings';
import { cellLook, type DataColumn, type SortedBy, sortRows } from './data-table-columns';
import { DataTablePlaceholder } from './data-table-placeholder';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from './table';
import { usePrinting } from './use-printing';

type RowWindow = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** Default maximum height in pixels; it sets how many rows render before the height is measured. */
const usualHeight = 704;

function observeElementRect(
  { scrollElement, targetWindow }: RowWindow,
  notify: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement || !targetWindow) return undefined;
  const observer = new targetWindow.ResizeObserver(() =>
    notify({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Options that make a virtual list measure its scroller and rows with a ResizeObserver. By default the library measures
 * synchronously, which forces another layout per list and renders it three times.
 */
const measuredByLayout = {
  initialRect: { width: 0, height: usualHeight },
  observeElementRect,
  measureElement: (
    row: HTMLTableRowElement,
    entry: ResizeObserverEntry | undefined,
    list: RowWindow,
  ): number => {
    if (entry) return measureElement(row, entry, list);
    const index = list.indexFromElement(row);
    return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
  },
};

interface DataTableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly DataColumn<Row>[];
  measure?: Ref<HTMLTableRowElement> | undefined;
}

function DataTableRowView<Row>({ row, index, columns, measure }: DataTableRowProps<Row>) {
  return (
    // The header is row 1, so the first row of data is row 2.
    <TableRow ref={measure} data-index={index} aria-rowindex={index + 2}>
      {columns.map((column) => (
        <TableCell key={column.id} {...cellLook(column)}>
          {column.cell(row, index)}
        </TableCell>
      ))}
    </TableRow>
  );
}

// memo() loses the generic type parameter; the cast restores it.
const DataTableRow = memo(DataTableRowView) as typeof DataTableRowView;

interface BodyProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly DataColumn<Row>[];
}

/** Renders every row, for lists too short to benefit from virtualization. */
function PlainBody<Row>({ rows, rowKey, columns }: BodyProps<Row>) {
  return (
    <TableBody>
      {rows.map((row, index) => (
        <DataTableRow<Row> key={rowKey(row)} row={row} index={index} columns={columns} />
      ))}
    </TableBody>
  );
}

interface VirtualBodyProps<Row> extends BodyProps<Row> {
  /** The scrolling element; until it is mounted, the usual number of visible rows is rendered. */
  scroller: HTMLDivElement | null;
  rowHeight: number;
}

/** Overscan: rows rendered on either side of the visible ones, so that scrolling shows no gaps. */
const rowsAround = 8;

/** Renders the visible rows and a few around them; two empty bodies replace the others. */
function VirtualBody<Row>({ rows, rowKey, columns, scroller, rowHeight }: VirtualBodyProps<Row>) {
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    [rows, rowKey],
  );
  // The first render only includes the visible rows; the overscan follows in a deferred render.
  const isSettled = useDeferredValue(true, false);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    ...measuredByLayout,
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: keyAt,
    overscan: isSettled ? rowsAround : 0,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <Spacer height={before} span={columns.length} />
      <TableBody>
        {items.map(({ index }) => {
          const row = rows[index];
          return row ? (
            <DataTableRow<Row>
              key={rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              measure={virtualizer.measureElement}
            />
          ) : null;
        })}
      </TableBody>
      <Spacer height={after} span={columns.length} />
    </>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className="listing-spacer">
      <tr>
        <td colSpan={span} style={{ height }} />
      </tr>
    </tbody>
  );
}

interface DataTableHeadProps<Row> {
  columns: readonly DataColumn<Row>[];
  sortedBy: SortedBy | undefined;
  onSort: (columnId: string) => void;
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden="true" className="size-3.5" />;
  if (direction === 'descending') return <ArrowDown aria-hidden="true" className="size-3.5" />;
  return <ChevronsUpDown aria-hidden="true" className="size-3.5 opacity-60" />;
}

/** A custom property, so that the style sheet can ignore it in layouts where headings are not above their columns. */
const columnWidth = (width = 'auto'): CSSProperties & Record<'--column-width', string> => ({
  '--column-width': width,
});

/** The column headings; sortable ones are buttons and show the sort direction. */
function DataTableHead<Row>({ columns, sortedBy, onSort }: DataTableHeadProps<Row>) {
  return (
    <TableHead>
      {columns.map((column) => {
        const sorted = sortedBy?.id === column.id;
        const direction = sorted ? (sortedBy.desc ? 'descending' : 'ascending') : undefined;
        return (
          <TableHeader
            key={column.id}
            align={column.align}
            style={columnWidth(column.width)}
            aria-sort={direction}
          >
            {column.sortValue ? (
              <button type="button" className="listing-sort" onClick={() => onSort(column.id)}>
                {column.header}
                <SortIcon direction={direction} />
              </button>
            ) : (
              column.header
            )}
          </TableHeader>
        );
      })}
    </TableHead>
  );
}

/** Lists with more rows than this are virtualized. */
const virtualFrom = 50;

export interface DataTableProps<Row extends object> {
  /** Names the table for screen readers. */
  label: string;
  /** Must be stable (module scope or useMemo): all rows render again when it changes. */
  columns: readonly DataColumn<Row>[];
  /** Must be stable, too; a new array means new data. */
  rows: readonly Row[];
  /** Must be stable, too: when it changes, it is called for every row. */
  rowKey: (row: Row) => string;
  status?: 'ready' | 'loading' | 'error' | undefined;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
  errorTitle?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
  /** Announced when the number of rows changes, such as "3 patients". */
  countText: (count: number) => string;
  /** Maximum height before the table scrolls, as a CSS length. */
  maxHeight?: string | undefined;
  /** Usual row height on a wide screen in pixels; rows that differ are measured and cause another render. */
  rowHeight?: number | undefined;
}

/**
 * A sortable table that stays fast with 10,000 rows. The header is sticky, rows turn into cards on narrow screens, and
 * the number of rows is announced to screen readers. To filter, pass fewer rows.
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
  // State, not a ref: the virtual body mounts first and must be notified of its scroller.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [sortedBy, setSortedBy] = useState<SortedBy>();
  // The heading updates at once; 10,000 rows follow in a deferred render.
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
        {loading ? strings.loading : countText(sorted.length)}
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

/** Ascending, then descending, then the original order. */
function nextSort(current: SortedBy | undefined, id: string): SortedBy | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}
