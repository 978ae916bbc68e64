import { useEffect, useState } from 'react';
import { isBlank } from '@/contract';
import { strings } from './strings';

type PhoneLibrary = typeof import('libphonenumber-js/min');

/** What can be said about a phone number while it is typed. It is a hint: the server decides what it accepts. */
export function usePhoneHint(typed: string): string {
  const [library, setLibrary] = useState<PhoneLibrary | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without the library the hint stays general, and nothing else depends on it.
    import('libphonenumber-js/min').then(
      (loaded) => wanted && setLibrary(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return library === null || isBlank(typed) ? strings.phone.askForCode : hintFor(typed, library);
}

function hintFor(typed: string, { parsePhoneNumberFromString }: PhoneLibrary): string {
  if (!typed.trim().startsWith('+')) return strings.phone.startWithCode;
  const number = parsePhoneNumberFromString(typed);
  if (number === undefined || !number.isPossible()) return strings.phone.incomplete;
  const international = number.formatInternational();
  return number.country === undefined ? international : `${international}, ${countryName(number.country)}`;
}

const countryName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
