import { useFormContext, useWatch } from 'react-hook-form';
import { addressLine } from '@/lib/address/address';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { AddressButton } from '../address-button';
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

/** An input in place of a value. */
export function EditCell({ field, label, inputMode, required = true, busy }: EditCellProps) {
  const { register, formState } = useFormContext<RecordValues>();
  return (
    <Field
      label={label}
      hideLabel
      required={required}
      error={formState.errors[field]?.message}
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

/** The address of the row in edit; it is changed in the address modal. */
export function EditAddressCell({ busy, onOpen }: EditAddressCellProps) {
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

/** Save and Cancel, why the last Save did not work, and that it may have worked all the same. */
export function EditActions({ busy, problem, unknown, onCancel }: EditActionsProps) {
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
