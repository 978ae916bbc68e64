import { CalendarPlus, ShoppingCart } from 'lucide-react';
import type { Patient } from '@/contract';
import { Checkbox } from '@/ui/form/checkbox';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { EmailAddress } from '@/ui/layout/email-address';
import { IconButton } from '@/ui/form/icon-button';
import { StatusDot } from '@/ui/feedback/status-dot';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { useSelection } from './patient-selection';
import { strings } from './strings';

interface RowActions {
  readonly onOrder: (patient: Patient) => void;
  /** Without it the calendar is left out. */
  readonly onBook?: ((patient: Patient) => void) | undefined;
}

/** The columns of the Authenticate section's table (SPEC §2). */
export function patientColumns({ onOrder, onBook }: RowActions): DataColumn<Patient>[] {
  return [
    {
      id: 'selected',
      header: <VisuallyHidden>{strings.columns.selected}</VisuallyHidden>,
      label: strings.columns.selected,
      width: '3.25rem',
      cell: (patient) => <SelectBox patient={patient} />,
    },
    {
      id: 'name',
      header: strings.columns.name,
      sortValue: (patient) => patient.patient_name,
      cell: (patient) => <span className="font-medium">{patient.patient_name}</span>,
    },
    {
      id: 'email',
      header: strings.columns.email,
      // As much as an address needs where there is room, and no more than a tablet has.
      width: 'clamp(12rem, 28cqi, 22rem)',
      sortValue: (patient) => patient.patient_email,
      cell: (patient) => <EmailAddress>{patient.patient_email}</EmailAddress>,
    },
    {
      id: 'status',
      header: strings.columns.status,
      width: '9.75rem',
      sortValue: (patient) => patient.authorized,
      cell: ({ authorized }) =>
        authorized === 1 ? (
          <StatusDot tone="green" label={strings.columns.authorized} />
        ) : (
          <StatusDot tone="red" label={strings.columns.notAuthorized} />
        ),
    },
    {
      id: 'actions',
      header: strings.columns.actions,
      width: '7.5rem',
      cell: (patient) => <Actions patient={patient} onOrder={onOrder} onBook={onBook} />,
    },
  ];
}

function SelectBox({ patient }: { patient: Patient }) {
  const selection = useSelection();
  return (
    <Checkbox
      aria-label={strings.columns.select(patient.patient_name)}
      checked={selection.selected.has(patient.patient_id)}
      disabled={selection.locked}
      onChange={() => selection.toggle(patient.patient_id)}
    />
  );
}

function Actions({ patient, onOrder, onBook }: RowActions & { patient: Patient }) {
  // The browser's own tooltip: one of ours for each icon would cost more than the rest of the row.
  return (
    <span className="-ms-2 flex gap-1 max-sm:ms-0">
      {onBook ? (
        <IconButton
          label={strings.columns.bookFor(patient.patient_name)}
          title={strings.columns.book}
          tooltip={false}
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          onClick={() => onBook(patient)}
        />
      ) : null}
      <IconButton
        label={strings.columns.orderFor(patient.patient_name)}
        title={strings.columns.order}
        tooltip={false}
        icon={<ShoppingCart aria-hidden="true" className="size-5" />}
        onClick={() => onOrder(patient)}
      />
    </span>
  );
}
