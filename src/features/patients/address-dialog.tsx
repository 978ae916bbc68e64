import type { AddressFieldName } from '@/lib/address/address';
import type { FullAddress } from '@/lib/address/address-search';
import { Dialog } from '@/ui/dialog/dialog';
import { AddressFields, AddressSearchBox } from '@/ui/form/address-fields';
import { Button } from '@/ui/form/button';
import type { TextInputProps } from '@/ui/form/field';
import { ErrorSummary, useErrorSummary } from '@/ui/form/form-errors';
import { strings } from './strings';

interface AddressFormProps {
  /** Closes the modal and keeps the address. */
  onClose: () => void;
  bind: (name: AddressFieldName) => TextInputProps;
  /** An address was found by search, to be filled into the fields. */
  onPick: (address: FullAddress) => void;
  errors?: Readonly<Partial<Record<AddressFieldName, { readonly message?: string | undefined }>>> | undefined;
}

/** The fields with their search. What an earlier save rejected is listed from the start. */
function AddressForm({ onClose, bind, onPick, errors }: AddressFormProps) {
  const { formElement, errorSummary } = useErrorSummary(1);
  return (
    <form
      ref={formElement}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <ErrorSummary {...errorSummary} />
      <AddressFields bind={bind} errors={errors} search={<AddressSearchBox onPick={onPick} />} />
      <button type="submit" hidden tabIndex={-1} />
    </form>
  );
}

interface AddressDialogProps extends AddressFormProps {
  open: boolean;
  /** Closes the modal and restores the address that it was opened with. */
  onCancel: () => void;
  /** Names the patient, for example by name or row number. */
  patient: string;
}

/**
 * The address modal of both patient tabs (§2). It writes into the row while the user types, so closing loses
 * nothing; only Cancel does.
 */
export function AddressDialog({ open, patient, onCancel, ...form }: AddressDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) form.onClose();
      }}
      title={strings.address.title}
      description={patient}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {strings.address.cancel}
          </Button>
          <Button onClick={form.onClose}>{strings.address.done}</Button>
        </>
      }
    >
      <AddressForm {...form} />
    </Dialog>
  );
}
