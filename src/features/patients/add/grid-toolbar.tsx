import { FileSpreadsheet, Redo2, Undo2 } from 'lucide-react';
import { Button } from '@/shared/ui/button';
import { IconButton } from '@/shared/ui/icon-button';
import type { GridStore } from './grid-store';
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
      <p className="max-w-prose text-sm text-ink-2">
        Type your patients in, paste rows from a spreadsheet, or import a file. Your entries stay in this
        browser until you save them.
      </p>
      <div className="flex items-center gap-1 max-sm:w-full">
        <IconButton
          label="Undo"
          disabled={locked || !canUndo}
          icon={<Undo2 aria-hidden="true" className="size-5" />}
          onClick={() => store.undo()}
        />
        <IconButton
          label="Redo"
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
          Import Patients from File
        </Button>
      </div>
    </div>
  );
}
