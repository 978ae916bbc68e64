import { AddressFields, type AddressFieldsProps } from '@/shared/address/address-fields';
import type { AddressFieldName } from './address';
import { eachAddressPart } from './address-search';
import { AddressSearchInput, type AddressSearchInputProps } from './address-search-input';

interface OwnAddressFieldsProps extends Pick<AddressFieldsProps, 'bind' | 'errors' | 'beforeLine2'> {
  /** What ties the street to its form, such as react-hook-form's controlled field. */
  street: Pick<AddressSearchInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'>;
  /** An address was chosen: called for each part of it that the form should take over. */
  onPart: (name: AddressFieldName, text: string) => void;
}

/** The fields of one's own address, whose street fills in the fields around it (SPEC §2, last paragraph). */
export function OwnAddressFields({ street, onPart, ...fields }: OwnAddressFieldsProps) {
  return (
    <AddressFields
      {...fields}
      autofill="own"
      street={
        <AddressSearchInput
          {...street}
          autoComplete="address-line1"
          onFound={(found) => eachAddressPart(found, onPart)}
        />
      }
    />
  );
}
