import { ArrowDown } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import { patientListColumns, usePatientTable } from '@/app/use-patient-table';
import type { Patient } from '@/contract';
import { DialogPerSubject, useDialogState } from '@/ui/dialog/use-dialog-state';
import { Button } from '@/ui/form/button';
import { AddedSkipLink } from '@/ui/layout/links';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { SearchedTable } from '@/ui/table/searched-table';
import { BookSlotDialog } from './book-slot-dialog';
import { BookedAppointments } from './booked-appointments';
import { fixed, strings } from './strings';

interface PatientsToBookProps {
  /** Must be stable: the table's columns are created again when it changes. */
  onBook: (patient: Patient) => void;
  /** Opens the grid for new patients; without it the empty list has no button. */
  onAddPatients?: (() => void) | undefined;
}

/** The searchable patient table of the Booking section (§2). */
function PatientsToBook({ onBook, onAddPatients }: PatientsToBookProps) {
  const { table } = usePatientTable({ list: 'booking', texts: strings.patients, onAddPatients });
  const columns = useMemo(() => bookingColumns(onBook), [onBook]);
  return <SearchedTable {...table} columns={columns} />;
}

const bookingColumns = (onBook: PatientsToBookProps['onBook']): DataColumn<Patient>[] => [
  patientListColumns.sno,
  patientListColumns.name,
  { ...patientListColumns.email, width: '30%' },
  { ...patientListColumns.phone, width: '9.5rem' },
  {
    id: 'book',
    header: fixed.patients.book,
    width: '5.5rem',
    card: 'end',
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

/** The provider's Booking section: patients to book on the left, booked appointments on the right (§2). */
export function BookingSection({ onAddPatients }: Pick<PatientsToBookProps, 'onAddPatients'>) {
  const booking = useDialogState<Patient>();
  const patientsId = useId();
  const bookedId = useId();
  const patientsHeading = useRef<HTMLHeadingElement>(null);
  const bookedHeading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 min-[84rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <section
        aria-labelledby={patientsId}
        // The list stays in view beside a long list of appointments.
        className="flex min-w-0 flex-col gap-4 self-start min-[84rem]:sticky min-[84rem]:top-20"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2
            id={patientsId}
            ref={patientsHeading}
            tabIndex={-1}
            className="scroll-mt-20 text-h3 font-semibold"
          >
            {strings.section.patients}
          </h2>
          {/* On narrow screens a long patient list pushes the appointments out of view. */}
          <Button
            variant="link"
            className="min-[84rem]:hidden"
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            onClick={() => bookedHeading.current?.focus()}
          >
            {strings.section.toBooked}
          </Button>
        </div>
        <PatientsToBook onBook={booking.show} onAddPatients={onAddPatients} />
      </section>
      <section aria-labelledby={bookedId} className="flex min-w-0 flex-col gap-4">
        <AddedSkipLink to={bookedId}>{strings.section.skipToBooked}</AddedSkipLink>
        <h2 id={bookedId} ref={bookedHeading} tabIndex={-1} className="scroll-mt-20 text-h3 font-semibold">
          {fixed.section.booked}
        </h2>
        <BookedAppointments onChoosePatient={() => patientsHeading.current?.focus()} />
      </section>
      <DialogPerSubject dialog={booking}>
        {(patient, dialog) => <BookSlotDialog patient={patient} {...dialog} />}
      </DialogPerSubject>
    </div>
  );
}
