import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Button } from '@/ui/form/button';
import * as strings from '@/ui/strings';
import { DataTable, type DataTableProps } from '@/ui/table/data-table';

interface NoMatchProps {
  /** What is searched: "No patients found". */
  title: string;
  /** Where the search looks: "name or email". */
  fields: string;
  query: string;
  onClear: () => void;
  /** Shown instead while nothing is searched for, because there is nothing yet. */
  nothingYet: ReactNode;
}

/** Stands where a searched list is empty, and offers to end the search. */
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

/** What is said about a list that can be searched. */
interface ListTexts {
  /** Names the table for screen readers. */
  readonly table: string;
  readonly count: (count: number) => string;
  readonly notLoaded: string;
  readonly noMatch: string;
  /** What is searched, such as "name or email". */
  readonly searchedFields: string;
}

interface SearchedTableProps<Row extends object>
  extends Omit<DataTableProps<Row>, 'label' | 'countText' | 'errorTitle' | 'empty'> {
  words: ListTexts;
  query: string;
  onClearSearch: () => void;
  /** Stands in place of the rows while the list itself is empty. */
  nothingYet: ReactNode;
}

/** A table of what a search found. The search box is the caller's, so that other things may stand between the two. */
export function SearchedTable<Row extends object>({
  words,
  query,
  onClearSearch,
  nothingYet,
  ...table
}: SearchedTableProps<Row>) {
  return (
    <DataTable
      {...table}
      label={words.table}
      countText={words.count}
      errorTitle={words.notLoaded}
      empty={
        <NoMatch
          title={words.noMatch}
          fields={words.searchedFields}
          query={query}
          onClear={onClearSearch}
          nothingYet={nothingYet}
        />
      }
    />
  );
}
