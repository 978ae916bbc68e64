import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useController } from 'react-hook-form';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { ownFields, useDraftForm } from '@/app/form-draft';
import { runOperation, useApiStore } from '@/app/operation-actor';
import { settleDraft, WriteProblem } from '@/app/record-write';
import type { Store } from '@/app/store';
import {
  frequencyOptions,
  isBlank,
  nameOfKit,
  noClinicId,
  type PatientProfile,
  type PatientProfileUpdate,
  patientAge,
  patientProfileUpdate,
  shippingTypes,
} from '@/contract';
import { missing } from '@/lib/address/strings';
import { openFlow } from '@/machines/flows.machine';
import { isProfileComplete, profileUpdateMachine } from '@/machines/profile-update.machine';
import { writeOf } from '@/machines/write.machine';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { OwnAddressFields } from '@/ui/form/address-fields';
import { Button, IconButton } from '@/ui/form/button';
import { Field, RemoteSelectField, Select, TextInput } from '@/ui/form/field';
import { ErrorSummary, formResolver } from '@/ui/form/form-errors';
import { PhoneField, usePhoneLibrary } from '@/ui/form/phone-field';
import { fixed, strings } from './strings';

/** Converts a fetched profile to the payload that is sent (§3). */
export const updateOf = (profile: PatientProfile): PatientProfileUpdate => ({
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

/** Saves the profile after a confirmation (§2, §8 "Patient profile"). */
function useProfileUpdate() {
  const actor = updateOfSession(useApiStore());
  const snapshot = useSelector(actor, (current) => current);
  const { send } = actor;
  useEffect(
    () => () => {
      // A user who left the section is not asked again. The session may have ended.
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'CANCEL' });
    },
    [actor],
  );

  const { validationError, result } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const asking = snapshot.hasTag('dialog');
  useFailuresInPlace(['updatePatientProfile']);
  return {
    /** Shown above the fields that are missing. */
    validationError,
    /** How the last update ended, as long as it is shown. */
    result: busy || asking ? null : result,
    asking,
    busy,
    ask: (values: PatientProfileUpdate) => send({ type: 'UPDATE', values }),
    /** The machine rejects blank fields with the message of §5; an invalid age only marks its field. */
    rejectGaps: (values: PatientProfileUpdate) => {
      if (!isProfileComplete(values)) send({ type: 'UPDATE', values });
    },
    confirm: (values: PatientProfileUpdate, base: Partial<PatientProfileUpdate>) =>
      send({ type: 'CONFIRM', values, base }),
    cancel: () => send({ type: 'CANCEL' }),
  };
}

/** The update goes on while another section is open. */
const updateOfSession = sessionScoped((store: Store) => {
  const machine = profileUpdateMachine.provide({
    actors: {
      write: writeOf<PatientProfileUpdate>({
        read: async () => updateOf(await runOperation(store, 'fetchPatientProfile', undefined)),
        send: ({ body }) => runOperation(store, 'updatePatientProfile', { body }),
      }),
    },
  });
  const update = openFlow(appPortOf(store).flows(), 'profile-update', machine);
  update.on('ended', ({ result }) =>
    settleDraft(store, draftName, ownFields, 'updatePatientProfile', result),
  );
  return update;
});

const draftName = 'patientProfile';

/** The patient may choose a provider only while none, or the placeholder C000, is set (§6). */
const mayChooseClinic = ({ clinic_id }: PatientProfile): boolean =>
  clinic_id === '' || clinic_id === noClinicId;

interface ClinicFieldProps {
  profile: PatientProfile;
  value: string;
  onChange: (clinicId: string) => void;
}

/** The patient's provider. */
function ClinicField({ profile, value, onChange }: ClinicFieldProps) {
  return mayChooseClinic(profile) ? (
    <ClinicSelect value={value} onChange={onChange} />
  ) : (
    <Field label={strings.form.provider}>
      <TextInput readOnly value={profile.clinic_name} />
    </Field>
  );
}

function ClinicSelect({ value, onChange }: Omit<ClinicFieldProps, 'profile'>) {
  return (
    <RemoteSelectField
      label={strings.form.provider}
      name="clinicId"
      notLoaded={strings.form.providersNotLoaded}
      list={api.useFetchClinicsQuery()}
      toOption={({ clinic_id, clinic_name }) => ({
        value: clinic_id,
        label: clinic_name.trim() || clinic_id,
      })}
      placeholder={strings.form.chooseProvider}
      value={value}
      onChange={onChange}
    />
  );
}

interface KitFieldProps {
  value: string;
  onChange: (kitId: string) => void;
  error: string | undefined;
  questionOf: (field: 'kitType', options: { toLabel: (kitId: string) => string }) => ReactNode;
  /** Opens Kit Information with this kit; blank if none is chosen. */
  onOpenKits: (kitId: string) => void;
}

/** The kit that the patient wants, by its id (§Notes "Shapes"), with a button for the kits' details. */
function KitField({ value, onChange, error, questionOf, onOpenKits }: KitFieldProps) {
  const kits = api.useFetchProductsQuery();
  return (
    <div className="flex items-start gap-2">
      <RemoteSelectField
        label={fixed.form.kitType}
        name="kitType"
        notLoaded={strings.form.kitsNotLoaded}
        required
        list={kits}
        toOption={(kit) => ({ value: kit.id, label: nameOfKit(kit) })}
        placeholder={strings.form.chooseKit}
        value={value}
        onChange={onChange}
        error={error}
        hint={questionOf('kitType', {
          toLabel: (kitId) => kits.data?.find(({ id }) => id === kitId)?.name ?? kitId,
        })}
        className="flex-1"
      />
      {/* Aligned with the control, below the label, whatever is rendered under the control. */}
      <IconButton
        label={strings.form.aboutKits}
        icon={<Info className="size-5" />}
        onClick={() => onOpenKits(value)}
        className="mt-7"
      />
    </div>
  );
}

/** How a phone number is read, or how to type it: with a country code (§5). */
function usePhoneHint(typed: string): string {
  const library = usePhoneLibrary(typed);
  if (library === undefined || isBlank(typed)) return strings.phone.askForCode;
  if (!typed.trim().startsWith('+')) return strings.phone.startWithCode;
  const number = library.parsePhoneNumberFromString(typed);
  if (number === undefined || !number.isPossible()) return strings.phone.askForCode;
  const international = number.formatInternational();
  return number.country === undefined ? international : `${international}, ${countryName(number.country)}`;
}

const countryName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;

interface FieldGroupProps {
  title: string;
  children: ReactElement;
}

/** Fields that belong together, under a title. */
function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    // By default a fieldset does not get narrower than its content.
    <fieldset className="min-w-0">
      <legend className="mb-4 text-h3 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

const resolver = formResolver(patientProfileUpdate, { ...strings.missing, ...missing.own });
const shippingOptions = shippingTypes.map((type) => ({ value: type, label: type }));
const frequencyLabel = (frequency: string): string =>
  frequencyOptions.find(({ value }) => value === frequency)?.label ?? frequency;

interface ProfileFormProps {
  profile: PatientProfile;
  /** Opens Kit Information with the chosen kit; blank if none is chosen. */
  onOpenKits: (kitId: string) => void;
}

/** Keeps the wheel from changing the number of a focused field, as it does in Chromium. For a `ref`: returns the cleanup. */
function withoutWheel(input: HTMLInputElement | null, cleanUp: () => void): () => void {
  const stop = (event: WheelEvent) => {
    if (document.activeElement === input) event.preventDefault();
  };
  // React listens passively, which can prevent nothing.
  input?.addEventListener('wheel', stop, { passive: false });
  return () => {
    input?.removeEventListener('wheel', stop);
    cleanUp();
  };
}

/** The patient's own data and kit choice (§2 "Patient profile", §5). Update asks for confirmation. */
export function ProfileForm({ profile, onOpenKits }: ProfileFormProps) {
  const saved = updateOf(profile);
  const update = useProfileUpdate();
  const { form, formElement, errorSummary, questionOf, addressQuestion, hasQuestions, ...draft } =
    useDraftForm(draftName, resolver, saved, update.busy, update.result?.end === 'changed-by-both');
  const { register, control, handleSubmit, formState, watch, setValue, getValues } = form;
  const { field: street } = useController({ control, name: 'street' });
  const { errors } = formState;
  const age = register('age');
  const phone = watch('phone');
  const phoneHint = usePhoneHint(phone);
  const setByServer = !mayChooseClinic(profile) && watch('clinicId') !== saved.clinicId;
  useEffect(() => {
    // The provider was set elsewhere, and the server rejects any other.
    if (setByServer) setValue('clinicId', saved.clinicId);
  }, [setByServer, setValue, saved.clinicId]);
  return (
    <form
      ref={formElement}
      noValidate
      className="grid max-w-3xl gap-8"
      onSubmit={handleSubmit(update.ask, () => update.rejectGaps(getValues()))}
    >
      <ErrorSummary
        {...errorSummary}
        message={isProfileComplete(getValues()) ? null : update.validationError}
      />
      <WriteProblem result={update.result} hasQuestions={hasQuestions} />
      <FieldGroup title={strings.groups.you}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={strings.form.name} required error={errors.name?.message} hint={questionOf('name')}>
            <TextInput {...register('name')} />
          </Field>
          <PhoneField
            label={strings.form.phone}
            typed={phone}
            error={errors.phone?.message}
            hint={
              <>
                <div className="contents">{questionOf('phone')}</div>
                <p>{phoneHint}</p>
              </>
            }
            {...register('phone')}
          />
          <Field label={strings.form.age} required error={errors.age?.message} hint={questionOf('age')}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={patientAge.min}
              max={patientAge.max}
              {...age}
              ref={(input) => {
                age.ref(input);
                return withoutWheel(input, () => age.ref(null));
              }}
            />
          </Field>
          <ClinicField
            profile={profile}
            value={watch('clinicId')}
            onChange={(clinicId) => setValue('clinicId', clinicId, { shouldDirty: true })}
          />
        </div>
      </FieldGroup>
      <FieldGroup title={strings.groups.delivery}>
        <OwnAddressFields
          bind={register}
          errors={errors}
          question={addressQuestion}
          street={street}
          onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
          beforeLine2={
            <Field
              label={strings.form.shippingType}
              required
              error={errors.shippingType?.message}
              hint={questionOf('shippingType')}
            >
              <Select
                placeholder={strings.form.chooseShippingType}
                options={shippingOptions}
                stored={saved.shippingType}
                {...register('shippingType')}
              />
            </Field>
          }
        />
      </FieldGroup>
      <FieldGroup title={strings.groups.kit}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={fixed.form.frequency}
            required
            error={errors.frequency?.message}
            hint={questionOf('frequency', { toLabel: frequencyLabel })}
          >
            <Select
              placeholder={strings.form.chooseFrequency}
              options={frequencyOptions}
              stored={saved.frequency}
              {...register('frequency')}
            />
          </Field>
          <KitField
            value={watch('kitType')}
            error={errors.kitType?.message}
            questionOf={questionOf}
            onChange={(kit) =>
              setValue('kitType', kit, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }
            onOpenKits={onOpenKits}
          />
        </div>
      </FieldGroup>
      <Button type="submit" busy={update.busy} busyLabel={fixed.form.updating} className="justify-self-start">
        {fixed.form.update}
      </Button>
      <ConfirmDialog
        open={update.asking}
        onOpenChange={update.cancel}
        title={strings.confirm.title}
        description={strings.confirm.description}
        confirmLabel={strings.confirm.confirm}
        // Read now: another tab may have saved other values since the dialog opened.
        onConfirm={() => update.confirm(getValues(), draft.submit())}
      />
    </form>
  );
}
