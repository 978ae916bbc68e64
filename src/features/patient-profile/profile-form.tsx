import { zodResolver } from '@hookform/resolvers/zod';
import { useController } from 'react-hook-form';
import {
  frequencyOptions,
  type PatientProfile,
  patientAge,
  patientProfileUpdate,
  shippingTypes,
} from '@/contract';
import { useDraftForm } from '@/features/api/form-draft';
import { OwnAddressFields } from '@/lib/address/address-fields';
import { Button } from '@/ui/form/button';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Field } from '@/ui/form/field';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { ClinicField } from './clinic-field';
import { KitField } from './kit-field';
import { PhoneField } from './phone-field';
import { updateOf } from './profile-values';
import { fixed, strings } from './strings';
import { useProfileUpdate } from './use-profile-update';

const resolver = zodResolver(patientProfileUpdate);
const shippingOptions = shippingTypes.map((type) => ({ value: type, label: type }));

interface ProfileFormProps {
  profile: PatientProfile;
  /** Opens Kit Information. */
  onOpenKits: () => void;
}

/** The patient's own data and kit choice (SPEC §2 "Patient profile", §5). Update asks for confirmation. */
export function ProfileForm({ profile, onOpenKits }: ProfileFormProps) {
  const { form, formElement, forgetDraft } = useDraftForm('patientProfile', resolver, updateOf(profile));
  const { register, control, handleSubmit, formState, watch, setValue, getValues } = form;
  const { field: street } = useController({ control, name: 'street' });
  const update = useProfileUpdate(forgetDraft);
  const { errors } = formState;
  return (
    <form
      ref={formElement}
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={handleSubmit(update.ask, () => update.refuseGaps(getValues()))}
    >
      <Problem>{update.problem}</Problem>
      {update.unknown === null ? null : <Notice tone="warning">{update.unknown}</Notice>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={strings.form.name} required error={errors.name?.message}>
          <TextInput autoComplete="name" {...register('name')} />
        </Field>
        <PhoneField bind={register('phone')} value={watch('phone')} error={errors.phone?.message} />
        <Field label={strings.form.age} required error={errors.age?.message}>
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
      <OwnAddressFields
        bind={register}
        errors={errors}
        street={street}
        onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
        beforeLine2={
          <Field label={strings.form.shippingType} required error={errors.shippingType?.message}>
            <Select
              placeholder={strings.form.chooseShippingType}
              options={shippingOptions}
              {...register('shippingType')}
            />
          </Field>
        }
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={fixed.form.frequency} required error={errors.frequency?.message}>
          <Select
            placeholder={strings.form.chooseFrequency}
            options={frequencyOptions}
            {...register('frequency')}
          />
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
      <Button type="submit" busy={update.busy} busyLabel={fixed.form.updating} className="justify-self-start">
        {fixed.form.update}
      </Button>
      <ConfirmDialog
        open={update.asking}
        onOpenChange={update.cancel}
        title={strings.confirm.title}
        description={strings.confirm.description}
        confirmLabel={strings.confirm.confirm}
        onConfirm={update.confirm}
      />
    </form>
  );
}
