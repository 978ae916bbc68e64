import type { Key } from '@kitwell/mock-engine/db/row';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { useRef, useState } from 'react';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Checkbox, Field as LabelledField, Select, TextArea, TextInput } from '@/ui/form/field';
import { ConfirmButton } from '../parts';
import { type DataRow, type Field, fromText, textsOf } from './table-fields';

/** What was typed in a row's editor and is not saved. */
interface RowDraft {
  /** The texts of the row when the editor was opened, by field. */
  readonly before: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** By table and row; null for the new row. */
interface RowDrafts {
  get(table: string, id: Key | null): RowDraft | undefined;
  /** Null removes it. */
  set(table: string, id: Key | null, draft: RowDraft | null): void;
}

const drafts = new WeakMap<object, Map<string, RowDraft>>();

/** The drafts of a mock backend. They stay while the control room shows another table or tab, or is closed. */
export function draftsOf(control: object): RowDrafts {
  const own = drafts.get(control) ?? new Map<string, RowDraft>();
  drafts.set(control, own);
  return {
    get: (table, id) => own.get(JSON.stringify([table, id])),
    set(table, id, draft) {
      own.delete(JSON.stringify([table, id]));
      if (draft !== null) own.set(JSON.stringify([table, id]), draft);
    },
  };
}

interface ValueInputProps {
  field: Field;
  text: string;
  /** The row's key can't be changed. */
  isFixed: boolean;
  onText: (text: string) => void;
}

/** The control for one value, by its type. */
function ValueInput({ field: { name, kind, isNullable, options }, text, isFixed, onText }: ValueInputProps) {
  // As typed at first: another control in its place would lose the focus.
  const [isLong] = useState(text.length > 60);
  if (kind === 'boolean' && !isNullable) {
    return (
      <Checkbox
        label={name}
        className="self-end"
        checked={text === 'true'}
        onChange={(event) => onText(String(event.target.checked))}
      />
    );
  }
  const choices = kind === 'boolean' ? [true, false] : options;
  const types = { number: 'number', time: 'datetime-local' } as const;
  const isWide = isLong || kind === 'time' || kind === 'json';
  return (
    <LabelledField label={name} className={isWide ? 'col-span-full @md:col-auto' : undefined}>
      {choices.length > 0 ? (
        <Select
          value={text}
          {...(isNullable ? { placeholder: 'none' } : {})}
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          onChange={(event) => onText(event.target.value)}
        />
      ) : isLong ? (
        <TextArea rows={3} value={text} onChange={(event) => onText(event.target.value)} />
      ) : (
        <TextInput
          type={kind === 'number' || kind === 'time' ? types[kind] : 'text'}
          step={kind === 'time' ? 1 : 'any'}
          readOnly={isFixed}
          placeholder={isNullable ? 'none' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </LabelledField>
  );
}

interface RowEditorProps {
  label: string;
  fields: readonly Field[];
  row: DataRow;
  /** The field that identifies the row; null for a new row. */
  fixed: string | null;
  /** What was typed before, and is not saved. */
  draft: RowDraft | undefined;
  /** Called with each change; null if nothing is left to save. */
  onDraft: (draft: RowDraft | null) => void;
  /** Gets the changed fields, or all of a new row. Rejects with a message if the row is invalid. */
  onSave: (row: Record<string, unknown>) => Promise<unknown>;
  onRemove?: () => Promise<unknown>;
  onClose: () => void;
}

/** Edits a row. An invalid one is rejected, and what was typed stays. */
export function RowEditor({
  label,
  fields,
  row,
  fixed,
  draft,
  onDraft,
  onSave,
  onRemove,
  onClose,
}: RowEditorProps) {
  const [before] = useState(() => textsOf(fields, row));
  // What was typed in a row that has changed since, as after a reset, would overwrite the change.
  const [kept] = useState(() =>
    fields.every(({ name }) => draft?.before[name] === before[name]) ? draft : undefined,
  );
  const [texts, setTexts] = useState(kept?.texts ?? before);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const differs = (typed: RowDraft['texts']) => fields.some(({ name }) => typed[name] !== before[name]);
  const enterText = (name: string, text: string) => {
    // It would not be saved, and be lost.
    if (isBusy) return;
    const next = { ...texts, [name]: text };
    setTexts(next);
    onDraft(differs(next) ? { before, texts: next } : null);
  };
  const close = () => {
    onDraft(null);
    // Another row may have been opened while this one was saved.
    if (form.current) onClose();
  };

  // Only what was changed is converted: a control may show less than the value, such as a time without milliseconds.
  const changed = (): Record<string, unknown> =>
    Object.fromEntries(
      fields
        .filter(({ name }) => texts[name] !== before[name])
        .map((field) => [field.name, fromText(field, texts[field.name] ?? '')]),
    );
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      close();
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      aria-label={label}
      className="grid cursor-default grid-cols-1 gap-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The control room would close, and what was typed be lost.
        event.preventDefault();
        if (differs(texts)) setProblem('Not saved yet: save the row or cancel.');
        else close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => onSave(fixed === null ? { ...row, ...changed() } : changed()));
      }}
    >
      <div className="grid grid-cols-1 gap-3 @2xs:grid-cols-2 @2xl:grid-cols-3 @4xl:grid-cols-4">
        {fields.map((field) => (
          <ValueInput
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            isFixed={field.name === fixed}
            onText={(text) => enterText(field.name, text)}
          />
        ))}
      </div>
      {problem === undefined ? null : <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          Save row
        </Button>
        <Button variant="ghost" size="sm" onClick={close}>
          Cancel
        </Button>
        {onRemove ? (
          <ConfirmButton label="Remove row" question="Remove it?" onConfirm={() => void attempt(onRemove)} />
        ) : null}
      </div>
    </form>
  );
}
