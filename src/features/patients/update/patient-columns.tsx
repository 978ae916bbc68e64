import { Pencil } from 'lucide-react';
import type { Patient } from '@/contract';
import { addressLine } from '@/lib/address/address';
import { Button } from '@/ui/form/button';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { EmailAddress } from '@/ui/layout/email-address';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { EditActions, EditAddressCell, EditCell } from './edit-cells';
import { addressOf } from './patient-record';
import { fixed, strings } from './strings';

interface RowEditing {
  readonly editedId: Patient['id'] | null;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly unknown: string | null;
  readonly onEdit: (patient: Patient) => void;
  readonly onCancel: () => void;
  readonly onOpenAddress: () => void;
}

/** The columns of Update Patients (SPEC §2): SNO, name, phone, age, address, Edit. */
export function patientColumns(editing: RowEditing): DataColumn<Patient>[] {
  const { editedId, busy, problem, unknown, onEdit, onCancel, onOpenAddress } = editing;
  return [
    {
      id: 'sno',
      header: fixed.columns.sno,
      width: '4.5rem',
      condensed: 'col-span-1',
      cell: (_, index) => index + 1,
    },
    {
      id: 'name',
      header: strings.columns.name,
      condensed: 'col-span-5',
      sortValue: ({ patient_name }) => patient_name,
      cell: (patient) =>
        patient.id === editedId ? (
          <div className="flex w-full min-w-0 flex-col @min-[46rem]/listing:min-w-48 gap-2">
            <EditCell field="patient_name" label={strings.columns.name} busy={busy} />
            <EditCell field="patient_email" label={strings.columns.email} inputMode="email" busy={busy} />
          </div>
        ) : (
          <span className="block min-w-0">
            <span className="block font-medium">{patient.patient_name}</span>
            <span className="block text-caption">
              <EmailAddress>{patient.patient_email}</EmailAddress>
            </span>
          </span>
        ),
    },
    {
      id: 'phone',
      header: strings.columns.phone,
      width: '11rem',
      condensed: 'col-span-4',
      sortValue: ({ patient_phone }) => patient_phone,
      cell: (patient) =>
        patient.id === editedId ? (
          <EditCell field="patient_phone" label={strings.columns.phone} inputMode="tel" busy={busy} />
        ) : (
          <span className="whitespace-nowrap">{patient.patient_phone}</span>
        ),
    },
    {
      id: 'age',
      header: strings.columns.age,
      width: '5.5rem',
      condensed: 'col-span-2',
      sortValue: ({ patient_age }) => patient_age,
      cell: (patient) =>
        patient.id === editedId ? (
          <EditCell
            field="patient_age"
            label={strings.columns.age}
            inputMode="numeric"
            required={false}
            busy={busy}
          />
        ) : (
          patient.patient_age
        ),
    },
    {
      id: 'address',
      header: strings.columns.address,
      condensed: 'col-start-2 col-span-7',
      cell: (patient) =>
        patient.id === editedId ? (
          <EditAddressCell busy={busy} onOpen={onOpenAddress} />
        ) : (
          <span className="min-w-0">{addressLine(addressOf(patient))}</span>
        ),
    },
    {
      id: 'edit',
      header: <VisuallyHidden>{fixed.columns.edit}</VisuallyHidden>,
      width: '9rem',
      condensed: 'col-span-4',
      cell: (patient) =>
        patient.id === editedId ? (
          <EditActions busy={busy} problem={problem} unknown={unknown} onCancel={onCancel} />
        ) : (
          <Button
            variant="secondary"
            size="sm"
            data-edit={patient.id}
            aria-label={strings.columns.editOne(patient.patient_name)}
            disabled={busy}
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => onEdit(patient)}
          >
            {fixed.columns.edit}
          </Button>
        ),
    },
  ];
}
