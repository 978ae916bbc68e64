import { useForm } from 'react-hook-form';
import {
  defaultInsuranceOption,
  noClinicId,
  type PatientSignup,
  patientSignup,
  requiredText,
  type SignUpProgress,
} from '@/contract';
import * as z from '@/contract/zod';
import { Field, TextInput } from '@/ui/form/field';
import { ErrorSummary, formResolver, useErrorSummary } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { ClinicChoice, ClinicRequestDialog, useClinicRequest } from './clinic-request';
import { NewPasswordFields, newPasswordShape, passwordsMatch } from './new-password-fields';
import {
  agreedTerms,
  rejectedIn,
  SignUpEnd,
  type SignUpFormProps,
  useRejectedField,
  useTyped,
} from './sign-up-form';
import { strings } from './strings';

const form = z
  .extend(z.omit(patientSignup, { clinicId: true, insuranceOption: true }), {
    ...newPasswordShape,
    clinicId: requiredText,
    terms: agreedTerms,
  })
  .check(passwordsMatch());
type PatientForm = z.input<typeof form>;

const names = { email: 'email', phone: 'phone' } as const;

const missing = { ...strings.patient.missing, clinicId: strings.clinicChoice.missing };

/** Register as Patient (SPEC §2). */
export function PatientForm({
  storedInput,
  busy,
  onTyped,
  onSubmit,
  rejected,
}: SignUpFormProps<PatientSignup>) {
  const methods = useForm({
    resolver: formResolver(form, missing),
    shouldFocusError: false,
    defaultValues: formOf(storedInput),
  });
  const { register, handleSubmit, formState, watch, setValue, subscribe } = methods;
  useTyped(subscribe, onTyped);
  const rejection = useRejectedField(rejectedIn(names, rejected), methods);
  const chooseClinic = (clinicId: string) => setValue('clinicId', clinicId, { shouldValidate: true });
  const clinicRequest = useClinicRequest(() => chooseClinic(noClinicId));
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  const submit = handleSubmit(({ confirmPassword: _, terms: __, clinicId, ...signup }) =>
    onSubmit(patientSignup.parse({ ...signup, clinicId, insuranceOption: defaultInsuranceOption })),
  );
  return (
    <>
      <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5">
        <ErrorSummary {...errorSummary} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={strings.patient.firstName} required error={errors.firstName?.message}>
            <TextInput autoComplete="given-name" {...register('firstName')} />
          </Field>
          <Field label={strings.patient.lastName} required error={errors.lastName?.message}>
            <TextInput autoComplete="family-name" {...register('lastName')} />
          </Field>
        </div>
        <Field label={strings.both.email} required error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...register('email')} {...rejection('email')} />
        </Field>
        <PhoneField
          label={strings.patient.phone}
          typed={watch('phone')}
          error={errors.phone?.message}
          {...register('phone')}
          {...rejection('phone')}
        />
        <NewPasswordFields register={register} watch={watch} errors={errors} />
        <ClinicChoice
          clinicId={watch('clinicId')}
          onChange={chooseClinic}
          onRequest={clinicRequest.ask}
          error={errors.clinicId?.message}
        />
        <SignUpEnd watch={watch} setValue={setValue} errors={errors} busy={busy} />
      </form>
      <ClinicRequestDialog {...clinicRequest.dialog} />
    </>
  );
}

/** Restores what was typed before a reload; passwords are never stored. */
const formOf = (typed: SignUpProgress['values']): PatientForm => ({
  firstName: typed.firstName ?? '',
  lastName: typed.lastName ?? '',
  email: typed.email ?? '',
  phone: typed.phone ?? '',
  password: '',
  confirmPassword: '',
  clinicId: typed.clinicId ?? '',
  terms: false,
});
