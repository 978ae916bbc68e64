import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '@/app/api';
import { useWrite } from '@/app/use-write';
import {
  type ClinicRequest,
  clinicRequest,
  defaultInsuranceOption,
  type Failure,
  failureMessage,
  noClinicId,
  type PatientSignup,
  patientSignup,
  requiredText,
} from '@/contract';
import * as z from '@/contract/zod';
import { readStored, removeStored, useStored } from '@/lib/storage';
import { Dialog, FormButtons } from '@/ui/dialog/dialog';
import { AutoFocusText, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Checkbox, Field, RemoteSelectField, TextInput } from '@/ui/form/field';
import { ErrorSummary, formResolver, useErrorSummary } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { useFirstFieldFocus } from '@/ui/layout/focus';
import { NewPasswordFields, newPasswordShape, passwordsMatch } from './new-password-fields';
import { agreedTerms, SignUpEnd, type SignUpFormProps, useRejectedField, useTyped } from './sign-up-form';
import { fixed, strings } from './strings';

const blank: ClinicRequest = { clinicName: '', clinicEmail: '', clinicAddress: '', clinicPhone: '' };

/** The requests of this tab, also of a page that was left: how many wait for a response, and whether one may have arrived. */
const tries = { pending: 0, mayHaveArrived: false };

/**
 * Sends a patient's request for a clinic that is not listed (§4 "Clinic request popup"). A sign-up sends one.
 *
 * @param onRequested called when the request was sent
 * @returns `ask` opens the popup, or calls `onRequested` if the request was already sent
 */
function useClinicRequest(onRequested: () => void) {
  const [open, setOpen] = useState(false);
  // Stored when the call ends: the user may have left the page, or opened it again.
  const [stored, store] = useStored('clinicRequest');
  /** What was typed: the form's values when it opens again. */
  const [typed, setTyped] = useState(blank);
  const { busy, done, failure, send, clearFailure } = useWrite('requestClinic', {
    acceptDuplicate: true,
    unanswered: stored === 'sending',
  });
  const sent = done || stored === 'sent';
  const reportRequested = useEffectEvent(onRequested);
  useEffect(() => {
    if (open && sent) reportRequested();
  }, [open, sent]);

  return {
    ask() {
      if (sent) return onRequested();
      clearFailure();
      setOpen(true);
    },
    dialog: {
      open,
      busy,
      sent,
      mayBeSent: stored === 'sending' && !busy,
      typed,
      failure,
      onTyped: setTyped,
      onSubmit(submitted: ClinicRequest) {
        // The form can still be submitted while it is pending, or while the popup is closing.
        if (!open || busy) return;
        if (tries.pending === 0) tries.mayHaveArrived = stored === 'sending';
        tries.pending += 1;
        store('sending');
        send({ body: submitted }, (end) => {
          tries.pending -= 1;
          tries.mayHaveArrived ||= end === 'unknown';
          // A sign-up or a login has cleared it since.
          if (readStored('clinicRequest') !== 'sending') return;
          if (end === 'done') store('sent');
          else if (tries.pending === 0 && !tries.mayHaveArrived) removeStored('clinicRequest');
        });
      },
      onContinue() {
        if (!open) return;
        setOpen(false);
        store('sent');
        onRequested();
      },
      onClose: () => setOpen(false),
    },
  };
}

interface ClinicSelectProps {
  value: string;
  onChange: (clinicId: string) => void;
  required: boolean;
  hint: string | undefined;
  error: string | undefined;
}

/** The patient's provider, selected from the known clinics (§2). */
function ClinicSelect({ value, onChange, required, hint, error }: ClinicSelectProps) {
  return (
    <RemoteSelectField
      label={strings.clinicChoice.provider}
      name="clinicId"
      notLoaded={strings.clinicChoice.providersNotLoaded}
      required={required}
      hint={hint}
      list={api.useFetchClinicsQuery()}
      toOption={({ clinic_id, clinic_name }) => ({
        value: clinic_id,
        label: clinic_name.trim() || clinic_id,
      })}
      placeholder={strings.clinicChoice.choose}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

interface ClinicChoiceProps {
  /** A clinic's id, `C000` for a patient who requested a clinic, or empty. */
  clinicId: string;
  onChange: (clinicId: string) => void;
  /** The checkbox was clicked. */
  onRequest: () => void;
  error: string | undefined;
}

/**
 * Selects the provider, or requests one that is not in the list (§2). As with the terms, clicking the checkbox
 * opens a popup, and only the popup's outcome checks it; selecting a provider unchecks it.
 */
function ClinicChoice({ clinicId, onChange, onRequest, error }: ClinicChoiceProps) {
  const requested = clinicId === noClinicId;
  return (
    <div className="grid gap-1">
      <ClinicSelect
        value={requested ? '' : clinicId}
        required={!requested}
        hint={requested ? strings.clinicChoice.requested : undefined}
        onChange={(chosen) => onChange(requested && chosen === '' ? noClinicId : chosen)}
        error={error}
      />
      <Checkbox
        label={strings.clinicChoice.request}
        checked={requested}
        onChange={() => (requested ? onChange('') : onRequest())}
      />
    </div>
  );
}

interface ClinicRequestFormProps {
  /** Lets a button outside the form submit it. */
  id: string;
  typed: ClinicRequest;
  onTyped: (typed: ClinicRequest) => void;
  onSubmit: (request: ClinicRequest) => void;
}

/** Name, email, address and phone of a clinic. They are not the user's own data, so browsers neither store nor fill them. */
function ClinicRequestForm({ id, typed, onTyped, onSubmit }: ClinicRequestFormProps) {
  const { register, handleSubmit, formState, watch, subscribe } = useForm({
    resolver: formResolver(clinicRequest, strings.clinicRequest.missing),
    shouldFocusError: false,
    defaultValues: typed,
  });
  const report = useEffectEvent(onTyped);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  );
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  return (
    <form ref={formElement} id={id} noValidate className="grid gap-5" onSubmit={handleSubmit(onSubmit)}>
      <ErrorSummary {...errorSummary} />
      <Field label={strings.clinicRequest.name} required error={errors.clinicName?.message}>
        <TextInput {...register('clinicName')} />
      </Field>
      <Field label={strings.clinicRequest.email} required error={errors.clinicEmail?.message}>
        <TextInput type="email" {...register('clinicEmail')} />
      </Field>
      <Field label={strings.clinicRequest.address} required error={errors.clinicAddress?.message}>
        <TextInput {...register('clinicAddress')} />
      </Field>
      <PhoneField
        label={strings.clinicRequest.phone}
        typed={watch('clinicPhone')}
        error={errors.clinicPhone?.message}
        {...register('clinicPhone')}
      />
    </form>
  );
}

interface ClinicRequestDialogProps {
  open: boolean;
  busy: boolean;
  sent: boolean;
  /** A response was lost: the request may have arrived. */
  mayBeSent: boolean;
  failure: Failure | null;
  /** What was typed before the popup was closed. */
  typed: ClinicRequest;
  onTyped: (typed: ClinicRequest) => void;
  onSubmit: (request: ClinicRequest) => void;
  /** Continues without sending the request again. */
  onContinue: () => void;
  onClose: () => void;
}

/**
 * The popup in which a patient requests a clinic that is not listed (§2, §4 "Clinic request popup"). Render it
 * outside the sign-up form: React bubbles a submit event to the surrounding form, even through a portal.
 */
function ClinicRequestDialog(props: ClinicRequestDialogProps) {
  const { open, busy, sent, mayBeSent, failure, typed, onTyped, onSubmit, onContinue, onClose } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      dismissible={!busy}
      title={sent ? fixed.clinicRequest.sent : strings.clinicRequest.title}
      description={sent ? undefined : strings.clinicRequest.description}
      footer={
        sent ? (
          <Button onClick={onClose}>{strings.clinicRequest.continue}</Button>
        ) : (
          <FormButtons
            formId={formId}
            busy={busy}
            cancelLabel={strings.clinicRequest.cancel}
            sendLabel={strings.clinicRequest.send}
            busyLabel={strings.clinicRequest.sending}
            onCancel={onClose}
          />
        )
      }
    >
      {sent ? (
        <AutoFocusText className="text-lg">{fixed.clinicRequest.canSignUp}</AutoFocusText>
      ) : (
        <div className="grid gap-5">
          <Problem
            also={mayBeSent ? strings.clinicRequest.mayBeSent : null}
            action={
              mayBeSent ? (
                <Button variant="secondary" size="sm" onClick={onContinue}>
                  {strings.clinicRequest.goOn}
                </Button>
              ) : null
            }
          >
            {failureMessage(failure)}
          </Problem>
          <ClinicRequestForm id={formId} typed={typed} onTyped={onTyped} onSubmit={onSubmit} />
        </div>
      )}
    </Dialog>
  );
}

const form = z
  .extend(z.omit(patientSignup, { clinicId: true, insuranceOption: true }), {
    ...newPasswordShape,
    clinicId: requiredText,
    terms: agreedTerms,
  })
  .check(passwordsMatch());

const missing = { ...strings.patient.missing, clinicId: strings.clinicChoice.missing };

/** Register as Patient (§2). */
export function PatientForm({
  storedInput,
  busy,
  onTyped,
  onSubmit,
  rejected,
}: SignUpFormProps<PatientSignup, 'email' | 'phone'>) {
  const methods = useForm({
    resolver: formResolver(form, missing),
    shouldFocusError: false,
    // Fields without a default value keep what was typed before hydration. Passwords are never stored.
    defaultValues: { clinicId: '', terms: false, ...storedInput },
  });
  const { register, handleSubmit, formState, watch, setValue, subscribe } = methods;
  useTyped(subscribe, onTyped);
  useRejectedField(rejected, methods);
  const chooseClinic = (clinicId: string) => setValue('clinicId', clinicId, { shouldValidate: true });
  const clinicRequest = useClinicRequest(() => chooseClinic(noClinicId));
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  useFirstFieldFocus(formElement);
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
          <TextInput type="email" autoComplete="email" {...register('email')} />
        </Field>
        <PhoneField
          label={strings.patient.phone}
          typed={watch('phone', '')}
          error={errors.phone?.message}
          autoComplete="tel"
          {...register('phone')}
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
