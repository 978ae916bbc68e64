import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { addressLabel, useFocusedQuestion } from '@/app/form-draft';
import { patientAddress } from '@/domain/merge-record';
import { AddressButton } from '@/features/patients/address-cell';
import { addressLine } from '@/lib/address/address';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { usePhoneWarning } from '@/ui/form/phone-field';
import { fixed, strings } from '../strings';
import { addressOf, type PatientEditing, type RecordValues } from './use-edit-patient';

interface EditFieldProps {
  field: 'patient_name' | 'patient_email' | 'patient_phone' | 'patient_age';
  label: string;
  inputMode?: 'email' | 'tel' | 'numeric' | undefined;
  required?: boolean | undefined;
  editing: PatientEditing;
  className: string;
}

function EditField({
  field,
  label,
  inputMode,
  required = true,
  editing: { busy, questionOf },
  className,
}: EditFieldProps) {
  const { control, register, formState } = useFormContext<RecordValues>();
  const typed = useWatch({ control, name: field });
  const warning = usePhoneWarning(field === 'patient_phone' ? typed : '');
  return (
    <Field
      label={label}
      required={required}
      error={formState.errors[field]?.message}
      warning={warning}
      hint={questionOf(field)}
      className={className}
    >
      <TextInput inputMode={inputMode} readOnly={busy} className={compact} {...register(field)} />
    </Field>
  );
}

/** Controls as high as those of the list; on phones they stay large, so that browsers don't zoom in. */
const compact = 'min-h-10 px-2.5 py-1.5 @min-[34rem]/listing:text-sm';

interface EditAddressProps {
  editing: PatientEditing;
  onOpen: () => void;
}

/** The address of the edited row; it is changed in the address modal. */
function EditAddress({ editing: { busy, questionOf }, onOpen }: EditAddressProps) {
  const { control, formState } = useFormContext<RecordValues>();
  const record = useWatch({ control }) as RecordValues;
  const incomplete = Object.values(patientAddress).some((key) => formState.errors[key] !== undefined);
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1.5 @min-[34rem]/listing:col-span-3">
      {/* The button's name contains the label. */}
      <span aria-hidden="true" data-required="" className="field-label">
        {strings.edit.address}
      </span>
      <AddressButton
        name="address"
        label={strings.edit.address}
        address={addressLine(addressOf(record))}
        disabled={busy}
        aria-describedby={incomplete ? 'address-incomplete' : undefined}
        data-invalid={incomplete || undefined}
        onClick={onOpen}
        className={cx(compact, 'data-invalid:border-red!')}
      />
      {incomplete ? (
        <p id="address-incomplete" className="text-caption font-medium text-red">
          {strings.edit.addressIncomplete}
        </p>
      ) : null}
      <div className="contents">{questionOf('address', { toLabel: addressLabel })}</div>
    </div>
  );
}

interface EditPatientRowProps {
  editing: PatientEditing;
  onOpenAddress: () => void;
}

/**
 * The row being edited (§2 "Edit makes the row editable"): its fields, and Save and Cancel below them, where no
 * long value can push them out of sight.
 */
export function EditPatientRow({ editing, onOpenAddress }: EditPatientRowProps) {
  const { row, busy, problem, unknown, isStopped, save, cancel } = editing;
  useFailuresInPlace(['updatePatient']);
  const form = useRef<HTMLFormElement>(null);
  useFocusedQuestion(form, isStopped);
  return (
    <form
      ref={form}
      noValidate
      aria-label={strings.edit.form(row?.patient_name ?? '')}
      className="grid grid-cols-2 gap-3 @min-[34rem]/listing:grid-cols-6 @min-[60rem]/listing:grid-cols-12"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <EditField
        field="patient_name"
        label={strings.columns.name}
        editing={editing}
        className="col-span-2 @min-[34rem]/listing:col-span-3"
      />
      <EditField
        field="patient_email"
        label={strings.columns.email}
        inputMode="email"
        editing={editing}
        className="col-span-2 @min-[34rem]/listing:col-span-3"
      />
      <EditField
        field="patient_phone"
        label={strings.columns.phone}
        inputMode="tel"
        editing={editing}
        className="@max-[12rem]/listing:col-span-2 @min-[34rem]/listing:col-span-2"
      />
      <EditField
        field="patient_age"
        label={strings.columns.age}
        inputMode="numeric"
        required={false}
        editing={editing}
        className="@max-[12rem]/listing:col-span-2"
      />
      <EditAddress editing={editing} onOpen={onOpenAddress} />
      <div className="col-span-full flex flex-wrap items-center justify-end gap-2">
        <div className="me-auto">
          {problem === null ? null : (
            <p role="alert" className="text-caption font-medium text-red">
              {problem}
            </p>
          )}
          {unknown === null ? null : (
            <p role="status" className="text-caption">
              {unknown}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button variant="ghost" size="sm" disabled={busy} onClick={cancel}>
            {strings.edit.cancel}
          </Button>
          <Button type="submit" size="sm" busy={busy} busyLabel={fixed.edit.updating}>
            {fixed.edit.save}
          </Button>
        </div>
      </div>
    </form>
  );
}
