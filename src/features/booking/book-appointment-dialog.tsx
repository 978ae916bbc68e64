import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import { type DatedInvitation, datedInvitation, isBlank } from '@/contract';
import * as z from '@/contract/zod';
import { AddressSearchInput } from '@/lib/address/address-search-input';
import { ErrorSummary, useErrorSummary } from '@/ui/form/error-summary';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { BookDialog, type BookDialogProps } from './book-dialog';
import {
  type InvitationFormProps,
  MeetLinkField,
  ProviderTypeField,
  SlotWarnings,
} from './invitation-fields';
import { strings } from './strings';
import { type TimeSlot, timeZoneName } from './time-slot';
import { useSlotWarnings } from './use-slot-warnings';

const form = z.omit(datedInvitation, { patientId: true });
type DatedForm = z.output<typeof form>;

/** Provider type, date, start, end, location and meet link. */
function DatedInvitationForm({ formId, patientId, onSend }: InvitationFormProps<DatedInvitation>) {
  const { register, handleSubmit, getValues, formState, watch, setValue, control } = useForm({
    resolver: zodResolver(form),
    shouldFocusError: false,
    defaultValues: blank,
  });
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  const { field: location } = useController({ control, name: 'location' });
  const send = (values: DatedForm) => onSend({ ...values, patientId });
  const slot = slotOf(watch());
  return (
    <form
      ref={formElement}
      id={formId}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(send, () => send(getValues()))}
    >
      <ErrorSummary {...errorSummary} />
      <ProviderTypeField bind={register('providerType')} error={errors.providerType} />
      <Field label={strings.book.date} required error={errors.appointmentDate?.message}>
        <TextInput type="date" autoComplete="off" {...register('appointmentDate')} />
      </Field>
      <div className="grid gap-2">
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={strings.book.start} required error={errors.timeSlotStart?.message}>
            <TextInput type="time" autoComplete="off" {...register('timeSlotStart')} />
          </Field>
          <Field label={strings.book.end} required error={errors.timeSlotEnd?.message}>
            <TextInput type="time" autoComplete="off" {...register('timeSlotEnd')} />
          </Field>
        </div>
        <p className="text-caption text-ink-2">{strings.book.timeZone(timeZoneName(dayOf(slot)))}</p>
      </div>
      <SlotWarnings warnings={useSlotWarnings(slot)} />
      <Field label={strings.book.location} error={errors.location?.message}>
        <AddressSearchInput
          {...location}
          placeholder={strings.book.locationHint}
          onFound={({ formatted }) => setValue('location', formatted)}
        />
      </Field>
      <MeetLinkField bind={register('meetLink')} error={errors.meetLink} />
    </form>
  );
}

const blank: DatedForm = {
  providerType: '',
  appointmentDate: '',
  timeSlotStart: '',
  timeSlotEnd: '',
  location: '',
  meetLink: '',
};

function slotOf({
  appointmentDate: date,
  timeSlotStart: start,
  timeSlotEnd: end,
}: DatedForm): TimeSlot | null {
  return [date, start, end].some(isBlank) ? null : { date, start, end };
}

const dayOf = (slot: TimeSlot | null): Date =>
  slot === null ? new Date() : new Date(`${slot.date}T${slot.start}`);

/** Book Appointment from the Authenticate section: a date with start and end (SPEC §2 "Book Appointment modal"). */
export function BookAppointmentDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <DatedInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
