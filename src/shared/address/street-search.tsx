import type { AddressFieldName } from './address';
import { eachAddressPart } from './address-search';
import { AddressSearchInput, type AddressSearchInputProps } from './address-search-input';

interface StreetSearchProps {
  /** What ties the street to its form, such as react-hook-form's controlled field. */
  field: Pick<AddressSearchInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'>;
  /** An address was chosen: called for each part of it that the form should take over. */
  onPart: (name: AddressFieldName, text: string) => void;
}

/** The street of one's own address, which fills in the fields around it (SPEC §2, last paragraph). */
export function StreetSearch({ field, onPart }: StreetSearchProps) {
  return (
    <AddressSearchInput
      {...field}
      autoComplete="address-line1"
      onFound={(found) => eachAddressPart(found, onPart)}
    />
  );
}
