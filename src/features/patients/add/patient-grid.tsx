import { type ReactNode, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import type { LazyModule } from '@/lib/lazy';
import { announce } from '@/ui/feedback/announce';
import { cx } from '@/ui/cx';
import { Loading } from '@/ui/feedback/loading';
import { useMergedRef } from '@/lib/use-merged-ref';
import { useScrollable } from '@/ui/layout/use-scrollable';
import { cellForKey, cellOf, historyKey } from './grid-keys';
import type { GridCell } from './grid-movement';
import { GridPart } from './grid-part';
import { GridRow, textColumns, wideColumns } from './grid-row';
import type { GridStore } from './grid-store';
import { strings } from './strings';
import { useCellFocus } from './use-cell-focus';
import { useGridValue } from './use-grid-row';
import { type LongRows, longRows, useLongRows } from './use-long-rows';

/** From this many rows on, only those in view are drawn. */
const virtualFrom = 50;

/** Drawing all of 2,000 rows takes seconds: until the code that draws only some of them is here, the first must do. */
const drawnMeanwhile = 100;

export interface PatientGridHandle {
  focusCell(cell: GridCell): void;
}

interface PatientGridProps {
  store: GridStore;
  /** While the rows are being saved they can't be changed, or what is typed would be lost with them. */
  locked: boolean;
  kitNames: ReadonlyMap<string, string>;
  onOpenAddress: (id: string) => void;
  onPasteText: (text: string, at: GridCell) => boolean;
  handle: Ref<PatientGridHandle>;
  /** Where the code for long lists comes from. */
  longRowsSource?: LazyModule<LongRows>;
}

/** The rows of Add Patients, with their keys (DESIGN "Beyond" 1). Long lists draw only the rows in view. */
export function PatientGrid({
  store,
  locked,
  kitNames,
  onOpenAddress,
  onPasteText,
  handle,
  longRowsSource = longRows,
}: PatientGridProps) {
  const ids = useGridValue(store, (grid) => grid.rowIds());
  const scroller = useRef<HTMLDivElement>(null);
  // State, too: the rows of a long grid are mounted first and must hear of the element that scrolls them.
  const [scrollerElement, setScrollerElement] = useState<HTMLDivElement | null>(null);
  const scrollerRef = useMergedRef(scroller, setScrollerElement);
  const scrollable = useScrollable(scroller);
  const scrollToRow = useRef((_: number) => undefined as void);
  const { activeRow, focusCell, onDrawn, watch } = useCellFocus(scroller, scrollToRow, ids);
  useImperativeHandle(handle, () => ({ focusCell }), [focusCell]);

  const long = ids.length > virtualFrom;
  const rowsCode = useLongRows(longRowsSource, long);
  const VirtualRows = long && typeof rowsCode !== 'string' ? rowsCode : null;
  const plainIds = long && rowsCode === 'loading' ? ids.slice(0, drawnMeanwhile) : ids;

  const onRemove = useCallback(
    (id: string, index: number) => {
      store.removeRow(id);
      announce(strings.spoken.removed(index + 1));
    },
    [store],
  );

  const drawRow = (id: string, index: number) => (
    <GridRow
      store={store}
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
      onFocus={(event) => {
        watch.onFocus(event);
        const cell = cellOf(event.target);
        store.hold('focus', cell === null ? null : (ids[cell.row] ?? null));
      }}
      onBlur={(event) => {
        watch.onBlur(event);
        // A window that is left keeps its focused cell.
        if (document.activeElement !== event.target) store.hold('focus', null);
        store.endStep();
      }}
      onPaste={(event) => {
        const at = cellOf(event.target);
        if (at === null || locked) return;
        if (onPasteText(event.clipboardData.getData('text'), at)) event.preventDefault();
      }}
      onKeyDown={(event) => {
        const step = historyKey(event);
        const cell = cellForKey(event, ids.length);
        if (step !== null && !locked) store[step]();
        else if (cell !== null) focusCell(cell);
        else return;
        event.preventDefault();
      }}
    >
      <div className="@4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface">
        {/* Room for the scrollbar only where there is one: the lines between rows would end before it. */}
        <GridHeader besideScrollbar={scrollable} />
        <GridPart
          part="rowgroup"
          ref={scrollerRef}
          className={cx(
            '@4xl:max-h-[min(70dvh,44rem)] @4xl:overflow-y-auto',
            scrollable && '@4xl:[scrollbar-gutter:stable]',
            VirtualRows !== null && 'max-h-[75dvh] overflow-y-auto',
          )}
        >
          {VirtualRows !== null ? (
            <VirtualRows
              ids={ids}
              scroller={scrollerElement}
              activeRow={activeRow}
              scrollToRow={scrollToRow}
              drawRow={drawRow}
              onDrawn={onDrawn}
            />
          ) : (
            plainIds.map((id, index) => (
              <div key={id} role="presentation" className="pb-3 @4xl:pb-0">
                {drawRow(id, index)}
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
        'sr-only gap-x-2 border-b border-line bg-sunken px-3 py-2.5 text-caption font-semibold text-ink-2',
        '@4xl:not-sr-only @4xl:grid @4xl:overflow-hidden! @4xl:px-3! @4xl:py-2.5!',
        besideScrollbar && '@4xl:[scrollbar-gutter:stable]',
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
      <Title>{strings.grid.status}</Title>
      <Title>
        <span className="sr-only">{strings.grid.remove}</span>
      </Title>
    </GridPart>
  );
}

function Title({ children }: { children: ReactNode }) {
  return (
    <GridPart part="columnheader" className="px-1">
      {children}
    </GridPart>
  );
}
