import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type SlotInvitation, slotInvitation } from '@/contract';
import * as z from '@/contract/zod';
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
import { parseTimeSlot, timeZoneName } from './time-slot';
import { useSlotWarnings } from './use-slot-warnings';

const form = z.omit(slotInvitation, { patientId: true });
type SlotForm = z.output<typeof form>;

/** Provider type, time slot and meet link. */
function SlotInvitationForm({ formId, patientId, onSend }: InvitationFormProps<SlotInvitation>) {
  const { register, handleSubmit, getValues, formState, watch } = useForm({
    resolver: zodResolver(form),
    defaultValues: blank,
  });
  const { errors } = formState;
  const send = (values: SlotForm) => onSend({ ...values, patientId });
  const slot = parseTimeSlot(watch('timeSlot'));
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(send, () => send(getValues()))}
    >
      <ProviderTypeField bind={register('providerType')} error={errors.providerType} />
      <Field
        label={strings.book.timeSlot}
        required
        error={errors.timeSlot?.message}
        hint={strings.book.timeSlotHint(timeZoneName(new Date()))}
      >
        <TextInput autoComplete="off" placeholder={strings.book.timeSlotExample} {...register('timeSlot')} />
      </Field>
      <SlotWarnings warnings={useSlotWarnings(slot)} />
      <MeetLinkField bind={register('meetLink')} error={errors.meetLink} />
    </form>
  );
}

const blank: SlotForm = { providerType: '', timeSlot: '', meetLink: '' };

/** Book Appointment from the Booking section: the time slot is text (SPEC §2 "Booking section"). */
export function BookSlotDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <SlotInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
