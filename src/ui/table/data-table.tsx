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
  useSyncExternalStore,
} from 'react';
import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/feedback/error-state';
import * as strings from '@/ui/strings';
import { cellLook, type DataColumn, type SortedBy, sortRows } from '@/ui/table/data-table-columns';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table/table';

let printing = false;
const listeners = new Set<() => void>();

function setPrinting(next: boolean): void {
  printing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

const begin = () => setPrinting(true);
const end = () => setPrinting(false);

/** Whether the page is being printed: paper has no window to scroll, so lists must then be drawn whole. */
const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );

type RowWindow = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** As tall as a DataTable grows unless told otherwise, in pixels: so many rows are drawn before its height is known. */
const usualHeight = 704;

function observeElementRect(
  { scrollElement, targetWindow }: RowWindow,
  tell: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement || !targetWindow) return undefined;
  const observer = new targetWindow.ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Options with which a virtual list learns how tall its scroller and its rows are from the browser's own next layout.
 * Left to itself the library asks at once: that lays the page out once more for every list found, in the middle of
 * putting it in place, and draws it three times.
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

/** A grey bar in the place of a line to come. Give it a width by class, such as `w-32`. */
function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-4 animate-shimmer rounded-sm bg-line', className)} />
  );
}

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

// memo() forgets that the function is generic; the cast gives that back.
const DataTableRow = memo(DataTableRowView) as typeof DataTableRowView;

interface BodyProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly DataColumn<Row>[];
}

/** Draws every row: for lists short enough that windowing would cost more than it saves. */
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
  /** The element that scrolls; before it is there, so many rows are drawn as usually are in view. */
  scroller: HTMLDivElement | null;
  rowHeight: number;
}

/** How many rows are drawn on either side of those in view, so that scrolling finds them there. */
const rowsAround = 8;

/** Draws the rows in view and a few around them; two empty bodies stand for the rest. */
function VirtualBody<Row>({ rows, rowKey, columns, scroller, rowHeight }: VirtualBodyProps<Row>) {
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    [rows, rowKey],
  );
  // A list that appears shows the rows in view first; those around them are drawn when it stands.
  const stands = useDeferredValue(true, false);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    ...measuredByLayout,
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: keyAt,
    overscan: stands ? rowsAround : 0,
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

/** As a property, so that the stylesheet can leave it out where headings stand over no column. */
const columnWidth = (width = 'auto'): CSSProperties & Record<'--column-width', string> => ({
  '--column-width': width,
});

/** The headings of a long list; those of columns that can be sorted are buttons and tell the direction. */
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

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Grey bars in the shape of the rows to come, so that nothing jumps when they arrive. */
function DataTablePlaceholder<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  return (
    <TableBody>
      {rows.map((row) => (
        <TableRow key={row} aria-hidden="true">
          {columns.map((column) => (
            <TableCell key={column.id} {...cellLook(column)}>
              <Skeleton className="w-full max-w-32 min-w-6" />
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  );
}

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

/** Ascending, then descending, then the order in which the rows came. */
function nextSort(current: SortedBy | undefined, id: string): SortedBy | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}
