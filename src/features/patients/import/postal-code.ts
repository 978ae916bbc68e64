import * as strings from './strings';

type PostalCodeReading = { readonly text: string; readonly warning?: string };

const unitedStates = new Set(['', 'us', 'usa', 'unitedstates', 'unitedstatesofamerica']);
const zipCode = /^\d{5}(-\d{4})?$/;

function isUnitedStates(country: string): boolean {
  return unitedStates.has(country.toLowerCase().replace(/[^a-z]/g, ''));
}

/**
 * A US ZIP code that a spreadsheet kept as a number has lost its leading zeros: 2139 is 02139, and 21391234 is
 * 02139-1234. Codes of other countries are left as they are.
 */
export function readPostalCode(typed: string, country: string): PostalCodeReading {
  if (typed === '' || !isUnitedStates(country) || zipCode.test(typed)) return { text: typed };
  if (/^\d{3,4}$/.test(typed)) {
    const text = typed.padStart(5, '0');
    return { text, warning: strings.zerosMissing(typed, text) };
  }
  if (/^\d{7,9}$/.test(typed)) {
    const digits = typed.padStart(9, '0');
    const text = `${digits.slice(0, 5)}-${digits.slice(5)}`;
    return digits === typed ? { text } : { text, warning: strings.zerosMissing(typed, text) };
  }
  return { text: typed, warning: strings.notAZipCode };
}
