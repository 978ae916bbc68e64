import { X } from 'lucide-react';
import { useState } from 'react';
import { magicAddresses } from '@/mocks/scenarios/magic-inputs';
import { Button, IconButton } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { Switch } from '@/ui/form/switch';
import { OperationList } from './operation-list';
import { describeOptions, OverrideForm } from './override-form';
import { type PanelContext, useScenario } from './panel-context';
import { Method, Section } from './parts';
import { CapsuleSection, OpenedReport } from './report/capsule-section';
import { PresetList, ViewAs } from './start-from';

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
function MagicHelp({ context: { control, mock } }: { context: PanelContext }) {
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
          The header <code>X-Mock-Scenario: 500</code> chooses the branch of one request. In the address of a
          page, these do the same as this panel:
        </p>
        <ul className="grid grid-cols-1 gap-1">
          {parameters.map((parameter) => (
            <li key={parameter} className="wrap-anywhere">
              <code>{parameter}</code>
            </li>
          ))}
        </ul>
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
              const earlier = overrides.slice(0, position + 1).filter((held) => held.operation === operation);
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
      <OpenedReport context={context} />
      <ViewAs context={context} />
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
      <CapsuleSection context={context} />
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
