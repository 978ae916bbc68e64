import type { AddressFieldName } from '@/lib/address/address';
import { AddressFields } from '@/lib/address/address-fields';
import type { FoundAddress } from '@/lib/address/address-search';
import { AddressSearchBox } from '@/lib/address/address-search-input';
import { Dialog } from '@/ui/dialog/dialog';
import { Button } from '@/ui/form/button';
import type { TextInputProps } from '@/ui/form/text-input';
import { strings } from './strings';

export interface AddressDialogProps {
  open: boolean;
  /** Closes the modal and keeps the address. */
  onClose: () => void;
  /** Closes the modal and restores the address that it was opened with. */
  onCancel: () => void;
  /** Names the patient, for example by name or row number. */
  patient: string;
  bind: (name: AddressFieldName) => TextInputProps;
  /** An address was found by search, to be filled into the fields. */
  onFound: (found: FoundAddress) => void;
  errors?: Readonly<Partial<Record<AddressFieldName, { readonly message?: string | undefined }>>> | undefined;
}

/**
 * The address modal of both patient tabs (SPEC §2). It writes into the row while the user types, so closing loses
 * nothing; only Cancel does.
 */
export function AddressDialog({
  open,
  onClose,
  onCancel,
  patient,
  bind,
  onFound,
  errors,
}: AddressDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={strings.address.title}
      description={patient}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {strings.address.cancel}
          </Button>
          <Button onClick={onClose}>{strings.address.done}</Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <AddressFields
          bind={bind}
          errors={errors}
          autofill="off"
          search={<AddressSearchBox onFound={onFound} />}
        />
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
