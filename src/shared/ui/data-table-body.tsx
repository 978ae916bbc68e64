import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue } from 'react';
import type { DataColumn } from '@/shared/ui/data-table-columns';
import { DataTableRow } from '@/shared/ui/data-table-row';
import { TableBody } from '@/shared/ui/table';
import { measuredByLayout } from '@/shared/ui/virtual-window';

interface BodyProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly DataColumn<Row>[];
}

/** Draws every row: for lists short enough that windowing would cost more than it saves. */
export function PlainBody<Row>({ rows, rowKey, columns }: BodyProps<Row>) {
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
export function VirtualBody<Row>({ rows, rowKey, columns, scroller, rowHeight }: VirtualBodyProps<Row>) {
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
