import { measureElement, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import {
  type ComponentPropsWithRef,
  type CSSProperties,
  Fragment,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { createSignal } from '@/lib/signal';
import { cx } from '@/ui/cx';
import { ErrorState, Skeleton } from '@/ui/feedback/loading';
import { AddedSkipLink } from '@/ui/layout/links';
import * as strings from '@/ui/strings';
import { cellLook, type DataColumn, type SortedBy, type SortState, sortRows } from './data-table-columns';
import { withRow } from './with-row';

type RowWindow = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** Default maximum height in pixels; it sets how many rows render before the height is measured. */
const usualHeight = 600;

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
  /** Rendered instead of the cells, if there is any. */
  whole: ReactNode;
  measure?: Ref<HTMLTableRowElement> | undefined;
}

function DataTableRowView<Row>({ row, index, columns, whole, measure }: DataTableRowProps<Row>) {
  return (
    // The header is row 1, so the first row of data is row 2.
    <TableRow ref={measure} data-index={index} data-whole={whole ? '' : undefined} aria-rowindex={index + 2}>
      {whole ? (
        <TableCell colSpan={columns.length}>{whole}</TableCell>
      ) : (
        columns.map((column) => (
          <TableCell key={column.id} {...cellLook(column)}>
            {column.cell(row, index)}
          </TableCell>
        ))
      )}
    </TableRow>
  );
}

// memo() loses the generic type parameter; the cast restores it.
const DataTableRow = memo(DataTableRowView) as typeof DataTableRowView;

interface BodyProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly DataColumn<Row>[];
  wholeRow: ((row: Row) => ReactNode) | undefined;
}

/** Renders every row, for lists too short to benefit from virtualization. */
function PlainBody<Row>({ rows, rowKey, columns, wholeRow }: BodyProps<Row>) {
  return (
    <TableBody>
      {rows.map((row, index) => (
        <DataTableRow<Row>
          key={rowKey(row)}
          row={row}
          index={index}
          columns={columns}
          whole={wholeRow?.(row)}
        />
      ))}
    </TableBody>
  );
}

interface VirtualBodyProps<Row> extends BodyProps<Row> {
  /** The scrolling element; until it is mounted, the usual number of visible rows is rendered. */
  scroller: HTMLDivElement | null;
}

/** On a wide screen, in pixels; rows that differ are measured and cause another render. */
const usualRowHeight = 44;

/** Overscan: rows rendered on either side of the visible ones, so that scrolling shows no gaps. */
const rowsAround = 8;

/** Renders the visible rows and a few around them, and a row that is rendered as a whole; empty space replaces the others. */
function VirtualBody<Row>({ rows, rowKey, columns, wholeRow, scroller }: VirtualBodyProps<Row>) {
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    [rows, rowKey],
  );
  // Its input may have the focus.
  const whole = useMemo(
    () => (wholeRow === undefined ? -1 : rows.findIndex((row) => Boolean(wholeRow(row)))),
    [rows, wholeRow],
  );
  const rangeExtractor = useCallback((range: Range) => withRow(range, whole), [whole]);
  // The first render only includes the visible rows; the overscan follows in a deferred render.
  const isSettled = useDeferredValue(true, false);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    ...measuredByLayout,
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => usualRowHeight,
    getItemKey: keyAt,
    overscan: isSettled ? rowsAround : 0,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <Spacer height={before} span={columns.length} />
      <TableBody>
        {items.map(({ index, start }, position) => {
          const row = rows[index];
          return row ? (
            <Fragment key={rowKey(row)}>
              <SpacerRow height={start - (items[position - 1]?.end ?? start)} span={columns.length} />
              <DataTableRow<Row>
                row={row}
                index={index}
                columns={columns}
                whole={wholeRow?.(row)}
                measure={virtualizer.measureElement}
              />
            </Fragment>
          ) : null;
        })}
      </TableBody>
      <Spacer height={after} span={columns.length} />
    </>
  );
}

interface SpacerProps {
  height: number;
  span: number;
}

function Spacer({ height, span }: SpacerProps) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <SpacerRow height={height} span={span} />
    </tbody>
  );
}

function SpacerRow({ height, span }: SpacerProps) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex is not focusable.
    <tr aria-hidden="true" className="listing-spacer">
      <td colSpan={span} style={{ height }} />
    </tr>
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
            style={columnWidth(column.width)}
            aria-sort={direction}
            data-card={column.card}
          >
            {column.sortValue ? (
              <button type="button" className="listing-sort" onClick={() => onSort(column.id)}>
                <span>{column.header}</span>
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

/** Measures what is above and below a table, so that it ends with the window and the page needs no second scrollbar. */
function useSpaceAround(scroller: HTMLDivElement | null): void {
  useEffect(() => {
    const page = scroller?.closest('main');
    if (!scroller || !page) return;
    const observer = new ResizeObserver(() => {
      // A column that sticks to the window would be measured where it was scrolled to.
      if (window.scrollY > 0) return;
      const below = Number.parseFloat(getComputedStyle(page).paddingBottom);
      const space = Math.ceil(scroller.getBoundingClientRect().top + below);
      scroller.style.setProperty('--space-around', `${space}px`);
    });
    for (const content of page.children) observer.observe(content);
    return () => observer.disconnect();
  }, [scroller]);
}

interface ListingProps<Row> extends BodyProps<Row>, DataTableHeadProps<Row> {
  id: string | undefined;
  label: string;
  loading: boolean;
  empty: ReactNode;
  maxHeight: string;
}

/** The table itself: its header and its rows, or what is shown instead of them. */
function Listing<Row>({
  id,
  label,
  loading,
  empty,
  maxHeight,
  sortedBy,
  onSort,
  ...body
}: ListingProps<Row>) {
  // State, not a ref: the virtual body mounts first and must be notified of its scroller.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useSpaceAround(scroller);
  const printing = usePrinting();
  const { rows, columns } = body;
  const isEmpty = !loading && rows.length === 0;
  const virtual = !loading && !printing && rows.length > virtualFrom;
  // A row whose cells are not all in columns is laid out by the style sheet, which needs the widths of the others.
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--table-height': maxHeight,
    ...Object.fromEntries(columns.map(({ card = 'other', width = 'auto' }) => [`--${card}-width`, width])),
  };
  return (
    <div
      data-condensed={columns.some(({ condensed }) => condensed !== undefined) || undefined}
      data-cards={columns.some(({ card }) => card !== undefined) || undefined}
      data-stacked={columns.some(({ isBelowTitle }) => isBelowTitle) || undefined}
      className="listing-frame"
    >
      <div
        ref={setScroller}
        data-virtual={virtual || undefined}
        className={cx('listing-scroller', isEmpty && 'border-dashed')}
        style={style}
      >
        <table
          id={id}
          tabIndex={-1}
          aria-label={label}
          aria-rowcount={loading ? -1 : rows.length + 1}
          aria-busy={loading || undefined}
          className="listing"
        >
          <DataTableHead columns={columns} sortedBy={sortedBy} onSort={onSort} />
          {loading ? <DataTablePlaceholder columns={columns} /> : null}
          {virtual ? <VirtualBody<Row> {...body} scroller={scroller} /> : null}
          {loading || virtual ? null : <PlainBody<Row> {...body} />}
        </table>
        {isEmpty ? <div className="contents">{empty}</div> : null}
      </div>
    </div>
  );
}

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
  /** Search and filters above the rows; the number of rows is then also shown, beside them. Not after a failure. */
  toolbar?: ReactElement | undefined;
  /** Rendered between the toolbar and the rows, such as a selection bar. Not after a failure. */
  beforeRows?: ReactElement | null | undefined;
  /** Renders a row as one cell across all columns, such as a row that is being edited; null for a usual row. */
  wholeRow?: ((row: Row) => ReactNode) | undefined;
  /** The sort order, if the caller remembers it. */
  sort?: SortState | undefined;
  /** Receives the sorted rows. */
  sortedRowsRef?: Ref<readonly Row[]> | undefined;
  /** Maximum height before the table scrolls, as a CSS length. */
  maxHeight?: string | undefined;
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
  toolbar,
  beforeRows,
  wholeRow,
  sort,
  sortedRowsRef,
  // Ends with the window; in low windows it scrolls with the page.
  maxHeight = 'max(min(22rem, 70dvh), calc(100dvh - var(--space-around, 20rem)))',
}: DataTableProps<Row>) {
  const ownSort = useState<SortedBy>();
  const [sortedBy, setSortedBy] = sort ?? ownSort;
  // The heading updates at once; 10,000 rows follow in a deferred render.
  const rowsSortedBy = useDeferredValue(sortedBy);
  const sorted = useMemo(() => sortRows(rows, columns, rowsSortedBy), [rows, columns, rowsSortedBy]);
  useImperativeHandle(sortedRowsRef, () => sorted, [sorted]);

  /** A page has at most one table with a toolbar. */
  const id = toolbar ? 'table' : undefined;
  // After a failure there is nothing to search, filter or select: the message and Retry only.
  if (status === 'error') return <ErrorState title={errorTitle} onRetry={onRetry} />;
  return (
    <div className="flex flex-col gap-2">
      {id ? <AddedSkipLink to={id}>{strings.skipToTable}</AddedSkipLink> : null}
      <div className={toolbar ? 'flex flex-wrap items-center gap-x-3 gap-y-2' : 'contents'}>
        {toolbar}
        <p role="status" className={toolbar ? 'ms-auto text-sm text-ink-2 tabular-nums' : 'sr-only'}>
          {status === 'loading' ? strings.loading : countText(sorted.length)}
        </p>
      </div>
      {beforeRows}
      <Listing<Row>
        id={id}
        label={label}
        columns={columns}
        rows={sorted}
        rowKey={rowKey}
        wholeRow={wholeRow}
        loading={status === 'loading'}
        empty={empty}
        sortedBy={sortedBy}
        onSort={(columnId) => setSortedBy(nextSort(sortedBy, columnId))}
        maxHeight={maxHeight}
      />
    </div>
  );
}

/** Ascending, then descending, then the original order. */
function nextSort(current: SortedBy | undefined, id: string): SortedBy | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}

/*
 * The parts of a `DataTable`. Roles are explicit, because browsers drop table semantics when `display` changes, as in
 * the card layout on phones.
 */

/** Contains the headings, in one row. */
function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...role('rowgroup')}>
      <tr {...role('row')}>{children}</tr>
    </thead>
  );
}

/** Contains the rows. */
function TableBody({ children }: { children: ReactNode }) {
  return <tbody {...role('rowgroup')}>{children}</tbody>;
}

/** One row; a card on phones. */
function TableRow(props: ComponentPropsWithRef<'tr'>) {
  return <tr {...props} {...role('row')} className="listing-row" />;
}

/** The heading of a column. */
function TableHeader(props: ComponentPropsWithRef<'th'>) {
  return <th scope="col" {...props} {...role('columnheader')} />;
}

interface TableCellProps extends ComponentPropsWithRef<'td'> {
  /** The column's name, shown next to the value where the row is a list of values. */
  label?: string | undefined;
  /** The place of the cell where the row is a card. */
  card?: string | undefined;
}

/** A cell of a row. */
function TableCell({ label, card, ...rest }: TableCellProps) {
  return <td {...rest} {...role('cell')} data-label={label} data-card={card} />;
}

function role(name: string): { role: string } {
  return { role: name };
}

const placeholderKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholder rows in the shape of the real ones, to avoid layout shifts. */
function DataTablePlaceholder<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  return (
    <TableBody>
      {placeholderKeys.map((row) => (
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

let printing = false;

const printingChanged = createSignal();

function setPrinting(next: boolean): void {
  printing = next;
  printingChanged.notify();
}

function subscribe(listener: () => void): () => void {
  if (!printingChanged.hasListeners()) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  const unsubscribe = printingChanged.subscribe(listener);
  return () => {
    unsubscribe();
    if (printingChanged.hasListeners()) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

const begin = () => setPrinting(true);

const end = () => setPrinting(false);

/** Whether the page is being printed; lists must then render all rows, because paper can't be scrolled. */
const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
