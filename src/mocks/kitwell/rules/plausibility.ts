import { HttpError } from '@kitwell/mock-engine/engine/backend';

/** Server-side checks beyond the schema. The client distinguishes the errors by the field they mention (§5). */

/** 7 to 15 digits (the E.164 maximum), with the usual punctuation. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^[\d\s()+.-]+$/.test(text) && digits >= 7 && digits <= 15;
}

const isUnitedStates = (country: string) =>
  /^(us|u\.s\.|usa|u\.s\.a\.|united states( of america)?)$/i.test(country);

/** In the USA five digits, or nine with a hyphen; any text for other countries. */
const isPostalCode = (text: string, country: string): boolean =>
  !isUnitedStates(country) || /^\d{5}(-\d{4})?$/.test(text);

/** @throws HttpError 400 that mentions the phone */
export function requirePhone(phone: string): void {
  if (!isPhone(phone)) throw new HttpError(400, 'Invalid phone number');
}

/** @throws HttpError 400 that mentions the postal code */
export function requirePostalCode(postalCode: string, country: string): void {
  if (!isPostalCode(postalCode, country)) throw new HttpError(400, 'Invalid postal code');
}
