import { type Ref, useId } from 'react';
import {
  type ColumnMatch,
  type ColumnTarget,
  type FileColumns,
  importColumns,
  type SourceColumn,
} from '@/contract/patient-import';
import { Notice } from '@/ui/feedback/notice';
import { Field, Select } from '@/ui/form/field';
import { columnTargets, looksWrong } from './column-match';
import * as strings from './strings';

const texts = strings.matchColumns;

const required: ReadonlySet<ColumnTarget> = new Set(
  importColumns.filter((column) => column.required).map(({ key }) => key),
);

const nameOf = ({ letter, header }: SourceColumn): string => texts.source(letter, header);

/**
 * Returns why the columns can't be used, by target: a column is already used for an earlier one, or none is chosen, which
 * is shown at the first one.
 */
function errorsIn(match: ColumnMatch, sources: readonly SourceColumn[]): ReadonlyMap<ColumnTarget, string> {
  const users = new Map<number, ColumnTarget>();
  const errors = new Map<ColumnTarget, string>();
  for (const target of columnTargets) {
    const index = match[target];
    const source = sources.find((candidate) => candidate.index === index);
    if (index === null || source === undefined) continue;
    const user = users.get(index);
    if (user === undefined) users.set(index, target);
    else errors.set(target, texts.usedTwice(nameOf(source), texts.titles[user]));
  }
  return users.size === 0 ? new Map([['name', texts.noneChosen]]) : errors;
}

interface TargetFieldProps {
  readonly target: ColumnTarget;
  readonly sources: readonly SourceColumn[];
  readonly chosen: number | null;
  readonly error: string | undefined;
  readonly onChoose: (index: number | null) => void;
}

/** The choice of the file's column for one target, with its first values. */
function TargetField({ target, sources, chosen, error, onChoose }: TargetFieldProps) {
  const source = sources.find(({ index }) => index === chosen);
  const isDoubtful = source !== undefined && looksWrong(target, source);
  return (
    <Field
      label={texts.titles[target]}
      required={required.has(target)}
      error={error}
      hint={
        source === undefined ? (
          required.has(target) ? (
            texts.toFillIn
          ) : null
        ) : (
          <>
            {isDoubtful ? (
              <span className="block font-medium text-amber">{texts.looksWrong(texts.titles[target])}</span>
            ) : null}
            <span className="block truncate">{texts.samples(source.samples)}</span>
          </>
        )
      }
    >
      <Select
        placeholder={texts.notInFile}
        options={sources.map((option) => ({ value: String(option.index), label: nameOf(option) }))}
        value={chosen === null ? '' : String(chosen)}
        onChange={({ target: { value } }) => onChoose(value === '' ? null : Number(value))}
      />
    </Field>
  );
}

interface MatchColumnsProps {
  /** Lets a button outside the form submit it. */
  readonly id: string;
  /** Gets the heading. */
  readonly start: Ref<HTMLHeadingElement>;
  readonly columns: FileColumns;
  /** The user's choice so far. */
  readonly match: ColumnMatch;
  readonly onChange: (match: ColumnMatch) => void;
  readonly onConfirm: (match: ColumnMatch) => void;
}

/** Asks where each expected column is in the file; nothing is applied before the user continues. */
export function MatchColumns({ id, start, columns, match, onChange, onConfirm }: MatchColumnsProps) {
  const titleId = useId();
  const introId = useId();
  const { sources, headerIsPatient } = columns;
  const errors = errorsIn(match, sources);
  const used = new Set(Object.values(match));
  const leftOut = sources.filter(({ index }) => !used.has(index)).map(nameOf);
  return (
    <form
      id={id}
      noValidate
      aria-labelledby={titleId}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (errors.size === 0) return onConfirm(match);
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      }}
    >
      <h3 id={titleId} ref={start} tabIndex={-1} aria-describedby={introId} className="text-lg font-semibold">
        {texts.label}
      </h3>
      <p id={introId} className="max-w-prose text-ink-2">
        {texts.intro}
      </p>
      {headerIsPatient ? <Notice tone="warning">{texts.headerIsPatient}</Notice> : null}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {columnTargets.map((target) => (
          <TargetField
            key={target}
            target={target}
            sources={sources}
            chosen={match[target]}
            error={errors.get(target)}
            onChoose={(index) => onChange({ ...match, [target]: index })}
          />
        ))}
      </div>
      {leftOut.length > 0 ? <p className="text-sm text-ink-2">{texts.leftOut(leftOut)}</p> : null}
    </form>
  );
}
