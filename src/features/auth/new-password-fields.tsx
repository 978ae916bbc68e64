import { Check, Circle } from 'lucide-react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { newPassword, passwordRules, validationMessages } from '@/contract';
import * as z from '@/contract/zod';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { VisuallyHidden } from '@/ui/layout/content';
import { fixed, strings } from './strings';

/** The two password fields of a form that sets one (§5). */
export const newPasswordShape = { password: newPassword, confirmPassword: z.string() };

/** Rejects a form whose two passwords differ, with the error on the second field. */
export const passwordsMatch = <Values extends { password: string; confirmPassword: string }>() =>
  z.refine<Values>(({ password, confirmPassword }) => password === confirmPassword, {
    error: validationMessages.passwordMismatch,
    path: ['confirmPassword'],
  });

/** The password's rules, checked off while it is typed (§5). */
function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label={strings.passwordRules.title} className="grid gap-1 text-caption">
      {passwordRules.map(({ message, holds }) => {
        const met = holds(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={message} className={met ? 'flex gap-2 text-green' : 'flex gap-2 text-ink-2'}>
            <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span>{message}</span>
            <VisuallyHidden>{met ? strings.passwordRules.met : strings.passwordRules.notMet}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}

/** What the fields need from the surrounding form, as `useForm` returns it for `newPasswordShape`. */
interface NewPasswordFieldsProps {
  register(
    name: 'password' | 'confirmPassword',
    options?: { deps: 'confirmPassword' },
  ): UseFormRegisterReturn;
  watch(name: 'password', initially: string): string;
  errors: Readonly<Partial<Record<'password' | 'confirmPassword', FieldError>>>;
  passwordLabel?: string;
}

/** A new password, typed twice, with its rules checked off live. */
export function NewPasswordFields({
  register,
  watch,
  errors,
  passwordLabel = strings.newPassword.password,
}: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={passwordLabel}
        required
        error={errors.password?.message}
        hint={<PasswordRules password={watch('password', '')} />}
      >
        <PasswordInput autoComplete="new-password" {...register('password', { deps: 'confirmPassword' })} />
      </Field>
      <Field label={fixed.newPassword.confirm} required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
    </>
  );
}
