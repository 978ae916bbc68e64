import { useMemo } from 'react';
import { longest, notLoaded, type Patient, shorten } from '@/contract';
import type { Stored } from '@/domain/storage-keys';
import { counted, groupedCount } from '@/lib/grouped-count';
import { phoneText } from '@/lib/phone-text';
import { sharedIndex, useTextSearch } from '@/lib/search/text-search';
import { readStored, useStored } from '@/lib/storage';
import { EmptyState } from '@/ui/feedback/loading';
import { Button } from '@/ui/form/button';
import { EmailAddress } from '@/ui/layout/content';
import type { DataColumn, SortState } from '@/ui/table/data-table-columns';
import type { ListTexts } from '@/ui/table/searched-table';
import { api } from './api';

const patients = (count: number) => counted(count, 'patient');

// Ours: free to reword.

/** Texts of every searchable list of a provider's patients. */
export const patientListTexts = {
  search: 'Search by name, email or phone',
  notLoaded: notLoaded('your patients'),
  count: patients,
  countOf: (count: number, total: number) => `${groupedCount(count)} of ${patients(total)}`,
  countSimilar: (count: number) => `No exact match, ${groupedCount(count)} similar`,
  noMatch: 'No patients found',
  searchedFields: 'name, email or phone',
  empty: 'No patients yet',
  emptyHint: 'Add your first patients in the Patients section.',
  toAdd: 'Add patients',
} as const;

const shownPhone = ({ patient_phone }: Patient) => phoneText(shorten(patient_phone, longest.name));

/** The columns that several of these tables have. */
export const patientListColumns = {
  /** From §2, exact: do not reword. */
  sno: { id: 'sno', header: 'SNO', width: '3.5rem', card: 'lead', cell: (_, index) => index + 1 },
  name: {
    id: 'name',
    header: 'Name',
    card: 'title',
    sortValue: ({ patient_name }) => patient_name,
    cell: ({ patient_name }) => (
      <span title={patient_name} className="listing-text font-medium">
        {shorten(patient_name, longest.name)}
      </span>
    ),
  },
  email: {
    id: 'email',
    header: 'Email',
    card: 'text',
    isBelowTitle: true,
    sortValue: ({ patient_email }) => patient_email,
    cell: ({ patient_email }) => (
      <span title={patient_email} className="listing-text listing-email">
        <EmailAddress>{shorten(patient_email, longest.name)}</EmailAddress>
      </span>
    ),
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    card: 'meta',
    sortValue: shownPhone,
    cell: (patient) => <span className="listing-text">{shownPhone(patient)}</span>,
  },
} satisfies Record<string, DataColumn<Patient>>;

/** Patients by the fields in which they are searched (§2), which `patientListTexts.searchedFields` describes. */
export const patientIndex = sharedIndex<Patient>(
  ({ patient_name, patient_email }) => [patient_name, patient_email],
  ({ patient_phone }) => patient_phone,
);

type PatientListName = keyof Stored<'patientListSorts'>;

/** The sort order of a list of patients; it is remembered as long as the user is signed in. */
function useRememberedSort(list: PatientListName): SortState {
  const [sorts, setSorts] = useStored('patientListSorts');
  return [sorts[list], (next) => void setSorts({ ...readStored('patientListSorts'), [list]: next })];
}

interface PatientTableOptions {
  /** Under which name the sort order is remembered. */
  readonly list: PatientListName;
  /** The table's name, and what differs from the usual texts; must be stable. */
  readonly texts: Pick<ListTexts, 'table'> & { readonly emptyHint?: string; readonly toAdd?: string };
  /** A patient who is listed whatever is searched; must be stable. */
  readonly isPinned?: (patient: Patient) => boolean;
  /** Opens the grid for new patients; without it the empty list has no button. */
  readonly onAddPatients: (() => void) | undefined;
}

const keyOf = ({ patient_id }: Patient) => patient_id;

/**
 * The clinic's patients for a searchable table of a section.
 *
 * @returns `results` are the patients that the search leaves; `table` has the props of `SearchedTable` that all these
 * tables share
 */
export function usePatientTable({ list, texts: ownTexts, isPinned, onAddPatients }: PatientTableOptions) {
  const texts = useMemo(() => ({ ...patientListTexts, ...ownTexts }), [ownTexts]);
  const patients = api.useFetchPatientsQuery();
  const { data, isError } = patients;
  const { query, setQuery, results, similar } = useTextSearch(data, patientIndex, isPinned);
  const sort = useRememberedSort(list);
  const missing = isError ? 'error' : 'loading';
  const table = {
    texts,
    rows: results,
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
  return { patients, query, setQuery, results, table };
}
