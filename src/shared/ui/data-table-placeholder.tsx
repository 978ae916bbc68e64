import { cellLook, type DataColumn } from '@/shared/ui/data-table-columns';
import { Skeleton } from '@/shared/ui/skeleton';
import { TableBody, TableCell, TableRow } from '@/shared/ui/table';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Grey bars in the shape of the rows to come, so that nothing jumps when they arrive. */
export function DataTablePlaceholder<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
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
