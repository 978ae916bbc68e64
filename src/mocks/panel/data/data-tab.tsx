import { useState } from 'react';
import { offerDownload } from '@/lib/offer-download';
import { errorMessage } from '@/mocks/world/error-message';
import { Button } from '@/ui/form/button';
import { Field, Select, TextInput } from '@/ui/form/field';
import type { PanelContext } from '../panel-context';
import { ConfirmButton, FileButton, Section } from '../parts';
import { TableBrowser } from './table-browser';

/** Exports and imports all data as a file. */
function DataFile({ context: { control, mock } }: { context: PanelContext }) {
  const [outcome, setOutcome] = useState('');
  const save = async () => {
    const text = JSON.stringify(await control.db.export());
    offerDownload(new Blob([text], { type: 'application/json' }), `${mock.name}-demo-data.json`);
  };
  const load = async (file: File) => {
    try {
      await control.db.import(await file.text());
      setOutcome(`${file.name} was imported. Reload the page to see it everywhere.`);
    } catch (error) {
      setOutcome(errorMessage(error));
    }
  };
  return (
    <Section title="File" hint="All tables, the clock and the next ids, including passwords and tokens.">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void save()}>
          Export
        </Button>
        <FileButton label="Import" onFile={(file) => void load(file)} />
        <span role="status" className="text-sm text-ink-2">
          {outcome}
        </span>
      </div>
    </Section>
  );
}

/** Generates new data from a preset, a seed and a size. */
function SeedForm({ context: { control, mock } }: { context: PanelContext }) {
  const { presets, size: sized } = mock.limits;
  const sizeName = sized?.name ?? '';
  const held = control.choice();
  const [preset, setPreset] = useState<string>(held.preset);
  const [seed, setSeed] = useState(String(held.seed));
  const [size, setSize] = useState(String(held[sizeName] ?? ''));
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const reset = async () => {
    setBusy(true);
    setOutcome('');
    try {
      const chosenSize = size === '' ? {} : { [sizeName]: Number(size) };
      await control.reset({ preset, seed: Number(seed), ...chosenSize });
      setOutcome('Data reset. Sign in again.');
    } catch (error) {
      setOutcome(errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <Section title="New data" hint="The same preset, seed and size always give the same data.">
      <div className="grid grid-cols-2 gap-3 @md:grid-cols-3">
        <Field label="Preset" className="col-span-2 @md:col-span-1">
          <Select
            value={preset}
            options={presets.map((name) => ({ value: name, label: name }))}
            onChange={(event) => setPreset(event.target.value)}
          />
        </Field>
        <Field label="Seed">
          <TextInput type="number" value={seed} onChange={(event) => setSeed(event.target.value)} />
        </Field>
        {sized ? (
          <Field label={sizeName.charAt(0).toUpperCase() + sizeName.slice(1)}>
            <TextInput
              type="number"
              min={1}
              placeholder="default"
              value={size}
              onChange={(event) => setSize(event.target.value)}
            />
          </Field>
        ) : null}
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

/** The mock's data: browse and edit rows, generate new data, export and import. */
export function DataTab({ context }: { context: PanelContext }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <TableBrowser context={context} />
      <SeedForm context={context} />
      <DataFile context={context} />
    </div>
  );
}
