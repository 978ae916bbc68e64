import { type Failure, hasSent, type Lab, type LabPayload, labPayload } from '@/contract';
import { useDraftForm } from '@/features/api/form-draft';
import { runOperation } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { AddressFields } from '@/lib/address/address-fields';
import { missing } from '@/lib/address/strings';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextArea, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { PhoneField } from '@/ui/form/phone-field';
import { FormProblem, toastRequiredFields, useSave } from './save';
import { fixed, strings } from './strings';

const resolver = formResolver(labPayload, { ...strings.lab.missing, ...missing.other });

/** The clinic's one sample-testing lab (§2 "Lab form", §5 "Lab"). */
export function LabForm({ lab }: { lab: Lab | null }) {
  const call = useSave('lab');
  const saved = lab === null ? blankLab : payloadOf(lab);
  const { form, formElement, errorSummary, draft, noteOf } = useDraftForm('lab', resolver, saved, call.busy);
  // A lab that was added exists, also where it could not be fetched yet: it must not be added again.
  const operation = lab === null && !draft.hasSaved ? 'addLab' : 'updateLab';
  const isNew = operation === 'addLab';
  const { register, handleSubmit, formState, watch } = form;
  const { errors } = formState;
  const save = (body: LabPayload) => {
    // A field left blank says something about the lab that is sent, so another lab must not fill it in.
    if (isNew) draft.claim(body);
    const isStored = async (store: Store) => {
      const stored = await runOperation(store, 'fetchLabs', undefined);
      return stored !== null && hasSent(payloadOf(stored), body);
    };
    const onSaved = () => draft.save(body);
    const mayRepeat = isNew ? hasNoLab : undefined;
    return call.save(operation, { body }, { onSaved, isStored, mayRepeat, askAfter: mayBeThere });
  };
  // Once there is a lab, a failed try to add one no longer matters: the next save updates it.
  const addedMeanwhile = lab !== null && call.failure?.operation === 'addLab';
  return (
    <form
      ref={formElement}
      noValidate
      onSubmit={handleSubmit(save, () => toastRequiredFields('addLab'))}
      className="grid max-w-3xl gap-5"
    >
      <h2 className="text-h3 font-semibold">{isNew ? fixed.lab.addTitle : fixed.lab.updateTitle}</h2>
      <FormProblem
        errorSummary={errorSummary}
        failure={addedMeanwhile ? null : call.failure}
        unchecked={call.unchecked && !addedMeanwhile}
      />
      {addedMeanwhile ? <Notice tone="warning">{strings.lab.addedMeanwhile}</Notice> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={strings.lab.name} required error={errors.name?.message} hint={noteOf('name')}>
          <TextInput autoComplete="off" {...register('name')} />
        </Field>
        <Field label={strings.lab.id} required error={errors.labId?.message} hint={noteOf('labId')}>
          <TextInput autoComplete="off" {...register('labId')} />
        </Field>
        <PhoneField
          label={strings.lab.phone}
          typed={watch('phoneNo')}
          error={errors.phoneNo?.message}
          hint={noteOf('phoneNo')}
          autoComplete="off"
          {...register('phoneNo')}
        />
      </div>
      <AddressFields bind={register} errors={errors} hint={noteOf} autofill="off" />
      <Field
        label={strings.lab.instructions}
        required
        error={errors.instructions?.message}
        hint={noteOf('instructions')}
      >
        <TextArea {...register('instructions')} />
      </Field>
      <Button
        type="submit"
        busy={call.busy}
        busyLabel={isNew ? fixed.lab.adding : fixed.lab.updating}
        className="justify-self-start"
      >
        {isNew ? strings.lab.add : strings.lab.update}
      </Button>
    </form>
  );
}

/** A rejection that may mean that a lab exists already: it is fetched again, so that it can be updated. */
const mayBeThere = ({ operation, kind, status }: Failure): boolean =>
  operation === 'addLab' && kind === 'status' && (status === 400 || status === 409 || status === 422);

/** Fetches the lab again; adding it twice would make two. */
const hasNoLab = async (store: Store) => (await runOperation(store, 'fetchLabs', undefined)) === null;

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
