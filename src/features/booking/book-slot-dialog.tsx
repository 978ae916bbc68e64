import { useBlankForm } from '@/app/form-draft';
import { type SlotInvitation, slotInvitation } from '@/contract';
import * as z from '@/contract/zod';
import { appClock } from '@/lib/clock';
import { Field, TextInput } from '@/ui/form/field';
import { ErrorSummary, formResolver, useErrorSummary } from '@/ui/form/form-errors';
import {
  BookDialog,
  type BookDialogProps,
  type InvitationFormProps,
  MeetLinkField,
  ProviderTypeField,
  SlotWarnings,
  useProposal,
  useSlotWarnings,
  useZoneName,
} from './book-dialog';

import { strings } from './strings';
import { parseTimeSlot, slotProblem } from './time-slot';

import { localZone } from './zoned-time';

const fields = z.omit(slotInvitation, { patientId: true });
type SlotForm = z.output<typeof fields>;

const form = fields.check(({ value, issues }) => {
  // A text that can't be read as a time is sent as it is.
  const slot = parseTimeSlot(value.timeSlot);
  const problem = slot && slotProblem(slot, localZone(), { canNameZone: true, now: appClock.calendarNow() });
  if (problem === null) return;
  issues.push({ code: 'custom', path: ['timeSlot'], message: problem.message, input: value });
});

const resolver = formResolver(form, strings.missing);

/** Provider type, time slot and meet link. */
function SlotInvitationForm({
  formId,
  draftName,
  patientId,
  message,
  onSend,
}: InvitationFormProps<SlotInvitation>) {
  const { providerType, meetLink, date, start, end } = useProposal();
  const { register, handleSubmit, getValues, formState, watch } = useBlankForm(draftName, resolver, {
    providerType,
    timeSlot: start === '' ? '' : `${date} ${start} - ${end}`,
    meetLink,
  });
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  const send = (values: SlotForm, isValid: boolean) => onSend({ ...values, patientId }, isValid);
  const slot = parseTimeSlot(watch('timeSlot'));
  return (
    <form
      ref={formElement}
      id={formId}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(
        (values) => send(values, true),
        () => send(getValues(), false),
      )}
    >
      <ErrorSummary {...errorSummary} message={message} />
      <ProviderTypeField bind={register('providerType')} error={errors.providerType} />
      <Field
        label={strings.book.timeSlot}
        required
        error={errors.timeSlot?.message}
        hint={strings.book.timeSlotHint(useZoneName(slot))}
      >
        <TextInput placeholder={strings.book.timeSlotExample} {...register('timeSlot')} />
      </Field>
      <SlotWarnings warnings={useSlotWarnings(slot)} />
      <MeetLinkField bind={register('meetLink')} error={errors.meetLink} />
    </form>
  );
}

/** Book Appointment from the Booking section: the time slot is text (§2 "Booking section"). */
export function BookSlotDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <SlotInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
