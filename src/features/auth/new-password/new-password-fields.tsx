import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { PasswordRules } from './password-rules';
import { fixed, strings } from './strings';

/** What the fields need of the form around them, as `useForm` gives it for a form of `newPasswordShape`. */
interface NewPasswordFieldsProps {
  register(
    name: 'password' | 'confirmPassword',
    options?: { deps: 'confirmPassword' },
  ): UseFormRegisterReturn;
  watch(name: 'password'): string;
  errors: Readonly<Partial<Record<'password' | 'confirmPassword', FieldError>>>;
  passwordLabel?: string;
}

/** A new password, typed twice, with its rules ticked off live. */
export function NewPasswordFields({
  register,
  watch,
  errors,
  passwordLabel = strings.fields.password,
}: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={passwordLabel}
        required
        error={errors.password?.message}
        hint={<PasswordRules password={watch('password')} />}
      >
        <PasswordInput autoComplete="new-password" {...register('password', { deps: 'confirmPassword' })} />
      </Field>
      <Field label={fixed.fields.confirm} required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
    </>
  );
}
