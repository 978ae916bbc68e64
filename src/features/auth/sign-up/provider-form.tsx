import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import { providerPhoneMaxLength, providerSignup, type ProviderSignup, type SignUpProgress } from '@/contract';
import * as z from '@/contract/zod';
import { OwnAddressFields } from '@/lib/address/address-fields';
import { Field } from '@/ui/form/field';
import { PhoneInput, TextInput } from '@/ui/form/text-input';
import { useFirstInvalidFocus } from '@/ui/form/use-first-invalid-focus';
import { newPasswordShape, passwordsMatch } from '../new-password/new-password';
import { NewPasswordFields } from '../new-password/new-password-fields';
import { pastedPhone } from './pasted-phone';
import { SignUpEnd } from './sign-up-end';
import { agreedTerms, type SignUpFormProps } from './sign-up-form';
import { strings } from './strings';
import { useTyped } from './use-typed';

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
