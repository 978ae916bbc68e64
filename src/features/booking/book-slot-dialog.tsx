import { BookDialog, type BookDialogProps } from './book-dialog';
import { SlotInvitationForm } from './slot-invitation-form';

/** Book Appointment from the Booking section: the time slot is text (SPEC §2 "Booking section"). */
export function BookSlotDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <SlotInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
