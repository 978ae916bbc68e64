import { Pencil } from 'lucide-react';
import type { Patient } from '@/contract';
import { patientListColumns } from '@/features/api/use-patient-table';
import { addressLine } from '@/lib/address/address';
import { Button } from '@/ui/form/button';
import { EmailAddress, VisuallyHidden } from '@/ui/layout/content';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { addressOf } from './patient-record';
import { fixed, strings } from './strings';
import { useIsSaving } from './use-edit-patient';

interface EditButtonProps {
  patient: Patient;
  onEdit: (patient: Patient) => void;
}

function EditButton({ patient, onEdit }: EditButtonProps) {
  const saving = useIsSaving();
  return (
    <Button
      variant="secondary"
      size="sm"
      data-edit={patient.id}
      aria-label={strings.columns.editOne(patient.patient_name)}
      disabled={saving}
      icon={<Pencil aria-hidden="true" className="size-4" />}
      className="@max-[60rem]/listing:px-2"
      onClick={() => onEdit(patient)}
    >
      <span className="@max-[60rem]/listing:sr-only">{fixed.columns.edit}</span>
    </Button>
  );
}

/** The columns of Update Patients (SPEC §2): SNO, name, phone, age, address, Edit. */
export function patientColumns(onEdit: EditButtonProps['onEdit']): DataColumn<Patient>[] {
  return [
    patientListColumns.sno,
    {
      ...patientListColumns.name,
      width: '29%',
      cell: ({ patient_name, patient_email }) => (
        <>
          <span title={patient_name} className="block truncate font-medium">
            {patient_name}
          </span>
          <span title={patient_email} className="listing-note block truncate">
            <EmailAddress>{patient_email}</EmailAddress>
          </span>
        </>
      ),
    },
    { ...patientListColumns.phone, width: 'clamp(8.75rem, 14cqi, 10rem)' },
    {
      id: 'age',
      header: strings.columns.age,
      width: '4.25rem',
      card: 'more',
      sortValue: ({ patient_age }) => patient_age,
      cell: ({ patient_age }) => patient_age,
    },
    {
      id: 'address',
      header: strings.columns.address,
      card: 'text',
      cell: (patient) => {
        const address = addressLine(addressOf(patient));
        return (
          <span title={address} className="listing-text listing-note">
            {address}
          </span>
        );
      },
    },
    {
      id: 'edit',
      header: <VisuallyHidden>{fixed.columns.edit}</VisuallyHidden>,
      // The icon alone where there is no room for the word.
      width: 'clamp(3.5rem, 100cqi - 52rem, 7rem)',
      card: 'end',
      cell: (patient) => <EditButton patient={patient} onEdit={onEdit} />,
    },
  ];
}
