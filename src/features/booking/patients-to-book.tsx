import { useMemo } from 'react';
import type { Patient } from '@/contract';
import { useFetchPatientsQuery } from '@/features/api/api';
import { tableStatus } from '@/features/api/table-status';
import { searchedTexts } from '@/lib/patient-list';
import { useTextSearch } from '@/lib/text-search';
import { Button } from '@/ui/form/button';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { EmailAddress } from '@/ui/layout/email-address';
import { EmptyState } from '@/ui/feedback/empty-state';
import { SearchInput } from '@/ui/form/search-input';
import { SearchedTable } from '@/ui/table/searched-table';
import { fixed, strings } from './strings';

interface PatientsToBookProps {
  /** Keep it stable: the table's columns are made anew when it changes. */
  onBook: (patient: Patient) => void;
}

const keyOf = ({ patient_id }: Patient) => patient_id;

/** The searchable patient table of the Booking section (SPEC §2). */
export function PatientsToBook({ onBook }: PatientsToBookProps) {
  const patients = useFetchPatientsQuery();
  const { query, setQuery, found } = useTextSearch(patients.data, searchedTexts);
  const columns = useMemo(() => bookingColumns(onBook), [onBook]);
  return (
    <div className="flex flex-col gap-4">
      <SearchInput
        label={strings.patients.search}
        value={query}
        onValueChange={setQuery}
        className="max-w-md"
      />
      <SearchedTable
        words={strings.patients}
        columns={columns}
        rows={found}
        rowKey={keyOf}
        status={tableStatus(patients)}
        onRetry={patients.refetch}
        query={query}
        onClearSearch={() => setQuery('')}
        nothingYet={<EmptyState title={strings.patients.empty}>{strings.patients.emptyHint}</EmptyState>}
      />
    </div>
  );
}

const bookingColumns = (onBook: PatientsToBookProps['onBook']): DataColumn<Patient>[] => [
  { id: 'sno', header: fixed.patients.sno, width: '4rem', cell: (_, index) => index + 1 },
  {
    id: 'name',
    header: strings.patients.name,
    sortValue: ({ patient_name }) => patient_name,
    cell: ({ patient_name }) => <span className="min-w-0 font-medium break-words">{patient_name}</span>,
  },
  {
    id: 'email',
    header: strings.patients.email,
    sortValue: ({ patient_email }) => patient_email,
    width: '12rem',
    cell: ({ patient_email }) => <EmailAddress>{patient_email}</EmailAddress>,
  },
  {
    id: 'phone',
    header: strings.patients.phone,
    width: '9.5rem',
    sortValue: ({ patient_phone }) => patient_phone,
    cell: ({ patient_phone }) => <span className="whitespace-nowrap">{patient_phone}</span>,
  },
  {
    id: 'book',
    header: fixed.patients.book,
    width: '6rem',
    cell: (patient) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={strings.patients.bookOne(patient.patient_name)}
        onClick={() => onBook(patient)}
      >
        {fixed.patients.book}
      </Button>
    ),
  },
];
