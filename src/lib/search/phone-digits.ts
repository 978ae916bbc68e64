/** Shorter queries would find half of a list. */
const fewestDigits = 3;

/** The digits of a phone number, however it is written. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** The country code of the US before a number, of which only the start may be typed if a sign or space makes it a code. */
const countryCode = /^(?:\+\s*1|001(?=\D)|(?:00)?1(?=\D*(?:\d\D*){10}$))/;

/**
 * Returns the digits by which a query finds phone numbers, without the country code that not every number is stored with.
 *
 * @returns null if the query is not a phone number or a part of one
 */
export function phoneQuery(query: string): string | null {
  const text = query.trim();
  if (!/^[\d\s()+./\p{Pd}]+$/u.test(text)) return null;
  const digits = digitsOf(text.replace(countryCode, ''));
  return digits.length < fewestDigits ? null : digits;
}
