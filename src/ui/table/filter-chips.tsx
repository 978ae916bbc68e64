import { groupedCount } from '@/lib/grouped-count';

interface FilterChipsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  /** `count`: how many rows of the whole list the filter shows. */
  chips: readonly { readonly value: Value; readonly label: string; readonly count: number }[];
}

/** Filters of a list, one of which is on. */
export function FilterChips<Value extends string>({
  label,
  value,
  onValueChange,
  chips,
}: FilterChipsProps<Value>) {
  return (
    <fieldset aria-label={label} data-print="hidden" className="flex min-w-0 flex-wrap gap-1.5">
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          className="chip"
          onClick={() => onValueChange(chip.value)}
        >
          {`${chip.label} ${groupedCount(chip.count)}`}
        </button>
      ))}
    </fieldset>
  );
}
