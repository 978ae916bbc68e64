import { useMemo, useState } from 'react';
import { Checkbox } from '@/ui/form/checkbox';
import { SearchInput } from '@/ui/form/search-input';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useScenario } from '../use-scenario';
import { OperationRow } from './operation-row';

/** Every call with its branches. */
export function OperationList({ context }: { context: PanelContext }) {
  const { control } = context;
  const { overrides } = useScenario(context);
  const [search, setSearch] = useState('');
  const [onlyAltered, setOnlyAltered] = useState(false);
  const operations = useMemo(() => control.operations(), [control]);

  const wanted = search.trim().toLowerCase();
  const overriddenOf = (operation: string) =>
    overrides.filter((override) => override.operation === operation);
  const shown = operations.filter(
    ({ operation, branches }) =>
      (!onlyAltered || overriddenOf(operation).length > 0) &&
      [operation, ...branches].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <Section
      title="Calls"
      hint="Choose how a call answers. A choice for once goes before one that stays."
      action={
        <Checkbox
          label="Only overridden"
          checked={onlyAltered}
          className="py-0"
          onChange={(event) => setOnlyAltered(event.target.checked)}
        />
      }
    >
      <SearchInput label="Search calls and branches" value={search} onValueChange={setSearch} />
      <ul aria-label="Calls" className="grid grid-cols-1 gap-1.5">
        {shown.map(({ operation, branches }) => (
          <OperationRow
            key={operation}
            operation={operation}
            branches={branches}
            overrides={overriddenOf(operation)}
            control={control}
          />
        ))}
      </ul>
      {shown.length === 0 ? <p className="text-sm text-ink-2">No call fits.</p> : null}
    </Section>
  );
}
