import { useId, useState } from 'react';
import { thrownWords } from '@/mocks/world/thrown-words';
import { Button, buttonClass } from '@/ui/form/button';
import { offerDownload } from '@/lib/offer-download';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';

/** Everything as one file, and back. */
export function DataFile({ context: { control } }: { context: PanelContext }) {
  const id = useId();
  const [outcome, setOutcome] = useState('');
  const save = async () => {
    const text = JSON.stringify(await control.db.export());
    offerDownload(new Blob([text], { type: 'application/json' }), 'kitwell-demo-data.json');
  };
  const load = async (file: File) => {
    try {
      await control.db.import(await file.text());
      setOutcome(`${file.name} was imported. Reload the page to see it everywhere.`);
    } catch (error) {
      setOutcome(thrownWords(error));
    }
  };
  return (
    <Section title="File" hint="All tables, the clock and the next ids. Passwords and tokens are in it.">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void save()}>
          Export
        </Button>
        <label
          htmlFor={id}
          className={buttonClass({
            variant: 'secondary',
            size: 'sm',
            className: 'cursor-pointer focus-within:outline-2',
          })}
        >
          Import
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void load(file);
              // The same file may be chosen again.
              event.target.value = '';
            }}
          />
        </label>
        <span role="status" className="text-sm text-ink-2">
          {outcome}
        </span>
      </div>
    </Section>
  );
}
