import type { ReactElement } from 'react';
import { groupedCount } from '@/lib/grouped-count';
import { EmptyState } from '@/ui/feedback/loading';
import { Button } from '@/ui/form/button';
import { SearchInput } from '@/ui/form/search-input';
import * as strings from '@/ui/strings';
import { DataTable, type DataTableProps } from './data-table';

/** A filter that is on besides the search. */
interface ActiveFilter {
  readonly label: string;
  readonly onClear: () => void;
}

interface NoMatchProps {
  /** What is searched, such as "No patients found". */
  title: string;
  /** The searched fields, such as "name or email". */
  fields: string;
  query: string;
  onClearSearch: () => void;
  filter: ActiveFilter | undefined;
  /** Shown instead if nothing is searched or filtered, because the list itself is empty. */
  nothingYet: ReactElement;
}

/** Shown when search and filter leave no row, with buttons to clear them. */
function NoMatch({ title, fields, query, onClearSearch, filter, nothingYet }: NoMatchProps) {
  const isSearched = query.trim() !== '';
  if (!isSearched && !filter) return nothingYet;
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {isSearched ? (
            <Button variant="secondary" onClick={onClearSearch}>
              {strings.clearSearch}
            </Button>
          ) : null}
          {filter ? (
            <Button variant="secondary" onClick={filter.onClear}>
              {strings.clearFilter}
            </Button>
          ) : null}
        </div>
      }
    >
      {isSearched ? <p>{strings.noneContains(fields, query.trim())}</p> : null}
      {filter ? <p>{strings.filteredBy(filter.label)}</p> : null}
    </EmptyState>
  );
}

/** Texts of a searchable list. */
export interface ListTexts {
  /** Names the table for screen readers. */
  readonly table: string;
  /** Names the search box. */
  readonly search: string;
  readonly count: (count: number) => string;
  /** The number of rows that search and filter leave. */
  readonly countOf: (count: number, total: number) => string;
  /** The number of rows that are only similar to the query. */
  readonly countSimilar: (count: number) => string;
  readonly notLoaded: string;
  readonly noMatch: string;
  /** The searched fields, such as "name or email". */
  readonly searchedFields: string;
}

interface SearchedTableProps<Row extends object>
  extends Omit<DataTableProps<Row>, 'label' | 'countText' | 'errorTitle' | 'empty' | 'toolbar'> {
  texts: ListTexts;
  query: string;
  onQueryChange: (query: string) => void;
  /** The number of rows without search and filter; undefined while loading. */
  total: number | undefined;
  /** No row contains the query: the rows are similar to it. */
  similar: boolean;
  /** Controls that filter the rows, beside the search box. */
  filters?: ReactElement | undefined;
  activeFilter?: ActiveFilter | undefined;
  /** Shown instead of the rows if the list itself is empty. */
  nothingYet: ReactElement;
}

/** A table of search results, with its search box and the number of rows above it. */
export function SearchedTable<Row extends object>({
  texts,
  query,
  onQueryChange,
  total,
  similar,
  filters,
  activeFilter,
  nothingYet,
  ...table
}: SearchedTableProps<Row>) {
  const countText = (count: number): string => {
    if (similar && count > 0) return texts.countSimilar(count);
    return total === undefined || count === total ? texts.count(count) : texts.countOf(count, total);
  };
  return (
    <DataTable
      {...table}
      label={texts.table}
      countText={countText}
      errorTitle={texts.notLoaded}
      toolbar={
        <>
          <SearchInput
            label={texts.search}
            value={query}
            onValueChange={onQueryChange}
            className="w-full sm:w-96"
          />
          {filters}
        </>
      }
      empty={
        <NoMatch
          title={texts.noMatch}
          fields={texts.searchedFields}
          query={query}
          onClearSearch={() => onQueryChange('')}
          filter={activeFilter}
          nothingYet={nothingYet}
        />
      }
    />
  );
}

interface FilterChipsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  /** `count`: how many rows of the whole list the filter shows; undefined while there is no list. */
  chips: readonly { readonly value: Value; readonly label: string; readonly count: number | undefined }[];
}

/** Filters of a list, one of which is on. */
export function FilterChips<Value extends string>({
  label,
  value,
  onValueChange,
  chips,
}: FilterChipsProps<Value>) {
  return (
    <fieldset aria-label={label} data-print="hidden" className="flex min-w-0 flex-wrap gap-1.5">
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          disabled={chip.count === undefined}
          className="chip"
          onClick={() => onValueChange(chip.value)}
        >
          {chip.count === undefined ? chip.label : `${chip.label} ${groupedCount(chip.count)}`}
        </button>
      ))}
    </fieldset>
  );
}
