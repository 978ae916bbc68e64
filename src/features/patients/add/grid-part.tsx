import type { ComponentPropsWithRef } from 'react';

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  part: 'table' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'cell';
}

/**
 * A part of the grid. The parts are no table elements: rows are laid out as CSS grids or cards and stand at their own
 * place in a virtual list, and browsers drop the meaning of table elements that are displayed otherwise.
 */
export function GridPart({ part, ...rest }: GridPartProps) {
  return <div {...rest} role={part} />;
}
