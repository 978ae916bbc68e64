import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { DataColumn, SortedBy } from '@/shared/ui/data-table-columns';
import { TableHead, TableHeader } from '@/shared/ui/table';

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

/** As a property, so that the stylesheet can leave it out where headings stand over no column. */
const columnWidth = (width = 'auto'): CSSProperties & Record<'--column-width', string> => ({
  '--column-width': width,
});

/** The headings of a long list; those of columns that can be sorted are buttons and tell the direction. */
export function DataTableHead<Row>({ columns, sortedBy, onSort }: DataTableHeadProps<Row>) {
  return (
    <TableHead>
      {columns.map((column) => {
        const sorted = sortedBy?.id === column.id;
        const direction = sorted ? (sortedBy.desc ? 'descending' : 'ascending') : undefined;
        return (
          <TableHeader
            key={column.id}
            align={column.align}
            style={columnWidth(column.width)}
            aria-sort={direction}
          >
            {column.sortValue ? (
              <button type="button" className="listing-sort" onClick={() => onSort(column.id)}>
                {column.header}
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
