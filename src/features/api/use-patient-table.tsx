import type { Patient } from '@/contract';
import { type PatientListName, searchedTexts, useRememberedSort } from '@/lib/patient-list';
import { useTextSearch } from '@/lib/search/text-search';
import { EmptyState } from '@/ui/feedback/loading';
import { Button } from '@/ui/form/button';
import type { ListTexts } from '@/ui/table/searched-table';
import { api } from './api';

/** `patientList`, with the table's name. */
interface PatientTableTexts extends ListTexts {
  readonly empty: string;
  readonly emptyHint: string;
  readonly toAdd: string;
}

interface PatientTableOptions {
  /** Under which name the sort order is remembered. */
  readonly list: PatientListName;
  readonly texts: PatientTableTexts;
  /** A patient who is listed whatever is searched; must be stable. */
  readonly keep?: (patient: Patient) => boolean;
  /** Opens the grid for new patients; without it the empty list has no button. */
  readonly onAddPatients: (() => void) | undefined;
}

const keyOf = ({ patient_id }: Patient) => patient_id;

/**
 * The clinic's patients for a searchable table of a section.
 *
 * @returns `found` are the patients that the search leaves; `table` has the props of `SearchedTable` that all these
 * tables share
 */
export function usePatientTable({ list, texts, keep, onAddPatients }: PatientTableOptions) {
  const patients = api.useFetchPatientsQuery();
  const { data, isError, isFetching } = patients;
  const { query, setQuery, found, similar } = useTextSearch(data, searchedTexts, keep);
  const sort = useRememberedSort(list);
  // Also while a failed list is retried.
  const missing = isError && !isFetching ? 'error' : 'loading';
  const table = {
    texts,
    rows: found,
    rowKey: keyOf,
    sort,
    status: data === undefined ? missing : 'ready',
    onRetry: patients.refetch,
    query,
    onQueryChange: setQuery,
    total: data?.length,
    similar,
    nothingYet: (
      <EmptyState
        title={texts.empty}
        action={onAddPatients && <Button onClick={onAddPatients}>{texts.toAdd}</Button>}
      >
        {texts.emptyHint}
      </EmptyState>
    ),
  } as const;
  return { patients, query, setQuery, found, table };
}
