import type { FocusEvent, ReactNode, SyntheticEvent } from 'react';
import { dialledPhone, dialledSoFar } from '@/contract/clean-text';
import { lazyModule, useLazyModule } from '@/lib/lazy';
import { announce } from '@/ui/feedback/announce';
import * as strings from '@/ui/strings';
import { Field, retype, TextInput, type TextInputProps } from './field';

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

interface PhoneFieldProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'value' | 'clean'> {
  label: string;
  /** The text in the field. The input itself is uncontrolled, as react-hook-form needs it. */
  typed: string;
  error: string | undefined;
  hint?: ReactNode | undefined;
  /** A limit that counts neither spaces nor punctuation: the field removes them while the user types. */
  maxLength?: number | undefined;
}

type Handlers = Pick<TextInputProps, 'onChange' | 'onPaste' | 'clean' | 'maxLength'>;

/** The input's props that make it keep the limit. The caret stays behind the same digit. */
function withinLimit(maxLength: number, onChange: TextInputProps['onChange']): Handlers {
  const show = (event: SyntheticEvent<HTMLInputElement>, number: string, before: string, after: string) => {
    retype(event, number.slice(0, maxLength), onChange);
    const caret = after === '' ? number.length : dialledPhone(before).length;
    event.currentTarget.setSelectionRange(caret, caret);
  };
  return {
    maxLength,
    clean: dialledPhone,
    onChange: (event) => {
      const [before, after] = aroundCaret(event.currentTarget);
      const number = dialledSoFar(before + after);
      if (number === before + after) onChange?.(event);
      else show(event, number, before, after);
    },
    // The browser would cut "+1 (212) 555-0123" at the limit before it is cleaned.
    onPaste: (event) => {
      event.preventDefault();
      const [start, after] = aroundCaret(event.currentTarget);
      const before = start + event.clipboardData.getData('text');
      show(event, dialledPhone(before + after), before, after);
    },
  };
}

/** Returns the text before and behind the selection. */
const aroundCaret = ({ value, selectionStart, selectionEnd }: HTMLInputElement): [string, string] => [
  value.slice(0, selectionStart ?? value.length),
  value.slice(selectionEnd ?? value.length),
];

/** A required phone number, with a warning if it can't be one. */
export function PhoneField({
  label,
  typed,
  error,
  hint,
  onBlur,
  onChange,
  maxLength,
  ...input
}: PhoneFieldProps) {
  const warning = usePhoneWarning(typed);
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    if (warning !== undefined) announce(warning);
  };
  const handlers = maxLength === undefined ? { onChange } : withinLimit(maxLength, onChange);
  return (
    <Field label={label} required error={error} warning={warning} hint={hint}>
      <TextInput {...input} {...handlers} onBlur={blur} type="tel" inputMode="tel" />
    </Field>
  );
}
