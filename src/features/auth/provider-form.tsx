import { useController, useForm } from 'react-hook-form';
import { type ProviderSignup, providerPhoneMaxLength, providerSignup } from '@/contract';
import * as z from '@/contract/zod';
import { missing as addressMissing } from '@/lib/address/strings';
import { OwnAddressFields } from '@/ui/form/address-fields';
import { Field, TextInput } from '@/ui/form/field';
import { ErrorSummary, formResolver, useErrorSummary } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { useFirstFieldFocus } from '@/ui/layout/focus';
import { NewPasswordFields, newPasswordShape, passwordsMatch } from './new-password-fields';
import { agreedTerms, SignUpEnd, type SignUpFormProps, useRejectedField, useTyped } from './sign-up-form';
import { strings } from './strings';

const form = z.extend(providerSignup, { ...newPasswordShape, terms: agreedTerms }).check(passwordsMatch());

const missing = { ...strings.provider.missing, ...addressMissing.own };

/** Register as Provider (§2). */
export function ProviderForm({
  storedInput,
  busy,
  onTyped,
  onSubmit,
  rejected,
}: SignUpFormProps<ProviderSignup, 'email' | 'phoneNumber' | 'postalCode'>) {
  const methods = useForm({
    // Validated on submit: a message that appears on blur would move the button away from the pointer.
    resolver: formResolver(form, missing),
    shouldFocusError: false,
    // Fields without a default value keep what was typed before hydration. Passwords are never stored.
    defaultValues: { street: '', terms: false, ...storedInput },
  });
  const { register, handleSubmit, formState, watch, setValue, subscribe, control } = methods;
  useTyped(subscribe, onTyped);
  useRejectedField(rejected, methods);
  const { field: street } = useController({ control, name: 'street' });
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  useFirstFieldFocus(formElement);
  const submit = handleSubmit(({ confirmPassword: _, terms: __, ...signup }) => onSubmit(signup));
  return (
    <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5">
      <ErrorSummary {...errorSummary} />
      <Field label={strings.both.email} required error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register('email')} />
      </Field>
      <PhoneField
        label={strings.provider.phone}
        typed={watch('phoneNumber', '')}
        error={errors.phoneNumber?.message}
        placeholder={strings.provider.phoneHint}
        maxLength={providerPhoneMaxLength}
        autoComplete="tel"
        {...register('phoneNumber')}
      />
      <NewPasswordFields register={register} watch={watch} errors={errors} />
      <Field label={strings.provider.name} required error={errors.clinicName?.message}>
        <TextInput autoComplete="organization" {...register('clinicName')} />
      </Field>
      <OwnAddressFields
        autofill
        bind={register}
        errors={errors}
        street={street}
        onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
      />
      <SignUpEnd watch={watch} setValue={setValue} errors={errors} busy={busy} />
    </form>
  );
}
