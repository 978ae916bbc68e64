import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { withRow } from '@/ui/table/with-row';

const wideRowHeight = 45;

export interface VirtualRowsProps {
  ids: readonly string[];
  /** The element that scrolls the rows, once it is mounted. */
  scroller: HTMLElement | null;
  /** The row that has the focus; it is rendered even if it is scrolled out of view. */
  activeRow: number | null;
  /** Set to a function that scrolls to a row. */
  scrollToRow: RefObject<(row: number) => void>;
  renderRow: (id: string, index: number) => ReactNode;
  /** Called after every render: the row that should get the focus may exist now. */
  onRendered: () => void;
}

/** The rows of a long grid: only those in view. */
export function VirtualRows({
  ids,
  scroller,
  activeRow,
  scrollToRow,
  renderRow,
  onRendered,
}: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => wideRowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 6,
    rangeExtractor: (range) => withRow(range, activeRow ?? -1),
  });
  scrollToRow.current = (row) => virtualizer.scrollToIndex(row);
  useLayoutEffect(onRendered);
  return (
    <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          role="presentation"
          data-index={index}
          className="absolute inset-x-0 top-0 pb-3 @xl:pb-0"
          style={{ transform: `translateY(${start}px)` }}
        >
          {renderRow(ids[index] ?? '', index)}
        </div>
      ))}
    </div>
  );
}
