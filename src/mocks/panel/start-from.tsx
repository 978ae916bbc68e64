import { useState } from 'react';
import { pageUrl } from '@/mocks/hosts/browser-data';
import { errorMessage } from '@/mocks/world/error-message';
import { Button } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';
import type { PanelContext } from './panel-context';
import { ConfirmButton, Section } from './parts';

/** Signs in as a demo account with a new token, and loads its page, so that nothing of the former account is left. */
export function ViewAs({ context: { control, mock } }: { context: PanelContext }) {
  const { demo } = mock.accounts;
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const view = async (role: string) => {
    setBusy(role);
    setProblem('');
    try {
      // Busy until the page is replaced.
      await control.as(role);
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(null);
    }
  };
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
            busy={busy === role}
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
      {problem === '' ? null : (
        <p role="alert" className="text-sm text-red">
          {problem}
        </p>
      )}
    </Section>
  );
}

/** Presets to start from. Each replaces all data. */
export function PresetList({ context: { control, mock } }: { context: PanelContext }) {
  const { presets: about = {} } = mock.panel;
  const [busy, setBusy] = useState<string | null>(null);
  const [outcome, setOutcome] = useState('');
  const load = async (preset: string) => {
    setBusy(preset);
    setOutcome('');
    try {
      await control.reset({ preset });
      setOutcome(`“${preset}” is loaded. Sign in again.`);
    } catch (error) {
      setOutcome(errorMessage(error));
    }
    setBusy(null);
  };
  return (
    <Section title="Presets" hint="Replaces all data and signs everyone out.">
      <ul className="grid grid-cols-1 gap-1.5">
        {mock.limits.presets.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-surface px-3 py-1 text-sm"
          >
            <span className="min-w-0 flex-1 basis-36">
              <strong>{name}</strong> <span className="text-ink-2">{about[name]}</span>
            </span>
            <ConfirmButton
              label={`Load ${name}`}
              question="Replace all data?"
              busy={busy === name}
              onConfirm={() => void load(name)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2">
        {outcome}
      </p>
    </Section>
  );
}
