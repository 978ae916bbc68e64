import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { useBlankForm } from '@/app/form-draft';
import { type DatedInvitation, datedInvitation } from '@/contract';
import * as z from '@/contract/zod';
import { appClock } from '@/lib/clock';
import { AddressSearchInput } from '@/ui/form/address-fields';
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
import { endOf, parseTimeSlot, slotProblem, type TimeSlot } from './time-slot';

import { localZone } from './zoned-time';

const fields = z.omit(datedInvitation, { patientId: true });
type DatedForm = z.output<typeof fields>;

const form = fields.check(({ value, issues }) => {
  const slot = slotOf(value);
  // What is sent has no zone, so the two instants of a repeated time can't be distinguished.
  const problem = slot && slotProblem(slot, localZone(), { canNameZone: false, now: appClock.calendarNow() });
  if (problem === null) return;
  const field = problem.time === 'start' ? 'timeSlotStart' : 'timeSlotEnd';
  issues.push({ code: 'custom', path: [field], message: problem.message, input: value });
});

const resolver = formResolver(form, strings.missing);

/** Provider type, date, start, end, location and meet link. */
function DatedInvitationForm({
  formId,
  draftName,
  patientId,
  message,
  onSend,
}: InvitationFormProps<DatedInvitation>) {
  const { providerType, meetLink, date, start, end, minutes } = useProposal();
  const { register, handleSubmit, getValues, formState, watch, setValue, control } = useBlankForm(
    draftName,
    resolver,
    {
      providerType,
      appointmentDate: date,
      timeSlotStart: start,
      timeSlotEnd: end,
      location: '',
      meetLink,
    },
  );
  const proposedEnd = useRef(end);
  /** Until the user chooses another end, it follows the start. */
  const proposeEnd = (from: string) => {
    if (![proposedEnd.current, ''].includes(getValues('timeSlotEnd'))) return;
    proposedEnd.current = endOf(from, minutes);
    setValue('timeSlotEnd', proposedEnd.current, { shouldValidate: formState.isSubmitted });
  };
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  const { field: location } = useController({ control, name: 'location' });
  const send = (values: DatedForm, isValid: boolean) => onSend({ ...values, patientId }, isValid);
  const slot = slotOf(watch());
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
      <Field label={strings.book.date} required error={errors.appointmentDate?.message}>
        {/* `deps`: the errors of the times are checked again when what they depend on changes. */}
        <TextInput type="date" {...register('appointmentDate', { deps: ['timeSlotStart', 'timeSlotEnd'] })} />
      </Field>
      <div className="grid gap-2">
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={strings.book.start} required error={errors.timeSlotStart?.message}>
            <TextInput
              type="time"
              {...register('timeSlotStart', {
                deps: ['timeSlotEnd'],
                onChange: ({ target }) => proposeEnd(target.value),
              })}
            />
          </Field>
          <Field label={strings.book.end} required error={errors.timeSlotEnd?.message}>
            <TextInput type="time" {...register('timeSlotEnd')} />
          </Field>
        </div>
        <p className="text-caption text-ink-2">{strings.book.timeZone(useZoneName(slot))}</p>
      </div>
      <SlotWarnings warnings={useSlotWarnings(slot)} />
      <Field label={strings.book.location} error={errors.location?.message}>
        <AddressSearchInput
          {...location}
          placeholder={strings.book.locationHint}
          onPick={({ formatted }) => setValue('location', formatted)}
        />
      </Field>
      <MeetLinkField bind={register('meetLink')} error={errors.meetLink} />
    </form>
  );
}

type DatedSlot = Pick<DatedForm, 'appointmentDate' | 'timeSlotStart' | 'timeSlotEnd'>;

/** Returns the slot as its card will read it; null while it is incomplete. */
const slotOf = ({ appointmentDate, timeSlotStart, timeSlotEnd }: DatedSlot): TimeSlot | null =>
  parseTimeSlot(`${appointmentDate} ${timeSlotStart} - ${timeSlotEnd}`);

/** Book Appointment from the Authenticate section: a date with start and end (§2 "Book Appointment modal"). */
export function BookAppointmentDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <DatedInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
