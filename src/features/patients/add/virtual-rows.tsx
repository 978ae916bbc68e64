import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect } from 'react';

const wideRowHeight = 57;

export interface VirtualRowsProps {
  ids: readonly string[];
  /** The element that scrolls the rows, once it is there. */
  scroller: HTMLElement | null;
  /** The row that holds the focus; it is drawn even when it is scrolled out of view. */
  activeRow: number | null;
  /** Takes the way to scroll to a row. */
  scrollToRow: RefObject<(row: number) => void>;
  renderRow: (id: string, index: number) => ReactNode;
  /** Called after every drawing: an awaited row may be there now. */
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
    rangeExtractor: (range) => withRow(range, activeRow),
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
          className="absolute inset-x-0 top-0 pb-3 @4xl:pb-0"
          style={{ transform: `translateY(${start}px)` }}
        >
          {renderRow(ids[index] ?? '', index)}
        </div>
      ))}
    </div>
  );
}

/** The rows in view and the one with the focus: an input that leaves the document loses what it is doing. */
function withRow(range: Range, row: number | null): number[] {
  const inView = defaultRangeExtractor(range);
  if (row === null || row >= range.count || inView.includes(row)) return inView;
  return [...inView, row].sort((a, b) => a - b);
}
