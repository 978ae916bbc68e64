import { useController } from 'react-hook-form';
import { useDraftForm } from '@/app/form-draft';
import { runOperation } from '@/app/operation-actor';
import { type Lab, type LabPayload, labPayload } from '@/contract';
import { missing } from '@/lib/address/strings';
import { Problem } from '@/ui/feedback/notice';
import { OwnAddressFields } from '@/ui/form/address-fields';
import { Button } from '@/ui/form/button';
import { Field, TextArea, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { useFirstFieldFocus } from '@/ui/layout/focus';
import { FormProblem, formSaving, useSaving } from './save';
import { fixed, strings } from './strings';

const resolver = formResolver(labPayload, { ...strings.lab.missing, ...missing.other });

/** The clinic's one sample-testing lab (§2 "Lab form", §5 "Lab"). */
export function LabForm({ lab }: { lab: Lab | null }) {
  const { busy, result, send } = useSaving(labSaving, ['addLab', 'updateLab'], 'Sample Testing Lab');
  const saved = lab === null ? blankLab : payloadOf(lab);
  const { form, formElement, errorSummary, questionOf, addressQuestion, hasQuestions, ...draft } =
    useDraftForm('lab', resolver, saved, busy, result?.end === 'changed-by-both');
  // An added lab exists even if it could not be fetched yet: it must not be added again.
  const isNew = lab === null && (!draft.hasSaved || result?.end === 'gone');
  const { register, control, handleSubmit, formState, setValue, watch } = form;
  const { field: street } = useController({ control, name: 'street' });
  const { errors } = formState;
  useFirstFieldFocus(formElement, isNew);
  // Once there is a lab, a failed try to add one no longer matters: the next save updates it.
  const triedToAdd = result?.failure?.operation === 'addLab' || result?.end === 'exists';
  const addedMeanwhile = lab !== null && triedToAdd;
  const submit = (body: LabPayload) => {
    // A field left blank says something about the lab that is sent, so another lab must not fill it in.
    if (isNew) draft.claim(body);
    const base = draft.submit();
    // The notice has asked whether to replace the other lab.
    send({ type: 'SAVE', body, base: addedMeanwhile ? saved : base, isNew });
  };
  return (
    <form ref={formElement} noValidate onSubmit={handleSubmit(submit)} className="grid max-w-3xl gap-5">
      <div className="grid gap-1">
        <h2 className="text-h3 font-semibold">{isNew ? fixed.lab.addTitle : fixed.lab.updateTitle}</h2>
        <p className="text-sm text-ink-2">{strings.lab.why}</p>
      </div>
      <FormProblem
        errorSummary={errorSummary}
        result={addedMeanwhile ? null : result}
        hasQuestions={hasQuestions}
      />
      <Problem also={isNew && result?.end === 'gone' ? strings.lab.gone : null}>{null}</Problem>
      <Problem also={addedMeanwhile ? strings.lab.addedMeanwhile : null}>{null}</Problem>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={strings.lab.name} required error={errors.name?.message} hint={questionOf('name')}>
          <TextInput {...register('name')} />
        </Field>
        <Field label={strings.lab.id} required error={errors.labId?.message} hint={questionOf('labId')}>
          <TextInput {...register('labId')} />
        </Field>
        <PhoneField
          label={strings.lab.phone}
          typed={watch('phoneNo')}
          error={errors.phoneNo?.message}
          hint={questionOf('phoneNo')}
          {...register('phoneNo')}
        />
      </div>
      <OwnAddressFields
        bind={register}
        errors={errors}
        question={addressQuestion}
        street={street}
        onPart={(name, text) => setValue(name, text, { shouldValidate: true })}
      />
      <Field
        label={strings.lab.instructions}
        required
        error={errors.instructions?.message}
        hint={questionOf('instructions')}
      >
        <TextArea {...register('instructions')} />
      </Field>
      <Button
        type="submit"
        busy={busy}
        busyLabel={isNew ? fixed.lab.adding : fixed.lab.updating}
        className="justify-self-start"
      >
        {isNew ? strings.lab.add : strings.lab.update}
      </Button>
    </form>
  );
}

const labSaving = formSaving({
  name: 'lab',
  operation: 'updateLab',
  creation: 'addLab',
  async read(store) {
    const stored = await runOperation(store, 'fetchLabs', undefined);
    return stored === null ? null : payloadOf(stored);
  },
});

const blankLab: LabPayload = {
  name: '',
  labId: '',
  phoneNo: '',
  street: '',
  city: '',
  postalCode: '',
  state: '',
  country: '',
  addressLine2: '',
  instructions: '',
};

/** Converts a fetched lab to the payload that is sent (§3). */
const payloadOf = (lab: Lab): LabPayload => ({
  name: lab.lab_name,
  labId: lab.lab_id_no,
  phoneNo: lab.lab_phone,
  street: lab.lab_street,
  city: lab.lab_city,
  postalCode: lab.lab_postal_code,
  state: lab.lab_state,
  country: lab.lab_country,
  addressLine2: lab.address_line_2,
  instructions: lab.instructions,
});
