import { useMemo } from 'react';
import type { Patient } from '@/contract';
import { notLoaded } from '@/contract';
import { useFetchPatientsQuery } from '@/features/api/api';
import { tableStatus } from '@/features/api/table-status';
import { useTextSearch } from '@/shared/text-search';
import { Button } from '@/shared/ui/button';
import { DataTable } from '@/shared/ui/data-table';
import type { DataColumn } from '@/shared/ui/data-table-columns';
import { EmailAddress } from '@/shared/ui/email-address';
import { EmptyState } from '@/shared/ui/empty-state';
import { NoMatch } from '@/shared/ui/no-match';
import { SearchInput } from '@/shared/ui/search-input';

interface PatientsToBookProps {
  /** Keep it stable: the table's columns are made anew when it changes. */
  onBook: (patient: Patient) => void;
}

const textsOf = (patient: Patient) => [patient.patient_name, patient.patient_email];

/** The searchable patient table of the Booking section (SPEC §2). */
export function PatientsToBook({ onBook }: PatientsToBookProps) {
  const patients = useFetchPatientsQuery();
  const { query, setQuery, searched, found } = useTextSearch(patients.data, textsOf);
  const columns = useMemo(() => bookingColumns(onBook), [onBook]);
  return (
    <div className="flex flex-col gap-4">
      <SearchInput
        label="Search by patient name or email"
        value={query}
        onValueChange={setQuery}
        className="max-w-md"
      />
      <DataTable
        label="Patients to book"
        columns={columns}
        rows={found}
        rowKey={({ patient_id }) => patient_id}
        status={tableStatus(patients)}
        countText={(count) => `${count} ${count === 1 ? 'patient' : 'patients'}`}
        errorTitle={notLoaded('your patients')}
        onRetry={patients.refetch}
        empty={
          <NoMatch
            title="No patients found"
            fields="name or email"
            query={searched}
            onClear={() => setQuery('')}
            nothingYet={
              <EmptyState title="No patients yet">
                Add your first patients in the Patients section.
              </EmptyState>
            }
          />
        }
      />
    </div>
  );
}

const bookingColumns = (onBook: PatientsToBookProps['onBook']): DataColumn<Patient>[] => [
  { id: 'sno', header: 'SNO', width: '4rem', cell: (_, index) => index + 1 },
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ patient_name }) => patient_name,
    cell: ({ patient_name }) => <span className="min-w-0 font-medium break-words">{patient_name}</span>,
  },
  {
    id: 'email',
    header: 'Email',
    sortValue: ({ patient_email }) => patient_email,
    width: '12rem',
    cell: ({ patient_email }) => <EmailAddress>{patient_email}</EmailAddress>,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: '9.5rem',
    sortValue: ({ patient_phone }) => patient_phone,
    cell: ({ patient_phone }) => <span className="whitespace-nowrap">{patient_phone}</span>,
  },
  {
    id: 'book',
    header: 'Book',
    width: '6rem',
    cell: (patient) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Book ${patient.patient_name}`}
        onClick={() => onBook(patient)}
      >
        Book
      </Button>
    ),
  },
];
