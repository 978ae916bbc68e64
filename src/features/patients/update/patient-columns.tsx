import { Pencil } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Patient } from '@/contract';
import { AddressButton } from '@/features/patients/address-button';
import { addressLine } from '@/lib/address/address';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { usePhoneWarning } from '@/ui/form/phone-field';
import { TextInput } from '@/ui/form/text-input';
import { EmailAddress } from '@/ui/layout/email-address';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { addressKeys, addressOf } from './patient-record';
import { fixed, strings } from './strings';
import type { RecordValues } from './use-edit-patient';

interface EditCellProps {
  field: 'patient_name' | 'patient_email' | 'patient_phone' | 'patient_age';
  label: string;
  inputMode?: 'email' | 'tel' | 'numeric' | undefined;
  required?: boolean | undefined;
  busy: boolean;
}

/** An input instead of a value. */
function EditCell({ field, label, inputMode, required = true, busy }: EditCellProps) {
  const { control, register, formState } = useFormContext<RecordValues>();
  const typed = useWatch({ control, name: field });
  const warning = usePhoneWarning(field === 'patient_phone' ? typed : '');
  return (
    <Field
      label={label}
      hideLabel
      required={required}
      error={formState.errors[field]?.message}
      warning={warning}
      className="w-full text-left"
    >
      <TextInput
        autoComplete="off"
        placeholder={label}
        inputMode={inputMode}
        readOnly={busy}
        className="min-h-10 px-2.5 py-1.5 text-sm max-sm:text-base"
        {...register(field)}
      />
    </Field>
  );
}

interface EditAddressCellProps {
  busy: boolean;
  onOpen: () => void;
}

/** The address of the edited row; it is changed in the address modal. */
function EditAddressCell({ busy, onOpen }: EditAddressCellProps) {
  const { control, formState } = useFormContext<RecordValues>();
  const record = useWatch({ control }) as RecordValues;
  const address = addressLine(addressOf(record));
  const incomplete = Object.values(addressKeys).some((key) => formState.errors[key] !== undefined);
  return (
    <div className="w-full min-w-0 text-left">
      <AddressButton
        label={strings.edit.address}
        address={address}
        disabled={busy}
        aria-describedby={incomplete ? 'address-incomplete' : undefined}
        data-invalid={incomplete || undefined}
        onClick={onOpen}
        className="min-h-10 px-2.5 py-1.5 text-sm data-invalid:border-red!"
      />
      {incomplete ? (
        <p id="address-incomplete" className="mt-1.5 text-caption font-medium text-red">
          {strings.edit.addressIncomplete}
        </p>
      ) : null}
    </div>
  );
}

interface EditActionsProps {
  busy: boolean;
  problem: string | null;
  unknown: string | null;
  onCancel: () => void;
}

/** Save and Cancel, why the last save failed, and that it may have succeeded anyway. */
function EditActions({ busy, problem, unknown, onCancel }: EditActionsProps) {
  return (
    <div className="flex flex-col gap-2 max-sm:w-full">
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={busy} busyLabel={fixed.edit.updating} className="max-sm:flex-1">
          {fixed.edit.save}
        </Button>
        <Button variant="ghost" size="sm" disabled={busy} onClick={onCancel} className="max-sm:flex-1">
          {strings.edit.cancel}
        </Button>
      </div>
      {problem === null ? null : (
        <p role="alert" className="max-w-56 text-left text-caption font-medium text-red">
          {problem}
        </p>
      )}
      {unknown === null ? null : (
        <p role="status" className="max-w-56 text-left text-caption">
          {unknown}
        </p>
      )}
    </div>
  );
}

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
