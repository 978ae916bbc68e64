import * as strings from './strings';

/** The parts of a postal address, with the names shared by sign-up, lab, clinic and patient payloads (SPEC §3). */
export const addressFieldNames = [
  'street',
  'city',
  'postalCode',
  'state',
  'country',
  'addressLine2',
] as const;

export type AddressFieldName = (typeof addressFieldNames)[number];
export type Address = Readonly<Record<AddressFieldName, string>>;

/** The form label of each part (SPEC §2). */
export const addressLabels: Readonly<Record<AddressFieldName, string>> = {
  street: strings.street,
  city: strings.city,
  postalCode: strings.postalCode,
  state: strings.state,
  country: strings.country,
  addressLine2: strings.addressLine2,
};

/** Every part except Address Line 2 is required (SPEC §5). */
export const isAddressFieldRequired = (name: AddressFieldName): boolean => name !== 'addressLine2';

/** The non-empty parts on one line; an empty string for an empty address. */
export function addressLine({ street, addressLine2, city, state, postalCode, country }: Address): string {
  const region = [state, postalCode].map((part) => part.trim()).filter(Boolean);
  return [street, addressLine2, city, region.join(' '), country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
