import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { clinicRequest, type ClinicRequest } from '@/contract';
import { Field } from '@/ui/form/field';
import { PhoneInput, TextInput } from '@/ui/form/text-input';
import { strings } from './strings';

interface ClinicRequestFormProps {
  /** Lets a button outside the form submit it. */
  id: string;
  request: ClinicRequest | null;
  onSubmit: (request: ClinicRequest) => void;
}

const blank: ClinicRequest = { clinicName: '', clinicEmail: '', clinicAddress: '', clinicPhone: '' };

/** Name, email, address and phone of a clinic; somebody else's data, so the browser fills in nothing. */
export function ClinicRequestForm({ id, request, onSubmit }: ClinicRequestFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(clinicRequest),
    defaultValues: request ?? blank,
  });
  const { errors } = formState;
  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={handleSubmit(onSubmit)}>
      <Field label={strings.popup.name} required error={errors.clinicName?.message}>
        <TextInput autoComplete="off" {...register('clinicName')} />
      </Field>
      <Field label={strings.popup.email} required error={errors.clinicEmail?.message}>
        <TextInput type="email" autoComplete="off" {...register('clinicEmail')} />
      </Field>
      <Field label={strings.popup.address} required error={errors.clinicAddress?.message}>
        <TextInput autoComplete="off" {...register('clinicAddress')} />
      </Field>
      <Field label={strings.popup.phone} required error={errors.clinicPhone?.message}>
        <PhoneInput {...register('clinicPhone')} autoComplete="off" />
      </Field>
    </form>
  );
}
