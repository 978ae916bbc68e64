import { Plus } from 'lucide-react';
import { Button } from '@/shared/ui/button';
import type { GridStore } from './grid-store';
import { useGridValue } from './use-grid-row';

interface GridFooterProps {
  store: GridStore;
  saving: boolean;
  onAddRow: () => void;
  onSave: () => void;
}

/** The plus button, what Save All is about to do, and Save All. */
export function GridFooter({ store, saving, onAddRow, onSave }: GridFooterProps) {
  const { complete, incomplete } = useGridValue(store, (grid) => grid.counts());
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
      <Button
        variant="secondary"
        aria-label="Add row"
        disabled={saving}
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={onAddRow}
      >
        Add row
      </Button>
      <p className="text-sm text-ink-2 tabular-nums sm:ms-auto">{summaryOf(complete, incomplete)}</p>
      <Button busy={saving} busyLabel="Saving..." onClick={onSave}>
        Save All
      </Button>
    </div>
  );
}

function summaryOf(complete: number, incomplete: number): string {
  const ready = `${complete} ${complete === 1 ? 'patient' : 'patients'} ready to save`;
  return incomplete === 0 ? ready : `${ready}, ${incomplete} incomplete`;
}
