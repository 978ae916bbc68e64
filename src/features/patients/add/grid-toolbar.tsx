import { FileSpreadsheet, Redo2, Undo2 } from 'lucide-react';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { GridStore } from './grid-store';
import { fixed, strings } from './strings';
import { useGridValue } from './use-grid-row';

interface GridToolbarProps {
  store: GridStore;
  locked: boolean;
  onImport: () => void;
}

/** What acts on the grid as a whole. */
export function GridToolbar({ store, locked, onImport }: GridToolbarProps) {
  const canUndo = useGridValue(store, (grid) => grid.canUndo());
  const canRedo = useGridValue(store, (grid) => grid.canRedo());
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-prose text-sm text-ink-2">{strings.toolbar.description}</p>
      <div className="flex items-center gap-1 max-sm:w-full">
        <IconButton
          label={strings.toolbar.undo}
          disabled={locked || !canUndo}
          icon={<Undo2 aria-hidden="true" className="size-5" />}
          onClick={() => store.undo()}
        />
        <IconButton
          label={strings.toolbar.redo}
          disabled={locked || !canRedo}
          icon={<Redo2 aria-hidden="true" className="size-5" />}
          onClick={() => store.redo()}
        />
        <Button
          variant="secondary"
          className="max-sm:flex-1"
          disabled={locked}
          icon={<FileSpreadsheet aria-hidden="true" className="size-5" />}
          onClick={onImport}
        >
          {fixed.toolbar.import}
        </Button>
      </div>
    </div>
  );
}
