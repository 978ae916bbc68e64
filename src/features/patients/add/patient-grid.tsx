import { type ReactNode, type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import { announce } from '@/shared/ui/announce';
import { cx } from '@/shared/ui/cx';
import { Loading } from '@/shared/ui/loading';
import { onDemand } from '@/shared/ui/on-demand';
import { useScrollable } from '@/shared/ui/use-scrollable';
import { cellForKey, cellOf, historyKey } from './grid-keys';
import type { GridCell } from './grid-movement';
import { GridPart } from './grid-part';
import { GridRow, textColumns, wideColumns } from './grid-row';
import type { GridStore } from './grid-store';
import { strings } from './strings';
import { useCellFocus } from './use-cell-focus';
import { useGridValue } from './use-grid-row';
import type { VirtualRowsProps } from './virtual-rows';

/** From this many rows on, only those in view are drawn. */
const virtualFrom = 50;

/** Most grids stay short; this is fetched ahead as soon as there is time. */
const VirtualRows = onDemand<VirtualRowsProps>(
  async () => (await import('./virtual-rows')).VirtualRows,
  <Loading />,
);

export const prefetchLongGrid = VirtualRows.prefetch;

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
}

/** The rows of Add Patients, with their keys (DESIGN "Beyond" 1). Long lists draw only the rows in view. */
export function PatientGrid({
  store,
  locked,
  kitNames,
  onOpenAddress,
  onPasteText,
  handle,
}: PatientGridProps) {
  const ids = useGridValue(store, (grid) => grid.rowIds());
  const scroller = useRef<HTMLDivElement>(null);
  const scrollable = useScrollable(scroller);
  const scrollToRow = useRef((_: number) => undefined as void);
  const { activeRow, setActiveRow, focusCell, focusWaiting } = useCellFocus(scroller, scrollToRow);
  useImperativeHandle(handle, () => ({ focusCell }), [focusCell]);

  const virtual = ids.length > virtualFrom;

  const onRemove = useCallback(
    (id: string, index: number) => {
      store.removeRow(id);
      announce(strings.spoken.removed(index + 1));
      requestAnimationFrame(() => {
        const buttons = scroller.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
        (
          [...buttons].find((button) => Number(button.dataset.remove) >= index) ?? [...buttons].at(-1)
        )?.focus();
      });
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
        const cell = cellOf(event.target);
        if (cell !== null && cell.row !== activeRow) setActiveRow(cell.row);
      }}
      onBlur={() => store.endStep()}
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
          ref={scroller}
          className={cx(
            '@4xl:max-h-[min(70dvh,44rem)] @4xl:overflow-y-auto',
            scrollable && '@4xl:[scrollbar-gutter:stable]',
            virtual && 'max-h-[75dvh] overflow-y-auto',
          )}
        >
          {virtual ? (
            <VirtualRows
              ids={ids}
              scroller={scroller}
              activeRow={activeRow}
              scrollToRow={scrollToRow}
              drawRow={drawRow}
              onDrawn={focusWaiting}
            />
          ) : (
            ids.map((id, index) => (
              <div key={id} role="presentation" className="pb-3 @4xl:pb-0">
                {drawRow(id, index)}
              </div>
            ))
          )}
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
