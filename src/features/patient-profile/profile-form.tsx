import { zodResolver } from '@hookform/resolvers/zod';
import { Info } from 'lucide-react';
import { useForm } from 'react-hook-form';
import {
  frequencyOptions,
  noClinicId,
  type PatientProfile,
  type PatientProfileUpdate,
  patientAge,
  patientProfileUpdate,
  shippingTypes,
} from '@/contract';
import { AddressFields } from '@/shared/address/address-fields';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field } from '@/shared/ui/field';
import { IconButton } from '@/shared/ui/icon-button';
import { Notice } from '@/shared/ui/notice';
import { PhoneInput } from '@/shared/ui/phone-input';
import { Select } from '@/shared/ui/select';
import { TextInput } from '@/shared/ui/text-input';
import { ClinicField } from './clinic-field';
import { KitField } from './kit-field';
import { useProfileUpdate } from './use-profile-update';

const shippingOptions = shippingTypes.map((type) => ({ value: type, label: type }));

interface ProfileFormProps {
  profile: PatientProfile;
  /** Opens Kit Information. */
  onOpenKits: () => void;
}

/** The patient's own data and kit choice (SPEC §2 "Patient profile", §5). Update asks for confirmation. */
export function ProfileForm({ profile, onOpenKits }: ProfileFormProps) {
  const { register, handleSubmit, formState, watch, setValue, getValues } = useForm({
    resolver: zodResolver(patientProfileUpdate),
    defaultValues: formOf(profile),
  });
  const update = useProfileUpdate();
  const { errors } = formState;
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={handleSubmit(update.ask, () => update.ask(getValues()))}
    >
      {update.problem === null ? null : <Notice tone="error">{update.problem}</Notice>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          <TextInput autoComplete="name" {...register('name')} />
        </Field>
        <Field label="Phone" required error={errors.phone?.message} hint="With the country code, such as +1">
          <PhoneInput {...register('phone')} />
        </Field>
        <Field label="Age" required error={errors.age?.message}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={patientAge.min}
            max={patientAge.max}
            {...register('age')}
          />
        </Field>
        <ClinicField
          profile={profile}
          value={watch('clinicId')}
          onChange={(clinicId) => setValue('clinicId', clinicId, { shouldDirty: true })}
        />
      </div>
      <AddressFields bind={register} errors={errors} autofill="own" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Shipping Type" required error={errors.shippingType?.message}>
          <Select
            placeholder="Choose a shipping type"
            options={shippingOptions}
            {...register('shippingType')}
          />
        </Field>
        <Field label="Frequency" required error={errors.frequency?.message}>
          <Select placeholder="Choose a frequency" options={frequencyOptions} {...register('frequency')} />
        </Field>
        <div className="flex items-end gap-2">
          <KitField
            value={watch('kitType')}
            error={errors.kitType?.message}
            onChange={(kit) =>
              setValue('kitType', kit, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }
          />
          <IconButton label="About the kits" icon={<Info className="size-5" />} onClick={onOpenKits} />
        </div>
      </div>
      <Button type="submit" busy={update.busy} busyLabel="Updating..." className="justify-self-start">
        Update
      </Button>
      <ConfirmDialog
        open={update.asking}
        onOpenChange={update.cancel}
        title="Update your profile?"
        description="Your clinic will see these details, and your next kit will be sent to this address."
        confirmLabel="Update"
        onConfirm={update.confirm}
      />
    </form>
  );
}

/** A profile as it is sent, of a profile as it is read (SPEC §3). */
const formOf = (profile: PatientProfile): PatientProfileUpdate => ({
  name: profile.patient_name,
  phone: profile.patient_phone,
  age: profile.patient_age,
  street: profile.patient_street,
  city: profile.patient_city,
  postalCode: profile.patient_postal_code,
  state: profile.patient_state,
  country: profile.patient_country,
  addressLine2: profile.address_line_2,
  shippingType: profile.shipping_type,
  frequency: profile.frequency,
  kitType: profile.kit_type,
  clinicId: profile.clinic_id === noClinicId ? '' : profile.clinic_id,
});
