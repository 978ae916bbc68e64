import { Info } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useDraftForm } from '@/app/form-draft';
import { runOperation } from '@/app/operation-actor';
import {
  type ClinicProfile,
  type ClinicProfilePayload,
  clinicProfilePayload,
  estimatedPatientCounts,
} from '@/contract';
import { missing } from '@/lib/address/strings';
import { brand } from '@/lib/brand';
import { Dialog } from '@/ui/dialog/dialog';
import { OwnAddressFields } from '@/ui/form/address-fields';
import { Button, IconButton } from '@/ui/form/button';
import { Field, Select, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { FormProblem, formSaving, useSaving } from './save';
import { fixed, strings } from './strings';

interface ManyPatientsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks providers to get in touch before they onboard 100+ customers (§2, §9). */
function ManyPatientsDialog({ open, onOpenChange }: ManyPatientsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={strings.manyPatients.title} size="sm">
      <p>
        {strings.manyPatients.contact}{' '}
        <a href={`mailto:${brand.contactEmail}`} className="text-link">
          {brand.contactEmail}
        </a>
        .
      </p>
    </Dialog>
  );
}

const resolver = formResolver(clinicProfilePayload, { ...strings.profile.missing, ...missing.own });
const countOptions = estimatedPatientCounts.map((count) => ({ value: count, label: count }));

/** The clinic's own data (§2 "Profile fields", §5 "Clinic profile"). */
export function ProfileForm({ profile }: { profile: ClinicProfile }) {
  const { busy, result, send } = useSaving(profileSaving, ['updateClinicProfile'], 'Profile');
  const [explaining, setExplaining] = useState(false);
  const stored = payloadOf(profile);
  const { form, formElement, errorSummary, questionOf, addressQuestion, hasQuestions, ...draft } =
    useDraftForm('clinicProfile', resolver, stored, busy, result?.end === 'changed-by-both');
  const { register, control, handleSubmit, formState, setValue, watch } = form;
  const { field: street } = useController({ control, name: 'street' });
  const { errors } = formState;
  const update = (body: ClinicProfilePayload) =>
    send({ type: 'SAVE', body, base: draft.submit(), isNew: false });
  return (
    <form ref={formElement} noValidate onSubmit={handleSubmit(update)} className="grid max-w-3xl gap-5">
      <FormProblem errorSummary={errorSummary} result={result} hasQuestions={hasQuestions} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={strings.profile.name}
          required
          error={errors.clinicName?.message}
          hint={questionOf('clinicName')}
        >
          <TextInput autoComplete="organization" {...register('clinicName')} />
        </Field>
        <PhoneField
          label={strings.profile.phone}
          typed={watch('phoneNumber')}
          error={errors.phoneNumber?.message}
          hint={questionOf('phoneNumber')}
          autoComplete="tel"
          {...register('phoneNumber')}
        />
      </div>
      <OwnAddressFields
        autofill
        bind={register}
        errors={errors}
        question={addressQuestion}
        street={street}
        onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
      />
      <div className="flex items-start gap-2">
        <Field
          label={strings.profile.patientCount}
          required
          error={errors.patients?.message}
          hint={questionOf('patients')}
          className="max-w-64 min-w-0 flex-1"
        >
          <Select
            placeholder={strings.profile.chooseCount}
            options={countOptions}
            stored={stored.patients}
            {...register('patients')}
          />
        </Field>
        <IconButton
          label={strings.profile.aboutManyPatients}
          icon={<Info className="size-5" />}
          onClick={() => setExplaining(true)}
          className="mt-7"
        />
      </div>
      <Button type="submit" busy={busy} busyLabel={fixed.profile.updating} className="justify-self-start">
        {strings.profile.update}
      </Button>
      <ManyPatientsDialog open={explaining} onOpenChange={setExplaining} />
    </form>
  );
}

const profileSaving = formSaving({
  name: 'clinicProfile',
  operation: 'updateClinicProfile',
  read: async (store) => payloadOf(await runOperation(store, 'fetchClinicProfile', undefined)),
});

/** Converts a fetched profile to the payload that is sent (§3). */
const payloadOf = (profile: ClinicProfile): ClinicProfilePayload => ({
  phoneNumber: profile.phone_number,
  clinicName: profile.clinic_name,
  street: profile.clinic_street,
  city: profile.clinic_city,
  postalCode: profile.clinic_postal_code,
  state: profile.clinic_state,
  country: profile.clinic_country,
  patients: profile.patient_count,
  addressLine2: profile.address_line_2,
});
