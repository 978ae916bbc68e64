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
 * The street line of a street that holds a formatted address, as older records may: "12 Elm Street" of "12 Elm Street,
 * Boston, MA 02108, USA". The other fields may have been corrected since.
 */
function streetLine({ street, city, state, postalCode }: Address): string {
  const parts = street.split(',').map((part) => part.trim());
  const region = parts.findIndex((part) => {
    const [, name, zip] = /^(.+) (\d{5}(?:-\d{4})?)$/.exec(part) ?? [];
    return (
      zip !== undefined &&
      (/^[A-Z]{2}$/.test(name ?? '') || wordsOf(name ?? '').join() === wordsOf(state).join())
    );
  });
  const isComplete = [city, state, postalCode].every((part) => part.trim() !== '');
  return isComplete && region >= 2 && region >= parts.length - 2
    ? parts.slice(0, region - 1).join(', ')
    : street;
}

/** The non-empty parts on one line, each of them once; an empty string for an empty address. */
export function addressLine(address: Address): string {
  const { addressLine2, city, state, postalCode, country } = address;
  const region = [state, postalCode].map((part) => part.trim()).filter(Boolean);
  return [streetLine(address), addressLine2, city, region.join(' '), country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
