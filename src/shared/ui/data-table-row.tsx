import { memo, type Ref } from 'react';
import { cellLook, type DataColumn } from '@/shared/ui/data-table-columns';
import { TableCell, TableRow } from '@/shared/ui/table';

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
export const DataTableRow = memo(DataTableRowView) as typeof DataTableRowView;
