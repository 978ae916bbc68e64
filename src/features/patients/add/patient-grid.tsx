import {
  type ComponentType,
  type FocusEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMergedRef } from '@/lib/hooks';
import { type LazyModule, lazyModule, useLazyModule } from '@/lib/lazy';
import { report } from '@/lib/report';
import { cx } from '@/ui/cx';
import { isPageCovered } from '@/ui/dialog/surface';
import { announce } from '@/ui/feedback/announce';
import { Loading } from '@/ui/feedback/loading';
import { isFocusLost } from '@/ui/layout/focus';
import { useScrollable } from '@/ui/layout/use-scrollable';
import { strings } from '../strings';
import type { GridIssues } from './grid-issues';
import { cellForKey, cellName, cellOf, type GridCell, historyKey } from './grid-movement';
import { GridPart, PatientRow, textColumns, wideColumns } from './grid-row';
import { type GridStore, useGridValue } from './grid-store';
import type { VirtualRowsProps } from './virtual-rows';

export type LongRows = ComponentType<VirtualRowsProps>;

/** Most grids stay short, so this code is preloaded when the browser is idle. */
export const longRows = lazyModule<LongRows>(async () => (await import('./virtual-rows')).VirtualRows);

/**
 * The component that renders a long grid. If its code can't be loaded, the page does not fail: rendering all rows is
 * slow, but keeps the user's unsaved rows accessible.
 */
function useLongRows(source: LazyModule<LongRows>, isLong: boolean): LongRows | 'loading' | 'missing' {
  const [hasFailed, setFailed] = useState(false);
  const rows = useLazyModule(source, isLong, (error) => {
    report('the code of long grids could not be fetched', { error });
    setFailed(true);
  });
  return rows ?? (hasFailed ? 'missing' : 'loading');
}

interface CellFocus {
  /** The row that has or will get the focus; it is rendered even if it is scrolled out of view. */
  readonly activeRow: number | null;
  readonly focusCell: (cell: GridCell) => void;
  /** Call it after every render: the control that should get the focus may exist now. */
  readonly onRendered: () => void;
  /** Handlers for the element around all rows. */
  readonly watch: {
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** A control of a row that can be found again when its row is rendered again. */
type GridPosition = GridCell | { readonly row: number; readonly column: 'remove' };

interface Awaited {
  readonly position: GridPosition;
  /** The part of the text to select; `all` when the user moves to a cell. */
  readonly selection: readonly [number, number] | 'all';
  /** What had the focus when it was requested; if the user moves it to another element, the request is dropped. */
  readonly from: Element | null;
}

/** Moves the focus to a cell, even if its row is not rendered yet, and restores it when rows are rendered again. */
function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  scrollToRow: RefObject<(row: number) => void>,
  ids: readonly string[],
): CellFocus {
  const [activeRow, setActiveRow] = useState<number | null>(null);
  const awaited = useRef<Awaited | null>(null);
  const focused = useRef<HTMLElement | null>(null);
  const renderedIds = useRef(ids);

  const focusAwaited = useCallback((): boolean => {
    if (awaited.current === null) return true;
    const { position, selection, from } = awaited.current;
    const focusMoved = !isFocusLost() && document.activeElement !== from;
    const control = focusMoved ? null : grid.current?.querySelector<HTMLElement>(selectorOf(position));
    if (focusMoved || control) awaited.current = null;
    control?.focus();
    if (control instanceof HTMLInputElement) {
      if (selection === 'all') control.select();
      else control.setSelectionRange(...selection);
    }
    return awaited.current === null;
  }, [grid]);

  const focusCell = useCallback(
    (cell: GridCell) => {
      setActiveRow(cell.row);
      awaited.current = { position: cell, selection: 'all', from: document.activeElement };
      if (!focusAwaited()) scrollToRow.current(cell.row);
    },
    [focusAwaited, scrollToRow],
  );

  const onRendered = useCallback(() => {
    const lost = focused.current;
    if (lost !== null && !lost.isConnected) {
      focused.current = null;
      const position = positionOf(lost);
      if (position !== null && isFocusLost()) {
        const row = rowNow(position.row, renderedIds.current, ids);
        setActiveRow(row);
        awaited.current ??= { position: { ...position, row }, selection: selectionOf(lost), from: null };
      }
    }
    focusAwaited();
  }, [ids, focusAwaited]);

  useLayoutEffect(() => {
    onRendered();
    renderedIds.current = ids;
  });

  const watch = {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const position = positionOf(target);
      focused.current = position === null ? null : target;
      if (position !== null) setActiveRow(position.row);
    },
    // React fires no blur when it removes the control itself; a window that loses the focus keeps its focused control.
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) focused.current = null;
    },
  };
  return { activeRow, focusCell, onRendered, watch };
}

function positionOf(target: HTMLElement): GridPosition | null {
  const { remove } = target.dataset;
  return remove === undefined ? cellOf(target) : { row: Number(remove), column: 'remove' };
}

const selectorOf = (position: GridPosition): string =>
  position.column === 'remove' ? `[data-remove="${position.row}"]` : `[data-cell="${cellName(position)}"]`;

/** Returns a row's index after a change; for a removed row, the index of the row in its place. */
function rowNow(row: number, before: readonly string[], after: readonly string[]): number {
  const newIndex = after.indexOf(before[row] ?? '');
  return newIndex < 0 ? Math.max(0, Math.min(row, after.length - 1)) : newIndex;
}

function selectionOf(control: HTMLElement): readonly [number, number] | 'all' {
  if (!(control instanceof HTMLInputElement)) return 'all';
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? 'all' : [selectionStart, selectionEnd];
}

/**
 * Undo and redo by keys, wherever the focus is: an import or a paste leaves it outside of the cells. A field outside of
 * the grid and a window such as the chat have their own, and nothing changes behind a dialog or a menu.
 */
function useHistoryKeys(store: GridStore, locked: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = historyKey(event);
    if (step === null || locked || event.defaultPrevented || isPageCovered() || hasOwnUndo(event.target))
      return;
    event.preventDefault();
    store[step]();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const hasOwnUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  cellOf(target) === null &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** Of lists with more rows than this, only the visible ones are rendered. */
const virtualFrom = 50;

/** Rendering 2,000 rows takes seconds: until the virtual list's code is loaded, only this many are rendered. */
const renderedMeanwhile = 100;

export interface PatientGridHandle {
  focusCell(cell: GridCell): void;
}

interface PatientGridProps {
  store: GridStore;
  issues: GridIssues;
  /** True while the rows are being saved: what is typed meanwhile would be lost with them. */
  locked: boolean;
  kitNames: ReadonlyMap<string, string>;
  onOpenAddress: (id: string) => void;
  onPasteText: (text: string, at: GridCell) => boolean;
  /** Called when the last row was removed, with the focus in it. Must be stable. */
  onEmpty: () => void;
  handle: Ref<PatientGridHandle>;
  /** Loads the code for long lists. */
  longRowsSource?: LazyModule<LongRows>;
}

/** The rows of Add Patients, with keyboard control (§Design "Beyond" 1). Long lists render only the rows in view. */
export function PatientGrid({
  store,
  issues,
  locked,
  kitNames,
  onOpenAddress,
  onPasteText,
  onEmpty,
  handle,
  longRowsSource = longRows,
}: PatientGridProps) {
  const ids = useGridValue(store, (grid) => grid.rowIds());
  const scroller = useRef<HTMLDivElement>(null);
  // Also state: the rows of a long grid mount before this element, and must be rendered again once it exists.
  const [scrollerElement, setScrollerElement] = useState<HTMLDivElement | null>(null);
  const scrollerRef = useMergedRef(scroller, setScrollerElement);
  const scrollable = useScrollable(scroller);
  const scrollToRow = useRef((_: number) => undefined as void);
  const { activeRow, focusCell, onRendered, watch } = useCellFocus(scroller, scrollToRow, ids);
  useImperativeHandle(handle, () => ({ focusCell }), [focusCell]);

  const long = ids.length > virtualFrom;
  const rowsCode = useLongRows(longRowsSource, long);
  const VirtualRows = long && typeof rowsCode !== 'string' ? rowsCode : null;
  const plainIds = long && rowsCode === 'loading' ? ids.slice(0, renderedMeanwhile) : ids;

  useHistoryKeys(store, locked);

  const onRemove = useCallback(
    (id: string, index: number) => {
      store.removeRow(id);
      announce(strings.spoken.removed(index + 1));
      if (store.rowIds().length === 0) onEmpty();
    },
    [store, onEmpty],
  );

  const renderRow = (id: string, index: number) => (
    <PatientRow
      store={store}
      gridIssues={issues}
      id={id}
      index={index}
      locked={locked}
      kitNames={kitNames}
      onOpenAddress={onOpenAddress}
      onRemove={onRemove}
    />
  );

  return (
    <GridPart
      part="table"
      aria-label={strings.grid.table}
      aria-rowcount={ids.length + 1}
      className="@container"
      onFocus={watch.onFocus}
      onBlur={(event) => {
        watch.onBlur(event);
        store.endStep();
      }}
      onPaste={(event) => {
        const at = cellOf(event.target);
        if (at === null || locked) return;
        if (onPasteText(event.clipboardData.getData('text'), at)) event.preventDefault();
      }}
      onKeyDown={(event) => {
        const cell = cellForKey(event, ids.length);
        if (cell === null) return;
        focusCell(cell);
        event.preventDefault();
      }}
    >
      <div className="@xl:overflow-hidden @xl:rounded-card @xl:border @xl:border-line @xl:bg-surface">
        {/* Room for the scrollbar only if there is one; otherwise the lines between rows would end before it. */}
        <GridHeader besideScrollbar={scrollable} />
        <GridPart
          part="rowgroup"
          ref={scrollerRef}
          className={cx(
            '@xl:max-h-[min(70dvh,44rem)] @xl:overflow-y-auto',
            scrollable && '@xl:[scrollbar-gutter:stable]',
            VirtualRows !== null && 'max-h-[75dvh] overflow-y-auto',
          )}
        >
          {VirtualRows !== null ? (
            <VirtualRows
              ids={ids}
              scroller={scrollerElement}
              activeRow={activeRow}
              scrollToRow={scrollToRow}
              renderRow={renderRow}
              onRendered={onRendered}
            />
          ) : (
            plainIds.map((id, index) => (
              <div key={id} role="presentation" className="pb-3 @xl:pb-0">
                {renderRow(id, index)}
              </div>
            ))
          )}
          {VirtualRows === null && plainIds.length < ids.length ? (
            <GridPart part="row">
              <GridPart part="cell">
                <Loading />
              </GridPart>
            </GridPart>
          ) : null}
        </GridPart>
      </div>
    </GridPart>
  );
}

function GridHeader({ besideScrollbar }: { besideScrollbar: boolean }) {
  return (
    <GridPart
      part="row"
      aria-rowindex={1}
      className={cx(
        'sr-only gap-x-1.5 border-b border-line bg-sunken px-3 py-2.5 text-caption font-semibold text-ink-2',
        '@xl:not-sr-only @4xl:gap-x-2 @xl:grid @xl:overflow-hidden! @xl:px-3! @xl:py-2.5!',
        besideScrollbar && '@xl:[scrollbar-gutter:stable]',
        wideColumns,
      )}
    >
      <Title>
        <span aria-hidden="true">#</span>
        <span className="sr-only">{strings.grid.number}</span>
      </Title>
      {textColumns.map(({ key, label }) => (
        <Title key={key}>{label}</Title>
      ))}
      <Title>{strings.grid.address}</Title>
      <Title className="@max-4xl:sr-only">{strings.grid.status}</Title>
      <Title>
        <span className="sr-only">{strings.grid.remove}</span>
      </Title>
    </GridPart>
  );
}

function Title({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <GridPart part="columnheader" className={cx('px-1', className)}>
      {children}
    </GridPart>
  );
}
