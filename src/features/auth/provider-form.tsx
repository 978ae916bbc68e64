import { zodResolver } from '@hookform/resolvers/zod';
import type { ClipboardEvent } from 'react';
import { useController, useForm } from 'react-hook-form';
import { type ProviderSignup, providerPhoneMaxLength, providerSignup, type SignUpProgress } from '@/contract';
import * as z from '@/contract/zod';
import { OwnAddressFields } from '@/lib/address/address-fields';
import { Field } from '@/ui/form/field';
import { PhoneInput, TextInput } from '@/ui/form/text-input';
import { useFirstInvalidFocus } from '@/ui/form/use-first-invalid-focus';
import { NewPasswordFields, newPasswordShape, passwordsMatch } from './new-password-fields';
import { strings } from './sign-up.strings';
import { agreedTerms, SignUpEnd, type SignUpFormProps, useTyped } from './sign-up-form';

/** A phone number without spaces and punctuation; a leading plus stays. */
function cleanPhone(typed: string): string {
  const plus = typed.trimStart().startsWith('+') ? '+' : '';
  return plus + typed.replace(/\D/g, '');
}

/**
 * Takes over a paste into a phone field: the browser would cut "+1 (212) 555-0123" at the field's limit before the
 * punctuation is gone (SPEC-NOTES).
 *
 * @returns what the field holds afterwards, at most 15 characters
 */
function pastedPhone(event: ClipboardEvent<HTMLInputElement>): string {
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  return cleanPhone(before + event.clipboardData.getData('text') + after).slice(0, providerPhoneMaxLength);
}

const form = z.extend(providerSignup, { ...newPasswordShape, terms: agreedTerms }).check(passwordsMatch());
type ProviderForm = z.input<typeof form>;

/** Register as Provider (SPEC §2). */
export function ProviderForm({ typedBefore, busy, onTyped, onSubmit }: SignUpFormProps<ProviderSignup>) {
  const { register, handleSubmit, formState, watch, setValue, subscribe, control } = useForm({
    // Checked on sending: a message that appears as the field is left moves the button away from under the pointer.
    resolver: zodResolver(form),
    shouldFocusError: false,
    defaultValues: formOf(typedBefore),
  });
  useTyped(subscribe, onTyped);
  const { field: street } = useController({ control, name: 'street' });
  const { errors } = formState;
  const formElement = useFirstInvalidFocus(formState.submitCount);
  const submit = handleSubmit(({ confirmPassword: _, terms: __, ...signup }) => onSubmit(signup));
  return (
    <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5">
      <Field label={strings.both.email} required error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label={strings.provider.phone} required error={errors.phoneNumber?.message}>
        <PhoneInput
          placeholder={strings.provider.phoneHint}
          maxLength={providerPhoneMaxLength}
          onPaste={(event) => setValue('phoneNumber', pastedPhone(event), { shouldValidate: true })}
          {...register('phoneNumber')}
        />
      </Field>
      <NewPasswordFields register={register} watch={watch} errors={errors} />
      <Field label={strings.provider.name} required error={errors.clinicName?.message}>
        <TextInput autoComplete="organization" {...register('clinicName')} />
      </Field>
      <OwnAddressFields
        bind={register}
        errors={errors}
        street={street}
        onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
      />
      <SignUpEnd watch={watch} setValue={setValue} errors={errors} busy={busy} />
    </form>
  );
}

/** What was typed before a reload; passwords are never kept. */
const formOf = (typed: SignUpProgress['values']): ProviderForm => ({
  email: typed.email ?? '',
  phoneNumber: typed.phoneNumber ?? '',
  password: '',
  confirmPassword: '',
  clinicName: typed.clinicName ?? '',
  street: typed.street ?? '',
  city: typed.city ?? '',
  postalCode: typed.postalCode ?? '',
  state: typed.state ?? '',
  country: typed.country ?? '',
  addressLine2: typed.addressLine2 ?? '',
  terms: false,
});
