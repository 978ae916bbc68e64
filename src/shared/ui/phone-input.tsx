import { TextInput, type TextInputProps } from '@/shared/ui/text-input';

/** A telephone field. It changes nothing that is typed; cleaning a number is the form's business. */
export function PhoneInput(props: Omit<TextInputProps, 'type' | 'inputMode'>) {
  return <TextInput autoComplete="tel" {...props} type="tel" inputMode="tel" />;
}
