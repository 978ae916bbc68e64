import { FileSpreadsheet, Upload } from 'lucide-react';
import {
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { useFlow, useFlowEvents } from '@/app/use-flow';
import {
  type ColumnMatch,
  type ColumnTarget,
  type FileColumns,
  type ImportedRow,
  type ImportKits,
  type ImportResult,
  importColumns,
  type SourceColumn,
  sampleFileName,
} from '@/domain/patient-import';
import { readStored } from '@/lib/storage';
import { importPatientsMachine, type ReadFileInput } from '@/machines/import-patients.machine';
import { cx } from '@/ui/cx';
import { Dialog } from '@/ui/dialog/dialog';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/status';
import { Button } from '@/ui/form/button';
import { Field, Select } from '@/ui/form/field';
import { lookUpKit } from '../row-issues';
import { columnTargets, looksWrong, rememberColumns } from './column-match';
import { type ExistingEmails, ImportPreview } from './import-preview';
import { prepareImportWorker, readSpreadsheet } from './read-spreadsheet';
import { SheetChoice } from './sheet-choice';
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
function MatchColumns({ id, start, columns, match, onChange, onConfirm }: MatchColumnsProps) {
  const titleId = useId();
  const introId = useId();
  const { sources, headerIsPatient } = columns;
  const errors = errorsIn(match, sources);
  const used = new Set(Object.values(match));
  const missing = columnTargets.filter((target) => required.has(target) && match[target] === null);
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
      {missing.length > 0 ? (
        <Notice tone="warning">
          <p key={missing.join()}>{texts.missing(missing.map((target) => texts.titles[target]))}</p>
        </Notice>
      ) : null}
      {leftOut.length > 0 ? <p className="text-sm text-ink-2">{texts.leftOut(leftOut)}</p> : null}
    </form>
  );
}

const machine = importPatientsMachine.provide({
  actors: {
    readFile: fromPromise<ImportResult, ReadFileInput>(({ input: { file, ...options }, signal }) =>
      readSpreadsheet(file, { ...options, signal }),
    ),
  },
});

type ImportPatientsOptions = {
  readonly open: boolean;
  readonly kits: ImportKits;
  readonly onAccept: (rows: readonly ImportedRow[]) => void;
};

/** The import machine with its reader, kept in sync with the dialog and with a kit list that may arrive late. */
function useImportPatients({ open, kits, onAccept }: ImportPatientsOptions) {
  const [snapshot, send, actor] = useFlow('import-patients', () => machine);
  const { result } = snapshot.context;

  useEffect(() => {
    if (!open) return;
    send({ type: 'OPEN' });
    return prepareImportWorker();
  }, [open, send]);

  useFlowEvents(actor, {
    'rows-for-grid': ({ rows }) => onAccept(rows),
    'columns-confirmed': ({ columns, match }) => void rememberColumns(readStored('account'), columns, match),
  });

  useEffect(() => {
    if (!result?.kitsNotLookedUp || kits === 'unavailable') return;
    const rows = withKits(result.rows, kits);
    send({ type: 'KITS_LOOKED_UP', result: { ...result, rows, kitsNotLookedUp: false } });
  }, [result, kits, send]);

  return { snapshot, send };
}

/** Looks up the kits of rows again, with a kit list that arrived after the file was read. */
function withKits(rows: readonly ImportedRow[], kits: ImportKits): ImportedRow[] {
  return rows.map((row) => {
    const { kitId, issue } = lookUpKit(row.kit, kits);
    const others = row.issues.filter(({ column }) => column !== 'kitType');
    return {
      ...row,
      values: { ...row.values, kitType: kitId },
      issues: issue ? [...others, issue] : others,
    };
  });
}

type Step = 'choosing' | 'reading' | 'matching' | 'preview';

/** The control that led to a step may be gone with the previous step; the dialog itself then has the focus. */
const isFocusLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.getAttribute('role') === 'dialog';
};

/**
 * Announces a step that appears, and moves the focus to its start: always to and from the matching of columns, otherwise
 * where it was lost.
 *
 * @param rowCount number of rows in the preview
 * @returns a ref for the start of the step shown
 */
function useStepStart(step: Step, rowCount: number) {
  const start = useRef<HTMLElement>(null);
  const last = useRef(step);
  const enter = useEffectEvent((before: Step) => {
    // In the next frame: focusing forces a layout, and the other effects would force another one.
    if (step === 'matching' || before === 'matching' || isFocusLost())
      requestAnimationFrame(() => start.current?.focus());
    if (step === 'matching') announce(strings.matchPrompt);
    if (step === 'preview') announce(strings.rowsWereRead(rowCount));
  });
  useEffect(() => {
    const before = last.current;
    last.current = step;
    if (step !== before) enter(before);
  }, [step]);
  return useCallback((element: HTMLElement | null) => {
    start.current = element;
  }, []);
}

/** What the dialog shows of the machine's state. */
function useSteps(snapshot: SnapshotFrom<typeof machine>) {
  const { result } = snapshot.context;
  const matching = snapshot.hasTag('matching') ? result : null;
  const read = snapshot.hasTag('preview') ? result : null;
  // Rendered in slices, because a large list would block a frame. Until it is rendered, the progress is shown.
  const deferredRead = useDeferredValue(read);
  const preview = read && deferredRead;
  const busy = snapshot.hasTag('busy') || (read !== null && preview === null);
  const step = busy ? 'reading' : preview ? 'preview' : matching ? 'matching' : 'choosing';
  const start = useStepStart(step, preview?.rows.length ?? 0);
  return { matching, preview, busy, start };
}

type FileChooserProps = {
  /** Smaller once there is a preview. */
  readonly compact: boolean;
  readonly onFile: (file: File) => void;
};

/** "Upload File" by button or by dropping a file, and the link to the sample file (§2 Patients section). */
function FileChooser({ compact, onFile }: FileChooserProps) {
  const over = useFileDrop(onFile);
  return (
    <section
      aria-label={strings.chooser}
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-dashed px-5',
        compact ? 'py-3' : 'justify-center py-8 text-center sm:py-10',
        over ? 'border-plum bg-plum-soft' : 'border-field bg-sunken',
      )}
    >
      {compact ? null : <p className="w-full text-ink-2">{strings.dropHint}</p>}
      <UploadButton secondary={compact} onFile={onFile} />
      <a
        href={`${import.meta.env.BASE_URL}${sampleFileName}`}
        download={sampleFileName}
        className="inline-flex min-h-11 items-center gap-2 font-medium text-plum underline underline-offset-4"
      >
        <FileSpreadsheet aria-hidden="true" className="size-5" />
        {strings.sample}
      </a>
    </section>
  );
}

type UploadButtonProps = {
  readonly secondary: boolean;
  readonly onFile: (file: File) => void;
};

function UploadButton({ secondary, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls"
        aria-label={strings.file}
        tabIndex={-1}
        className="hidden"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Without this, choosing the same file again after correcting it would fire no change event.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        variant={secondary ? 'secondary' : 'primary'}
        icon={<Upload aria-hidden="true" className="size-5" />}
        onClick={() => input.current?.click()}
      >
        {strings.upload}
      </Button>
    </>
  );
}

/**
 * Takes a file that is dropped anywhere on the page, because users miss the dialog's drop area.
 *
 * @returns whether a file is being dragged over the page
 */
function useFileDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Without preventDefault, the browser would open the file.
    const onDrag = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const onLeave = () => setOver(false);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    };
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => listening.abort();
  }, []);
  return over;
}

type ImportFooterProps = {
  readonly onCancel: () => void;
  /** The form that Continue submits; null if the columns are not being matched. */
  readonly matchFormId: string | null;
  /** Undefined without a preview. */
  readonly rowCount: number | undefined;
  readonly canAdd: boolean;
  readonly onAdd: () => void;
};

function ImportFooter({ onCancel, matchFormId, rowCount, canAdd, onAdd }: ImportFooterProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {strings.cancel}
      </Button>
      {matchFormId === null ? null : (
        <Button type="submit" form={matchFormId}>
          {strings.matchColumns.proceed}
        </Button>
      )}
      {rowCount === undefined ? null : (
        <Button disabled={!canAdd} onClick={onAdd}>
          {strings.add(rowCount)}
        </Button>
      )}
    </>
  );
}

type ImportDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly kits: ImportKits;
  /** Rows with one of them are marked. Must be stable: the rows are compared again when it changes. */
  readonly existingEmails: ExistingEmails;
  /** Called once, with every row of the preview. */
  readonly onAccept: (rows: readonly ImportedRow[]) => void;
  /** Fetches the kit list again. */
  readonly onRetryKits: () => void;
};

/** "Import Patients from File" (§2 Patients section): choose, read, review, add to the grid. */
export function ImportDialog({
  open,
  onOpenChange,
  kits,
  existingEmails,
  onAccept,
  onRetryKits,
}: ImportDialogProps) {
  const { snapshot, send } = useImportPatients({ open, kits, onAccept });
  const { file, failure, progress, choice } = snapshot.context;
  const { matching, preview, busy, start } = useSteps(snapshot);
  const matchFormId = useId();
  const rows = matching ?? preview;
  // Without it, what was read and chosen is there when the dialog is opened again.
  const cancel = () => {
    send({ type: 'CLOSE' });
    onOpenChange(false);
  };
  const add = () => {
    send({ type: 'ACCEPT' });
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.title}
      size={preview ? 'xl' : matching ? 'lg' : 'md'}
      footer={
        <ImportFooter
          onCancel={snapshot.hasTag('busy') ? () => send({ type: 'CANCEL' }) : cancel}
          matchFormId={matching ? matchFormId : null}
          rowCount={preview?.rows.length}
          canAdd={snapshot.can({ type: 'ACCEPT' })}
          onAdd={add}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <FileChooser
          compact={preview !== null || matching !== null}
          onFile={(chosen) => send({ type: 'CHOOSE', file: chosen, kits })}
        />
        {failure ? (
          <Notice tone="error" title={file ? strings.notImported(file.name) : null}>
            {`${failure.message}${preview ? ` ${strings.listReady}` : ''}`}
          </Notice>
        ) : null}
        {busy && file ? (
          <div ref={start} tabIndex={-1}>
            <ProgressBar label={strings.reading(file.name)} value={Math.round(progress * 100)} />
          </div>
        ) : null}
        {rows ? (
          <SheetChoice
            reading={rows.reading}
            mayBeWrong={matching !== null}
            onChange={(view) => send({ type: 'CHANGE_VIEW', view, kits })}
          />
        ) : null}
        {matching?.columns ? (
          <MatchColumns
            id={matchFormId}
            start={start}
            columns={matching.columns}
            match={choice ?? matching.match}
            onChange={(match) => send({ type: 'CHOOSE_COLUMNS', match })}
            onConfirm={(match) => send({ type: 'CONFIRM_COLUMNS', match, kits })}
          />
        ) : null}
        {preview ? (
          <ImportPreview
            start={start}
            result={preview}
            existingEmails={existingEmails}
            onChangeColumns={() => send({ type: 'CHANGE_COLUMNS' })}
            onRetryKits={onRetryKits}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
