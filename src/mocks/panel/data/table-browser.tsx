import { useCallback, useState } from 'react';
import { Button } from '@/ui/form/button';
import { SearchInput } from '@/ui/form/search-input';
import { Select } from '@/ui/form/select';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useLive } from '../use-live';
import { RowEditor } from './row-editor';
import { RowItem } from './row-item';
import type { DataRow } from './rows';

const PAGE = 25;

/** The rows of one table, found by any text in them. */
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
