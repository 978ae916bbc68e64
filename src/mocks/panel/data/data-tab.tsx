import type { Key } from '@kitwell/mock-engine/db/row';
import { ChevronRight } from 'lucide-react';
import { Fragment, memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { offerDownload } from '@/lib/offer-download';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { Field, Select, TextInput } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { type PanelContext, useLive, whereSeen } from '../panel-context';
import { ConfirmButton, FileButton, Outcome, Scrollable, Section, useOutcome } from '../parts';
import { draftsOf, RowEditor } from './row-editor';
import { type DataRow, fieldsOf, type Field as TableField, targetOf, textsOf } from './table-fields';

/** A token gives access to an account, so only its first characters are shown. */
const displayId = (isSecret: boolean, id: unknown) => (isSecret ? `${String(id).slice(0, 8)}…` : String(id));

/** Rows of other tables that belong to a row, to be opened in their table. */
interface Related {
  readonly table: string;
  readonly search: string;
  readonly label: string;
}

/** The rows to which a row refers, then those of other tables that refer to it. */
function relatedTo({ control, mock }: PanelContext, table: string, row: DataRow): Related[] {
  const { db } = control;
  const of = (target: string) => (id: unknown) => (each: object) => Reflect.get(each, target) === id;
  const named = Object.entries(row).flatMap(([field, id]) => {
    const target = targetOf(mock.panel, table, field);
    const isThere = target !== undefined && db.list(target).some(of(db.keyOf(target))(id));
    return isThere ? [{ table: target, search: String(id), label: `${target}: ${id}` }] : [];
  });
  const key = db.keyOf(table);
  const naming = db.tables().flatMap((other) => {
    if (targetOf(mock.panel, other, key) !== table) return [];
    const count = db.list(other).filter(of(key)(row[key])).length;
    return count === 0
      ? []
      : [
          {
            table: other,
            search: String(row[key]),
            label: `${count} ${count === 1 ? 'row' : 'rows'} of ${other}`,
          },
        ];
  });
  return [...named, ...naming];
}

interface RowProps {
  /** Whether the rows' key is a secret. */
  isSecret: boolean;
  fields: readonly TableField[];
  keyField: string;
  row: DataRow;
  isOpen: boolean;
  /** Something was typed in its editor and is not saved. */
  isEdited: boolean;
  onToggle: (id: Key) => void;
}

/** A row of the table: a press on it opens the editor below it, by keyboard on its first cell. */
const RowCells = memo(function RowCells({
  isSecret,
  fields,
  keyField,
  row,
  isOpen,
  isEdited,
  onToggle,
}: RowProps) {
  const texts = textsOf(fields, row);
  return (
    <tr
      className={cx(
        'group/row cursor-pointer border-t border-line hover:bg-plum-soft',
        isOpen && 'bg-plum-soft',
      )}
      // The keyboard's presses of the button arrive here, too.
      onClick={({ detail }) => {
        const isSelecting = detail > 0 && getSelection()?.toString() !== '';
        if (!isSelecting) onToggle(row[keyField] as Key);
      }}
    >
      <th scope="row" className="sticky start-0 z-1 bg-surface p-0 text-start">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-9 w-full items-center gap-1 ps-2 pe-3 text-start font-semibold whitespace-nowrap -outline-offset-2 group-hover/row:bg-plum-soft"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
          />
          {displayId(isSecret, row[keyField])}{' '}
          {isEdited ? <span className="text-caption font-normal text-amber">not saved</span> : null}
        </button>
      </th>
      {fields.map(({ name, kind }) =>
        name === keyField ? null : (
          <td
            key={name}
            className={cx(
              'max-w-48 truncate px-3 whitespace-nowrap text-ink-2',
              kind === 'number' && 'text-end tabular-nums',
            )}
          >
            {texts[name]}
          </td>
        ),
      )}
    </tr>
  );
});

const PAGE = 25;

const searchTexts = new WeakMap<DataRow, string>();
/** The text in which a row is found. Rows are never changed in place, and 10,000 of them take a while. */
function searchTextOf(row: DataRow): string {
  const cached = searchTexts.get(row);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(row).toLowerCase();
  searchTexts.set(row, text);
  return text;
}

/** The rows of one table, searchable by any text in them, and editable. */
function TableBrowser({ context }: { context: PanelContext }) {
  const { control, mock, onDataChange, refreshScreens } = context;
  const box = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const drafts = draftsOf(control);
  const [table, setTable] = useState(() => mock.panel.firstTable ?? control.db.tables()[0] ?? '');
  const isSecret = mock.panel.secretKeys?.includes(table) ?? false;
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [isAdding, setAdding] = useState(() => drafts.get(table, null) !== undefined);
  const [openId, setOpenId] = useState<Key | null>(null);
  const [outcome, setOutcome] = useState('');
  const read = useCallback(() => control.db.list(table) as DataRow[], [control, table]);
  const rows = useLive(read, onDataChange);
  const key = control.db.keyOf(table);
  const { firstFields } = mock.panel;
  const fields = useMemo(
    () => fieldsOf(control.db.schemaOf(table), [key, ...(firstFields?.[table] ?? [])]),
    [control, table, key, firstFields],
  );

  // Later than the typed text: a table may have 50,000 rows.
  const query = useDeferredValue(search.trim().toLowerCase());
  const matches = useMemo(
    () => (query === '' ? rows : rows.filter((row) => searchTextOf(row).includes(query))),
    [rows, query],
  );
  const choose = (next: string, text = '') => {
    setTable(next);
    setSearch(text);
    setLimit(PAGE);
    setAdding(drafts.get(next, null) !== undefined);
    setOpenId(null);
    setOutcome('');
  };
  const saved = async (work: Promise<unknown>, text: string) => {
    await work;
    setOutcome(text);
    refreshScreens?.();
  };
  const close = () => {
    // The focused control goes with the editor; a removed row is gone already.
    const { current } = box;
    (current?.querySelector<HTMLElement>('[aria-expanded=true]') ?? current)?.focus();
    setOpenId(null);
  };
  const toggle = useCallback((id: Key) => setOpenId((openRow) => (openRow === id ? null : id)), []);
  return (
    <Section
      title="Tables"
      hint={`Press a row to edit it, and Enter to save it. ${whereSeen(context)}`}
      action={
        <Button ref={addButton} variant="ghost" size="sm" onClick={() => setAdding(true)}>
          Add a row
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-2 @sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Select
          aria-label="Table"
          value={table}
          options={control.db.tables().map((name) => ({ value: name, label: name }))}
          onChange={(event) => choose(event.target.value)}
        />
        <SearchInput label={`Search ${table}`} value={search} onValueChange={setSearch} />
      </div>
      {isAdding ? (
        <div className="rounded-control border border-line bg-surface p-3">
          <RowEditor
            key={table}
            label={`New row of ${table}`}
            fields={fields}
            row={{ ...rows[0], [key]: '' }}
            fixed={null}
            draft={drafts.get(table, null)}
            onDraft={(draft) => drafts.set(table, null, draft)}
            onSave={(row) => saved(control.db.insert(table, row), 'Row added.')}
            onClose={() => {
              setAdding(false);
              addButton.current?.focus();
            }}
          />
        </div>
      ) : null}
      <p role="status" className="text-caption text-ink-2">
        {query === '' ? `${rows.length} rows` : `${matches.length} of ${rows.length} rows`}
        {outcome === '' ? '' : `. ${outcome}`}
      </p>
      <Scrollable
        key={table}
        ref={box}
        label={`${table}, scrollable`}
        className="@container overflow-x-auto rounded-control border border-line bg-surface"
      >
        <table aria-label={`Rows of ${table}`} className="min-w-full border-collapse text-sm">
          <thead>
            <tr>
              {fields.map(({ name }) => (
                <th
                  key={name}
                  scope="col"
                  className={cx(
                    'bg-sunken px-3 py-1.5 text-start text-caption font-semibold whitespace-nowrap text-ink-2',
                    name === key && 'sticky start-0 z-1',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matches.slice(0, limit).map((row) => {
              const id = row[key] as Key;
              return (
                <Fragment key={id}>
                  <RowCells
                    isSecret={isSecret}
                    fields={fields}
                    keyField={key}
                    row={row}
                    isOpen={id === openId}
                    isEdited={id !== openId && drafts.get(table, id) !== undefined}
                    onToggle={toggle}
                  />
                  {id === openId ? (
                    <tr>
                      <td colSpan={fields.length} className="p-0">
                        <div className="sticky start-0 grid w-[100cqw] grid-cols-1 gap-3 bg-raised p-3">
                          <RelatedRows
                            related={relatedTo(context, table, row)}
                            onOpen={({ table: next, search: text }) => choose(next, text)}
                          />
                          <RowEditor
                            label={`Row ${displayId(isSecret, id)}`}
                            fields={fields}
                            row={row}
                            fixed={key}
                            draft={drafts.get(table, id)}
                            onDraft={(draft) => drafts.set(table, id, draft)}
                            onSave={(change) =>
                              saved(control.db.patch(table, id, change), `${displayId(isSecret, id)} saved.`)
                            }
                            onRemove={() =>
                              saved(control.db.remove(table, id), `${displayId(isSecret, id)} removed.`)
                            }
                            onClose={close}
                          />
                        </div>
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </Scrollable>
      {matches.length === 0 ? (
        <p className="text-sm text-ink-2">
          {rows.length === 0 ? 'No rows yet. Add one above.' : 'No rows found. Try another search.'}
        </p>
      ) : null}
      {matches.length > limit ? (
        <Button variant="secondary" size="sm" onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, matches.length - limit)} more
        </Button>
      ) : null}
    </Section>
  );
}

interface RelatedRowsProps {
  related: readonly Related[];
  onOpen: (related: Related) => void;
}

function RelatedRows({ related, onOpen }: RelatedRowsProps) {
  if (related.length === 0) return null;
  return (
    <ul aria-label="Related rows" className="flex flex-wrap gap-x-4">
      {related.map((each) => (
        <li key={each.label}>
          <Button variant="link" size="sm" onClick={() => onOpen(each)}>
            {each.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Exports and imports all data as a file. */
function DataFile({ context: { control, mock } }: { context: PanelContext }) {
  const { outcome, attempt } = useOutcome();
  const save = () =>
    attempt(async () => {
      const text = JSON.stringify(await control.db.export());
      offerDownload(new Blob([text], { type: 'application/json' }), `${mock.name}-demo-data.json`);
      return '';
    });
  const load = (file: File) =>
    attempt(async () => {
      await control.db.import(await file.text());
      return `${file.name} was imported. Reload the page to see it everywhere.`;
    });
  return (
    <Section title="File" hint="All tables, the clock and the next ids, including passwords and tokens.">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void save()}>
          Export
        </Button>
        <FileButton label="Import" onFile={(file) => void load(file)} />
        <Outcome>{outcome}</Outcome>
      </div>
    </Section>
  );
}

/** Generates new data from a preset, a seed and a size. */
function SeedForm({ context: { control, mock } }: { context: PanelContext }) {
  const { presets, size: sized } = mock.limits;
  const sizeName = sized?.name ?? '';
  const current = control.choice();
  const [preset, setPreset] = useState<string>(current.preset);
  const [seed, setSeed] = useState(String(current.seed));
  const [size, setSize] = useState(String(current[sizeName] ?? ''));
  const { outcome, isBusy, attempt } = useOutcome();
  const reset = () =>
    attempt(async () => {
      const chosenSize = size === '' ? {} : { [sizeName]: Number(size) };
      await control.reset({ preset, seed: Number(seed), ...chosenSize });
      return 'Data reset. Sign in again.';
    });
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
        <Outcome>{outcome}</Outcome>
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
