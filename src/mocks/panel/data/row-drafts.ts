import type { Key } from '@/mocks/db/row';

/** What was typed in a row's editor and is not saved. */
export interface RowDraft {
  /** The texts of the row when the editor was opened, by field. */
  readonly before: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Null while the row is edited by fields. */
  readonly json: string | null;
}

/** By table and row; null for the new row. */
interface RowDrafts {
  get(table: string, id: Key | null): RowDraft | undefined;
  /** Null removes it. */
  set(table: string, id: Key | null, draft: RowDraft | null): void;
  /** The row of a table that was edited last. */
  last(table: string): Key | undefined;
  /** The table that was edited last. */
  lastTable(): string | undefined;
}

function createDrafts(): RowDrafts {
  const tables = new Map<string, Map<Key | null, RowDraft>>();
  return {
    get: (table, id) => tables.get(table)?.get(id),
    set(table, id, draft) {
      const rows = tables.get(table) ?? new Map<Key | null, RowDraft>();
      // Added again, so that the last one is the newest.
      tables.delete(table);
      rows.delete(id);
      if (draft !== null) rows.set(id, draft);
      if (rows.size > 0) tables.set(table, rows);
    },
    last: (table) => [...(tables.get(table)?.keys() ?? [])].findLast((id) => id !== null),
    lastTable: () => [...tables.keys()].at(-1),
  };
}

const kept = new WeakMap<object, RowDrafts>();

/** The drafts of a mock backend. They are kept while the control room shows another table or tab, or is closed. */
export function draftsOf(control: object): RowDrafts {
  const drafts = kept.get(control) ?? createDrafts();
  kept.set(control, drafts);
  return drafts;
}
