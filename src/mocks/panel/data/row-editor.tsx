import { useState } from 'react';
import { thrownWords } from '@/mocks/world/thrown-words';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-input';
import { ConfirmButton } from '../parts/confirm-button';
import { type DataRow, fromText, toText } from './rows';

interface RowEditorProps {
  label: string;
  row: DataRow;
  /** Rejects what does not fit the table, in words. */
  onSave: (row: Record<string, unknown>) => Promise<unknown>;
  onRemove?: () => Promise<unknown>;
  onClose: () => void;
}

/** A row as JSON. What does not fit the table is refused, and stays in the box. */
export function RowEditor({ label, row, onSave, onRemove, onClose }: RowEditorProps) {
  const [text, setText] = useState(() => toText(row));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      onClose();
    } catch (error) {
      setProblem(thrownWords(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => onSave(fromText(text)));
      }}
    >
      <Field label={label} error={problem} hideLabel>
        <TextArea
          rows={Math.min(18, text.split('\n').length)}
          spellCheck={false}
          className="font-mono text-caption"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          Save row
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        {onRemove ? (
          <ConfirmButton label="Remove row" question="Remove it?" onConfirm={() => void attempt(onRemove)} />
        ) : null}
      </div>
    </form>
  );
}
