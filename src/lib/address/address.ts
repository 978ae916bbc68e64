import * as strings from './strings';

/** The parts of a postal address, with the names shared by sign-up, lab, clinic and patient payloads (§3). */
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

/** The form label of each part (§2). */
export const addressLabels: Readonly<Record<AddressFieldName, string>> = {
  street: strings.street,
  city: strings.city,
  postalCode: strings.postalCode,
  state: strings.state,
  country: strings.country,
  addressLine2: strings.addressLine2,
};

/** Every part except Address Line 2 is required (§5). */
export const isAddressFieldRequired = (name: AddressFieldName): boolean => name !== 'addressLine2';

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether the street holds a formatted address, as records of other programs may: city, state
 * and postal code follow its first comma.
 */
function isFormatted({ street, city, state, postalCode }: Address): boolean {
  const afterStreet = new Set(wordsOf(street.slice(street.indexOf(',') + 1)));
  // Of "02108-1234" an address may have the first part only.
  const [postal = ''] = wordsOf(postalCode);
  const parts = [...wordsOf(city), ...wordsOf(state), postal];
  return street.includes(',') && postal !== '' && parts.every((part) => afterStreet.has(part));
}

/** The non-empty parts on one line, each of them once; an empty string for an empty address. */
export function addressLine(address: Address): string {
  const { street, addressLine2, city, state, postalCode, country } = address;
  const region = [state, postalCode].map((part) => part.trim()).filter(Boolean);
  const rest = isFormatted(address) ? [] : [city, region.join(' '), country];
  return [street, addressLine2, ...rest]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
