import { Plus } from 'lucide-react';
import { Button } from '@/ui/form/button';
import type { GridStore } from './grid-store';
import { fixed, strings } from './strings';
import { useGridValue } from './use-grid-row';

interface GridFooterProps {
  store: GridStore;
  /** While the rows can't be changed. */
  locked: boolean;
  /** What Save All shows while it can't be pressed; null while it can. */
  busyLabel: string | null;
  onAddRow: () => void;
  onSave: () => void;
}

/** The plus button, what Save All is about to do, and Save All. */
export function GridFooter({ store, locked, busyLabel, onAddRow, onSave }: GridFooterProps) {
  const { complete, incomplete } = useGridValue(store, (grid) => grid.counts());
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
      <Button
        variant="secondary"
        aria-label={strings.footer.addRow}
        disabled={locked}
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={onAddRow}
      >
        {strings.footer.addRow}
      </Button>
      <p className="text-sm text-ink-2 tabular-nums sm:ms-auto">
        {strings.footer.summary(complete, incomplete)}
      </p>
      <Button busy={busyLabel !== null} busyLabel={busyLabel ?? fixed.footer.saving} onClick={onSave}>
        {fixed.footer.saveAll}
      </Button>
    </div>
  );
}
