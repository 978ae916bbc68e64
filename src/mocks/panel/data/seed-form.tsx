import { useState } from 'react';
import { thrownWords } from '@/mocks/world/thrown-words';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import type { PanelContext } from '../panel-context';
import { ConfirmButton } from '../parts/confirm-button';
import { Section } from '../parts/section';
import { presets } from '../presets';

/** Makes the data anew: from which preset and seed, and how much of it. */
export function SeedForm({ context: { control } }: { context: PanelContext }) {
  const held = control.choice();
  const [preset, setPreset] = useState<string>(held.preset);
  const [seed, setSeed] = useState(String(held.seed));
  const [patients, setPatients] = useState(held.patients === undefined ? '' : String(held.patients));
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const reset = async () => {
    setBusy(true);
    setOutcome('');
    try {
      const size = patients === '' ? {} : { patients: Number(patients) };
      await control.reset({ preset, seed: Number(seed), ...size });
      setOutcome('The data is fresh. Sign in again.');
    } catch (error) {
      setOutcome(thrownWords(error));
    }
    setBusy(false);
  };
  return (
    <Section title="Start afresh" hint="The same preset, seed and size give the same data, every time.">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field label="Preset" className="col-span-2 sm:col-span-1">
          <Select
            value={preset}
            options={presets.map(({ name }) => ({ value: name, label: name }))}
            onChange={(event) => setPreset(event.target.value)}
          />
        </Field>
        <Field label="Seed">
          <TextInput type="number" value={seed} onChange={(event) => setSeed(event.target.value)} />
        </Field>
        <Field label="Patients">
          <TextInput
            type="number"
            min={1}
            placeholder="as usual"
            value={patients}
            onChange={(event) => setPatients(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ConfirmButton
          label="Reset data"
          question="Replace all data?"
          busy={isBusy}
          onConfirm={() => void reset()}
        />
        <span role="status" className="text-sm text-ink-2">
          {outcome}
        </span>
      </div>
    </Section>
  );
}
