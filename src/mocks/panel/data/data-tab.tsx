import type { PanelContext } from '../panel-context';
import { DataFile } from './data-file';
import { SeedForm } from './seed-form';
import { TableBrowser } from './table-browser';

/** The data behind everything: looked at, edited row by row, made anew, taken along. */
export function DataTab({ context }: { context: PanelContext }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <TableBrowser context={context} />
      <SeedForm context={context} />
      <DataFile context={context} />
    </div>
  );
}
