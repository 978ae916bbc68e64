import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { PasswordRules } from './password-rules';
import { fixed, strings } from './strings';

interface NewPasswordFieldsProps {
  /** The password as typed so far, for the live list of rules. */
  password: string;
  passwordField: UseFormRegisterReturn;
  confirmField: UseFormRegisterReturn;
  passwordError: string | undefined;
  confirmError: string | undefined;
  passwordLabel?: string;
}

/** A new password, typed twice, with its rules ticked off live. */
export function NewPasswordFields({
  password,
  passwordField,
  confirmField,
  passwordError,
  confirmError,
  passwordLabel = strings.fields.password,
}: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={passwordLabel}
        required
        error={passwordError}
        hint={<PasswordRules password={password} />}
      >
        <PasswordInput autoComplete="new-password" {...passwordField} />
      </Field>
      <Field label={fixed.fields.confirm} required error={confirmError}>
        <PasswordInput autoComplete="new-password" {...confirmField} />
      </Field>
    </>
  );
}
