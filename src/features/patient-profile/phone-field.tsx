import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/ui/form/field';
import { PhoneInput } from '@/ui/form/text-input';
import { usePhoneHint } from './phone-hint';
import { strings } from './strings';

interface PhoneFieldProps {
  bind: UseFormRegisterReturn;
  value: string;
  error: string | undefined;
}

/** Phone, asked with a country code (SPEC §5): says how the number reads, and refuses nothing. */
export function PhoneField({ bind, value, error }: PhoneFieldProps) {
  return (
    <Field label={strings.form.phone} required error={error} hint={usePhoneHint(value)}>
      <PhoneInput {...bind} />
    </Field>
  );
}
