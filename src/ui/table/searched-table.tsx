import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Button } from '@/ui/form/button';
import * as strings from '@/ui/strings';
import { DataTable, type DataTableProps } from './data-table';

interface NoMatchProps {
  /** What is searched, such as "No patients found". */
  title: string;
  /** The searched fields, such as "name or email". */
  fields: string;
  query: string;
  onClear: () => void;
  /** Shown instead if there is no query, because the list itself is empty. */
  nothingYet: ReactNode;
}

/** Shown when a search finds nothing, with a button to clear it. */
function NoMatch({ title, fields, query, onClear, nothingYet }: NoMatchProps) {
  if (query.trim() === '') return nothingYet;
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {strings.clearSearch}
        </Button>
      }
    >
      {strings.noneContains(fields, query.trim())}
    </EmptyState>
  );
}

/** Texts of a searchable list. */
interface ListTexts {
  /** Names the table for screen readers. */
  readonly table: string;
  readonly count: (count: number) => string;
  readonly notLoaded: string;
  readonly noMatch: string;
  /** The searched fields, such as "name or email". */
  readonly searchedFields: string;
}

interface SearchedTableProps<Row extends object>
  extends Omit<DataTableProps<Row>, 'label' | 'countText' | 'errorTitle' | 'empty'> {
  texts: ListTexts;
  query: string;
  onClearSearch: () => void;
  /** Shown instead of the rows if the list itself is empty. */
  nothingYet: ReactNode;
}

/** A table of search results. The caller renders the search box, so that other elements can be placed in between. */
export function SearchedTable<Row extends object>({
  texts,
  query,
  onClearSearch,
  nothingYet,
  ...table
}: SearchedTableProps<Row>) {
  return (
    <DataTable
      {...table}
      label={texts.table}
      countText={texts.count}
      errorTitle={texts.notLoaded}
      empty={
        <NoMatch
          title={texts.noMatch}
          fields={texts.searchedFields}
          query={query}
          onClear={onClearSearch}
          nothingYet={nothingYet}
        />
      }
    />
  );
}
