import { useState } from 'react';
import { thrownWords } from '@/mocks/world/thrown-words';
import type { PanelContext } from '../panel-context';
import { ConfirmButton } from '../parts/confirm-button';
import { Section } from '../parts/section';
import { presets } from '../presets';

/** Whole situations to start from. Each replaces all data. */
export function PresetList({ context: { control } }: { context: PanelContext }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [outcome, setOutcome] = useState('');
  const load = async (preset: string) => {
    setBusy(preset);
    setOutcome('');
    try {
      await control.reset({ preset });
      setOutcome(`The data is “${preset}” now. Sign in again.`);
    } catch (error) {
      setOutcome(thrownWords(error));
    }
    setBusy(null);
  };
  return (
    <Section title="Presets" hint="Each replaces all data and signs everybody out.">
      <ul className="grid grid-cols-1 gap-1.5">
        {presets.map(({ name, about }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-surface px-3 py-2 text-sm"
          >
            <span className="me-auto">
              <strong>{name}</strong> <span className="text-ink-2">{about}</span>
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
