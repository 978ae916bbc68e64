import { useMemo, useState } from 'react';
import type { MockControl, ScenarioState } from '@/mocks/control';
import { errorMessage } from '@/mocks/world/error-message';
import { cx } from '@/ui/cx';
import { Badge } from '@/ui/feedback/status';
import { Checkbox } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { type PanelContext, useScenario } from './panel-context';
import { Method, Section } from './parts';

type Override = ScenarioState['overrides'][number];

interface OperationRowProps {
  operation: string;
  branches: readonly string[];
  overrides: readonly Override[];
  control: MockControl;
}

function labelOf(branch: string): string {
  if (branch === 'ok') return 'ok, even with chaos';
  return branch === 'ok.lost' ? 'ok.lost: done, no response' : branch;
}

const small = 'control min-h-9 py-1 text-sm';

/** One operation with its current branch, count and delay. */
function OperationRow({ operation, branches, overrides, control }: OperationRowProps) {
  const [problem, setProblem] = useState<string | null>(null);
  // The override that is served next.
  const [current] = overrides;
  const choose = (next: Partial<Override>) => {
    const { branch, delay, times, where, drip, resetAfter, truncateAfter } = { ...current, ...next };
    setProblem(null);
    try {
      if (!branch) {
        control.clear(operation);
        return;
      }
      const own = next.branch === undefined ? { body: current?.body, headers: current?.headers } : {};
      const arrival = next.branch === undefined ? { drip, resetAfter, truncateAfter } : {};
      // First, because it throws for a wrong delay: then the answer stays as it was.
      control.set(operation, branch, { ...own, ...arrival, where, delay, times });
      const kept = control.scenario().overrides.filter((held) => held.operation === operation);
      const left = current ? kept.indexOf(current) : -1;
      if (left !== -1) control.clear(operation, left + 1);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return (
    <li
      className={cx(
        'grid gap-2 rounded-control border px-3 py-2',
        current ? 'border-coral/40 bg-coral-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex items-center gap-2">
        <Method operation={operation} />
        <div className="flex max-w-3/5 flex-wrap items-center justify-end gap-2">
          {overrides.map(({ branch, times }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have equal answers, and badges hold no state.
            <Badge key={`${branch}:${times}:${position}`} tone="warning">
              {branch}
              {times === undefined ? '' : ` ×${times}`}
            </Badge>
          ))}
          <select
            aria-label={`Answer of ${operation}`}
            className={cx(small, 'w-36 sm:w-40')}
            value={current?.branch ?? ''}
            onChange={(event) => choose({ branch: event.target.value })}
          >
            <option value="">No override</option>
            {[...new Set([...branches, ...(current ? [current.branch] : [])])].map((branch) => (
              <option key={branch} value={branch}>
                {labelOf(branch)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {current ? <Details operation={operation} current={current} onChoose={choose} /> : null}
      {problem ? (
        <p role="alert" className="text-caption text-red">
          {problem}
        </p>
      ) : null}
    </li>
  );
}

interface DetailsProps {
  operation: string;
  current: Override;
  onChoose: (next: Partial<Override>) => void;
}

function Details({ operation, current, onChoose }: DetailsProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 text-sm">
      <select
        aria-label={`How often: ${operation}`}
        className={cx(small, 'w-28')}
        value={current.times === undefined ? 'always' : 'once'}
        onChange={(event) => onChoose({ times: event.target.value === 'once' ? 1 : undefined })}
      >
        <option value="always">always</option>
        <option value="once">{(current.times ?? 1) > 1 ? `${current.times} times` : 'once'}</option>
      </select>
      <label className="flex items-center gap-2">
        after
        <input
          type="number"
          min={0}
          max={60_000}
          step={100}
          placeholder="usual"
          aria-label={`Delay in milliseconds: ${operation}`}
          className={cx(small, 'w-24')}
          value={typeof current.delay === 'number' ? current.delay : ''}
          onChange={({ target }) =>
            onChoose({ delay: target.value === '' ? undefined : Number(target.value) })
          }
        />
        ms
      </label>
    </div>
  );
}

/** Every operation with its branches. */
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
      hint="Choose a response. “Once” goes before “always”."
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
      {shown.length === 0 ? <p className="text-sm text-ink-2">No calls found</p> : null}
    </Section>
  );
}
