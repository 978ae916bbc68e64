import type { RoomControl, ScenarioState } from '@kitwell/mock-engine/control';
import { magicAddresses } from '@kitwell/mock-engine/engine/magic-inputs';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cx } from '@/ui/cx';
import { Button, IconButton } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';
import { Field, TextInput } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { Switch } from '@/ui/form/switch';
import { describeOptions, OverrideForm } from './override-form';
import { type InPageContext, isInPage, type PanelContext, useScenario } from './panel-context';
import { ConfirmButton, Method, Outcome, Section, useOutcome } from './parts';
import { CapsuleSection } from './report/capsule-section';

type Override = ScenarioState['overrides'][number];

interface OperationRowProps {
  operation: string;
  branches: readonly string[];
  /** The override that is served next. */
  current: Override | undefined;
  control: RoomControl;
}

function labelOf(branch: string): string {
  if (branch === 'ok') return 'ok, even with chaos';
  return branch === 'ok.lost' ? 'ok.lost: done, no response' : branch;
}

const small = 'control min-h-9 py-1 text-sm';

/** One operation with its current branch, count and delay. */
function OperationRow({ operation, branches, current, control }: OperationRowProps) {
  const [problem, setProblem] = useState<string | null>(null);
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
      const overrides = control.scenario().overrides.filter((held) => held.operation === operation);
      const left = current ? overrides.indexOf(current) : -1;
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
function OperationList({ context }: { context: PanelContext }) {
  const { control } = context;
  const { overrides } = useScenario(context);
  const [search, setSearch] = useState('');
  const operations = useMemo(() => control.operations(), [control]);

  const query = search.trim().toLowerCase();
  const matches = operations.filter(({ operation, branches }) =>
    [operation, ...branches].some((text) => text.toLowerCase().includes(query)),
  );
  return (
    <Section title="Calls" hint="Choose a response. “Once” goes before “always”.">
      <SearchInput label="Search calls and branches" value={search} onValueChange={setSearch} />
      <ul aria-label="Calls" className="grid grid-cols-1 gap-1.5">
        {matches.map(({ operation, branches }) => (
          <OperationRow
            key={operation}
            operation={operation}
            branches={branches}
            current={overrides.find((override) => override.operation === operation)}
            control={control}
          />
        ))}
      </ul>
      {matches.length === 0 ? <p className="text-sm text-ink-2">No calls found</p> : null}
    </Section>
  );
}

/** Signs in as a demo account with a new token, and loads its page, so that nothing of the former account is left. */
function ViewAs({ context: { control, mock } }: { context: InPageContext }) {
  const { demo } = mock.accounts;
  const { outcome, isBusy, attempt } = useOutcome();
  const view = (role: string) =>
    attempt(async () => {
      await control.as(role);
      return `Signed in as ${role}.`;
    });
  if (demo.length === 0) return null;
  return (
    <Section title="View as">
      <div className="grid grid-cols-2 gap-2">
        {demo.map(({ role, email, label = role, name = email }) => (
          <Button
            key={role}
            variant="secondary"
            size="sm"
            className="flex-col gap-0 py-1 capitalize"
            busy={isBusy}
            onClick={() => void view(role)}
          >
            <span>
              <span className="sr-only">View as</span> {label}
            </span>
            <span className="text-caption font-normal text-ink-2">{name}</span>
          </Button>
        ))}
        {mock.panel.pages?.map(({ path, label, about }) => (
          <a
            key={path}
            href={pageUrl(path)}
            className={buttonClass({
              variant: 'secondary',
              size: 'sm',
              className: 'col-span-2 flex-wrap gap-y-0',
            })}
          >
            {label} <span className="font-normal text-ink-2">{about}</span>
          </a>
        ))}
      </div>
      <Outcome>{outcome}</Outcome>
    </Section>
  );
}

function PresetRow({ context: { control, mock }, name }: { context: PanelContext; name: string }) {
  const { outcome, isBusy, attempt } = useOutcome();
  const load = () =>
    attempt(async () => {
      await control.reset({ preset: name });
      return `“${name}” is loaded. Sign in again.`;
    });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-surface px-3 py-1 text-sm">
      <span className="min-w-0 flex-1 basis-36">
        <strong>{name}</strong> <span className="text-ink-2">{mock.panel.presets?.[name]}</span>
      </span>
      <ConfirmButton
        label={`Load ${name}`}
        question="Replace all data?"
        busy={isBusy}
        onConfirm={() => void load()}
      />
      <Outcome>{outcome}</Outcome>
    </li>
  );
}

/** Presets to start from. Each replaces all data. */
const PresetList = ({ context }: { context: PanelContext }) => (
  <Section title="Presets" hint="Replaces all data and signs everyone out.">
    <ul className="grid grid-cols-1 gap-1.5">
      {context.mock.limits.presets.map((name) => (
        <PresetRow key={name} context={context} name={name} />
      ))}
    </ul>
  </Section>
);

/** Sets the rate and seed of random failures. */
function ChaosControls({ context }: { context: PanelContext }) {
  const { control } = context;
  const { chaos } = useScenario(context);
  const [last, setLast] = useState({ rate: 0.2, seed: 1 });
  const rate = chaos?.rate ?? last.rate;
  const seed = chaos?.seed ?? last.seed;
  const choose = (next: { rate?: number; seed?: number }) => {
    const chosen = { rate, seed, ...next };
    if (!Number.isSafeInteger(chosen.seed)) return;
    setLast(chosen);
    if (chaos) control.chaos({ ...chaos, ...chosen });
  };
  return (
    <Section
      title="Chaos"
      hint="Calls fail at random; the same seed fails the same calls. No one is signed out."
      action={
        <Switch
          label="Fail calls at random"
          checked={chaos !== null}
          onCheckedChange={(on) => control.chaos(on ? { rate, seed } : null)}
        />
      }
    >
      <div className="grid grid-cols-[1fr_7rem] items-end gap-4">
        <Field label={`Share of calls: ${Math.round(rate * 100)} %`}>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(rate * 100)}
            className="h-11 w-full accent-plum"
            onChange={(event) => choose({ rate: Number(event.target.value) / 100 })}
            aria-label="Share of calls that fail, in percent"
          />
        </Field>
        <Field label="Chaos seed">
          <TextInput
            type="number"
            step={1}
            value={seed}
            onChange={(event) => choose({ seed: Number(event.target.value) })}
          />
        </Field>
      </div>
      {chaos?.operations ? (
        <p className="text-caption text-ink-2">Only {chaos.operations.join(', ')}.</p>
      ) : null}
    </Section>
  );
}

/** Ways to trigger failures without this panel. */
function MagicHelp({ context }: { context: PanelContext }) {
  const { control, mock } = context;
  const { accounts, limits, panel } = mock;
  const [call = ''] = control.operations().map(({ operation }) => operation);
  const parameters = [
    `mock.fail=${call}:500`,
    `mock.set={"operation":"${call}","branch":"503","times":2}`,
    `mock.preset=${limits.presets.at(-1)}`,
    'mock.seed=7',
    ...(limits.size ? [`mock.${limits.size.name}=500`] : []),
    'mock.start=2026-03-02',
    ...accounts.demo.slice(0, 1).map(({ role }) => `mock.as=${role}`),
  ];
  return (
    <details className="rounded-control border border-line bg-surface px-3 py-2 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">Without this panel</summary>
      <div className="mt-2 grid gap-2 text-ink-2">
        <p>An email address of this kind makes every call of its account answer so:</p>
        <ul className="grid grid-cols-1 gap-1">
          {magicAddresses.map(({ mark, branch }) => (
            <li key={mark}>
              <code>me{mark}example.com</code>: {branch}
            </li>
          ))}
        </ul>
        <p>
          <code>ok.lost</code> is for calls that change something: the change is made (mails go out, codes are
          used up), then the connection breaks. Other calls have no such branch.
        </p>
        {panel.hints?.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        <p>
          The header <code>X-Mock-Scenario: 500</code> chooses the branch of one request.
          {isInPage(context) ? ' In the address of a page, these do the same as this panel:' : null}
        </p>
        {isInPage(context) ? (
          <ul className="grid grid-cols-1 gap-1">
            {parameters.map((parameter) => (
              <li key={parameter} className="wrap-anywhere">
                <code>{parameter}</code>
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          First come header, magic address, an answer with a condition, once, always, then chaos, then the
          rules.
        </p>
      </div>
    </details>
  );
}

/** The current overrides, each with a button to clear it. */
function OverriddenList({ context }: { context: PanelContext }) {
  const { overrides } = useScenario(context);
  if (overrides.length === 0) return null;
  return (
    <ul aria-label="Overridden" className="-mt-3 grid grid-cols-1 gap-1">
      {overrides.map(({ operation, ...override }, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have equal answers, and rows hold no state.
          key={`${operation}:${override.branch}:${override.times}:${position}`}
          className="flex items-center gap-2 rounded-control border border-coral/40 bg-coral-soft ps-3"
        >
          <Method operation={operation} />
          <span className="text-end text-caption text-ink-2">
            <strong className="text-coral">{override.branch}</strong> {describeOptions(override)}
          </span>
          <IconButton
            label={`Drop the override ${override.branch} of ${operation}`}
            size="sm"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => {
              const earlier = overrides
                .slice(0, position + 1)
                .filter((override) => override.operation === operation);
              context.control.clear(operation, earlier.length);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Where a demo starts, how calls are answered, and a link to share all of it. */
export function ScenariosTab({ context }: { context: PanelContext }) {
  const { control } = context;
  const { overrides, chaos } = useScenario(context);
  const isAltered = overrides.length > 0 || chaos !== null;
  const reset = () => {
    control.clear();
    control.chaos(null);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      {isInPage(context) ? <ViewAs context={context} /> : null}
      <PresetList context={context} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="me-auto text-sm font-semibold">
          {isAltered ? summaryOf(overrides.length, chaos?.rate) : 'No overrides'}
        </p>
        {isAltered ? (
          <Button variant="secondary" size="sm" onClick={reset}>
            Reset
          </Button>
        ) : null}
      </div>
      <OverriddenList context={context} />
      {isInPage(context) ? <CapsuleSection context={context} /> : null}
      <OperationList context={context} />
      <OverrideForm context={context} />
      <ChaosControls context={context} />
      <MagicHelp context={context} />
    </div>
  );
}

function summaryOf(overridden: number, rate: number | undefined): string {
  const calls = overridden === 0 ? '' : `${overridden} ${overridden === 1 ? 'answer' : 'answers'} overridden`;
  const chaos = rate === undefined ? '' : `${Math.round(rate * 100)} % of calls fail at random`;
  return `${[calls, chaos].filter(Boolean).join('; ')}.`;
}
