import { BookDialog, type BookDialogProps } from './book-dialog';
import { DatedInvitationForm } from './dated-invitation-form';

/** Book Appointment from the Authenticate section: a date with start and end (SPEC §2 "Book Appointment modal"). */
export function BookAppointmentDialog(props: BookDialogProps) {
  return (
    <BookDialog {...props}>
      {(form) => <DatedInvitationForm patientId={props.patient.patient_id} {...form} />}
    </BookDialog>
  );
}
