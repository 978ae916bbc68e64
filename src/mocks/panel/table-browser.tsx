import { ChevronRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { MockControl } from '@/mocks/control';
import { forDisplay, HIDDEN } from '@/mocks/engine/log';
import { errorMessage } from '@/mocks/world/error-message';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-input';
import { type PanelContext, useLive } from './panel-context';
import { ConfirmButton, Section } from './parts';

/** A row of any table, as plain JSON. */
type DataRow = Readonly<Record<string, unknown>>;

/** A row as editable text. Passwords and tokens are hidden, because a demo is often on a projector. */
const toText = (row: DataRow): string => JSON.stringify(forDisplay(row), null, 2);

/**
 * Parses the edited text and leaves out secrets that were not changed.
 *
 * @throws Error with a message for the user, if the text is not a JSON object
 */
function fromText(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no JSON: ${errorMessage(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('A row is a JSON object: { "field": "value" }');
  }
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== HIDDEN));
}

/** A one-line summary of a row: its first few values. */
function summaryOf(row: DataRow): string {
  const values = Object.values(forDisplay(row) as DataRow).filter(
    (value) => value !== null && value !== '' && typeof value !== 'object',
  );
  return values.slice(1, 6).map(String).join(' · ');
}

interface RowEditorProps {
  label: string;
  row: DataRow;
  /** Rejects with a message if the row is invalid. */
  onSave: (row: Record<string, unknown>) => Promise<unknown>;
  onRemove?: () => Promise<unknown>;
  onClose: () => void;
}

/** Edits a row as JSON. An invalid row is rejected and stays in the text field. */
function RowEditor({ label, row, onSave, onRemove, onClose }: RowEditorProps) {
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
      setProblem(errorMessage(error));
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

interface RowItemProps {
  table: string;
  id: string;
  row: DataRow;
  control: MockControl;
}

const secretKeys = new Set(['sessions', 'resets', 'confirmations']);
/** A token gives access to an account, so only its first characters are shown. */
const shownId = (table: string, id: string) => (secretKeys.has(table) ? `${id.slice(0, 8)}…` : id);

/** A row as one line, which expands to its editor. */
function RowItem({ table, id, row, control }: RowItemProps) {
  const [isOpen, setOpen] = useState(false);
  const name = shownId(table, String(id));
  return (
    <li className="rounded-control border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-10 w-full items-center gap-2 rounded-control px-3 py-1.5 text-start text-sm hover:bg-plum-soft"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
        />
        <strong className="shrink-0 tabular-nums">{name}</strong>
        <span className="min-w-0 truncate text-ink-2">{summaryOf(row)}</span>
      </button>
      {isOpen ? (
        <div className="px-3 pb-3">
          <RowEditor
            label={`Row ${name}`}
            row={row}
            onSave={(change) => control.db.patch(table, id, change)}
            onRemove={() => control.db.remove(table, id)}
            onClose={() => setOpen(false)}
          />
        </div>
      ) : null}
    </li>
  );
}

const PAGE = 25;

/** The rows of one table, searchable by any text in them. */
export function TableBrowser({ context: { control, onDataChange } }: { context: PanelContext }) {
  const [table, setTable] = useState('patients');
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [isAdding, setAdding] = useState(false);
  const read = useCallback(() => control.db.list(table) as DataRow[], [control, table]);
  const rows = useLive(read, onDataChange);
  const key = control.db.keyOf(table);

  const wanted = search.trim().toLowerCase();
  const found =
    wanted === '' ? rows : rows.filter((row) => JSON.stringify(row).toLowerCase().includes(wanted));
  const choose = (next: string) => {
    setTable(next);
    setSearch('');
    setLimit(PAGE);
    setAdding(false);
  };
  return (
    <Section
      title="Tables"
      action={
        <Button variant="ghost" size="sm" onClick={() => setAdding(true)}>
          Add a row
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Select
          aria-label="Table"
          value={table}
          options={control.db.tables().map((name) => ({ value: name, label: name }))}
          onChange={(event) => choose(event.target.value)}
        />
        <SearchInput label={`Search ${table}`} value={search} onValueChange={setSearch} />
      </div>
      {isAdding ? (
        <RowEditor
          label={`New row of ${table}`}
          row={rows[0] ?? { [key]: '' }}
          onSave={(row) => control.db.insert(table, row)}
          onClose={() => setAdding(false)}
        />
      ) : null}
      <p role="status" className="text-caption text-ink-2">
        {wanted === '' ? `${rows.length} rows` : `${found.length} of ${rows.length} rows`}
      </p>
      <ul aria-label={`Rows of ${table}`} className="grid grid-cols-1 gap-1.5">
        {found.slice(0, limit).map((row) => (
          <RowItem key={String(row[key])} table={table} id={row[key] as string} row={row} control={control} />
        ))}
      </ul>
      {found.length > limit ? (
        <Button variant="secondary" size="sm" onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, found.length - limit)} more
        </Button>
      ) : null}
    </Section>
  );
}
