import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import {
  frequencyOptions,
  type PatientProfile,
  patientAge,
  patientProfileUpdate,
  shippingTypes,
} from '@/contract';
import { useFormDraft, useKeptDraft } from '@/features/api/form-draft';
import { AddressFields } from '@/shared/address/address-fields';
import { StreetSearch } from '@/shared/address/street-search';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { Select } from '@/shared/ui/select';
import { TextInput } from '@/shared/ui/text-input';
import { useFirstInvalidFocus } from '@/shared/ui/use-first-invalid-focus';
import { ClinicField } from './clinic-field';
import { KitField } from './kit-field';
import { PhoneField } from './phone-field';
import { updateOf } from './profile-values';
import { useProfileUpdate } from './use-profile-update';

const shippingOptions = shippingTypes.map((type) => ({ value: type, label: type }));

interface ProfileFormProps {
  profile: PatientProfile;
  /** Opens Kit Information. */
  onOpenKits: () => void;
}

/** The patient's own data and kit choice (SPEC §2 "Patient profile", §5). Update asks for confirmation. */
export function ProfileForm({ profile, onOpenKits }: ProfileFormProps) {
  const draft = useFormDraft('patientProfile', updateOf(profile));
  const { register, control, handleSubmit, formState, watch, setValue, getValues, subscribe } = useForm({
    resolver: zodResolver(patientProfileUpdate),
    shouldFocusError: false,
    defaultValues: draft.start,
  });
  useKeptDraft(subscribe, draft);
  const { field: street } = useController({ control, name: 'street' });
  const update = useProfileUpdate(draft.forget);
  const { errors } = formState;
  const formElement = useFirstInvalidFocus(formState.submitCount);
  return (
    <form
      ref={formElement}
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={handleSubmit(update.ask, () => update.refuseGaps(getValues()))}
    >
      {update.problem === null ? null : <Notice tone="error">{update.problem}</Notice>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          <TextInput autoComplete="name" {...register('name')} />
        </Field>
        <PhoneField bind={register('phone')} value={watch('phone')} error={errors.phone?.message} />
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
      <AddressFields
        bind={register}
        errors={errors}
        autofill="own"
        street={
          <StreetSearch
            field={street}
            onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
          />
        }
        beforeLine2={
          <Field label="Shipping Type" required error={errors.shippingType?.message}>
            <Select
              placeholder="Choose a shipping type"
              options={shippingOptions}
              {...register('shippingType')}
            />
          </Field>
        }
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Frequency" required error={errors.frequency?.message}>
          <Select placeholder="Choose a frequency" options={frequencyOptions} {...register('frequency')} />
        </Field>
        <KitField
          value={watch('kitType')}
          error={errors.kitType?.message}
          onChange={(kit) =>
            setValue('kitType', kit, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
          onOpenKits={onOpenKits}
        />
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
