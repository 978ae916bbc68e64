import type { ComponentPropsWithRef, ReactNode } from 'react';

/*
 * The parts of a `DataTable`. Roles are explicit, because browsers drop table semantics when `display` changes, as in
 * the card layout on phones.
 */

/** Contains the headings, in one row. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...role('rowgroup')}>
      <tr {...role('row')}>{children}</tr>
    </thead>
  );
}

/** Contains the rows. */
export function TableBody({ children }: { children: ReactNode }) {
  return <tbody {...role('rowgroup')}>{children}</tbody>;
}

/** One row; a card on phones. */
export function TableRow(props: ComponentPropsWithRef<'tr'>) {
  return <tr {...props} {...role('row')} className="listing-row" />;
}

/** The heading of a column. */
export function TableHeader(props: ComponentPropsWithRef<'th'>) {
  return <th scope="col" {...props} {...role('columnheader')} />;
}

interface TableCellProps extends ComponentPropsWithRef<'td'> {
  /** The column's name, shown next to the value where the row is a list of values. */
  label?: string | undefined;
  /** The place of the cell where the row is a card. */
  card?: string | undefined;
}

/** A cell of a row. */
export function TableCell({ label, card, ...rest }: TableCellProps) {
  return <td {...rest} {...role('cell')} data-label={label} data-card={card} />;
}

function role(name: string): { role: string } {
  return { role: name };
}
