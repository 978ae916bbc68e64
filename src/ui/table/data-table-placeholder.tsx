import { cx } from '@/ui/cx';
import { cellLook, type DataColumn } from './data-table-columns';
import { TableBody, TableCell, TableRow } from './table';

/** A grey placeholder bar. Set its width with a class, such as `w-32`. */
function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-4 animate-shimmer rounded-sm bg-line', className)} />
  );
}

const placeholderKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholder rows in the shape of the real ones, to avoid layout shifts. */
export function DataTablePlaceholder<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
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
