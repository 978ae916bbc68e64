import type { FocusEvent, ReactNode } from 'react';
import { lazyModule, useLazyModule } from '@/lib/lazy';
import { announce } from '@/ui/feedback/announce';
import * as strings from '@/ui/strings';
import { Field, TextInput, type TextInputProps } from './field';

/** libphonenumber with its small metadata: it knows how long a number can be, not whether it is in use. */
export const phoneLibrary = lazyModule(() => import('libphonenumber-js/min'));

/**
 * Fetches libphonenumber once something is typed.
 *
 * @returns undefined until it is there, or if it can't be fetched
 */
export const usePhoneLibrary = (typed: string) =>
  useLazyModule(phoneLibrary, typed.trim() !== '', () => undefined);

/**
 * Returns a warning about a text that can't be a phone number, such as "12". A number without a country code is read as
 * one of the USA. Nothing is blocked: the server decides what it accepts.
 */
export function usePhoneWarning(typed: string): string | undefined {
  const library = usePhoneLibrary(typed);
  if (library === undefined || typed.trim() === '') return undefined;
  const isPossible = library.parsePhoneNumberFromString(typed, 'US')?.isPossible() ?? false;
  return isPossible ? undefined : strings.doubtfulPhone;
}

interface PhoneFieldProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'value'> {
  label: string;
  /** The text in the field. The input itself is uncontrolled, as react-hook-form needs it. */
  typed: string;
  error: string | undefined;
  hint?: ReactNode | undefined;
}

/** A required phone number, with a warning if it can't be one. It does not change the input; the form normalizes it. */
export function PhoneField({ label, typed, error, hint, onBlur, ...input }: PhoneFieldProps) {
  const warning = usePhoneWarning(typed);
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    if (warning !== undefined) announce(warning);
  };
  return (
    <Field label={label} required error={error} warning={warning} hint={hint}>
      <TextInput {...input} onBlur={blur} type="tel" inputMode="tel" />
    </Field>
  );
}
