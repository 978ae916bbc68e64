import { ShieldCheck } from 'lucide-react';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import type { ShownSelection } from './patient-selection';
import { fixed, strings } from './strings';

interface SelectionBarProps extends ShownSelection {
  selectedCount: number;
  /** How many rows the search shows. */
  shownCount: number;
  busy: boolean;
  onSelectShown: (checked: boolean) => void;
  onAuthenticate: () => void;
}

/** Select-all, how many are selected, and what is done with them; above the table, so that phones have it too. */
export function SelectionBar({
  shown,
  hiddenCount,
  selectedCount,
  shownCount,
  busy,
  onSelectShown,
  onAuthenticate,
}: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Checkbox
        label={strings.picker.selectAll}
        className="px-1"
        checked={shown === 'all'}
        indeterminate={shown === 'some'}
        disabled={busy || shownCount === 0}
        onChange={() => onSelectShown(shown !== 'all')}
      />
      <p role="status" className="flex-1 text-sm text-ink-2 tabular-nums">
        {strings.picker.selectedCount(selectedCount)}
        {hiddenCount > 0 ? strings.picker.hiddenCount(hiddenCount) : ''}
      </p>
      <Button
        busy={busy}
        busyLabel={fixed.picker.authenticating}
        className="max-sm:w-full"
        icon={<ShieldCheck aria-hidden="true" className="size-4.5" />}
        onClick={onAuthenticate}
      >
        {fixed.picker.authenticate}
      </Button>
    </div>
  );
}
