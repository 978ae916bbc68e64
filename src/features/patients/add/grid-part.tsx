import type { ComponentPropsWithRef } from 'react';

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  part: 'table' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'cell';
}

/**
 * A part of the grid. Not a table element: rows are laid out as CSS grids or cards and positioned in a virtual list,
 * and browsers drop the semantics of table elements with another `display`.
 */
export function GridPart({ part, ...rest }: GridPartProps) {
  return <div {...rest} role={part} />;
}
