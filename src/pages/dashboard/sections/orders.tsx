import type { Patient } from '@/contract';
import { useBilling } from '@/features/billing/use-billing';
import { BookAppointmentDialog } from '@/features/booking/book-appointment-dialog';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import { writeStored } from '@/lib/storage';
import { DialogPerSubject, useDialogState } from '@/ui/dialog/use-dialog-state';
import { BookingTabs } from './booking-tabs';
import type { SectionProps } from './section-props';

/** The Authenticate section, with Book Appointment and shortcuts to the card and lab that an order needs. */
export function OrdersPane({ onOpen }: SectionProps) {
  const billing = useBilling();
  const booking = useDialogState<Patient>();
  const openLab = () => {
    writeStored('activeClinicTab', 'Sample Testing Lab');
    onOpen('clinicProfile');
  };
  return (
    <BookingTabs section="authenticate" onOpen={onOpen}>
      <AuthenticateSection onOpenBilling={billing.start} onOpenLab={openLab} onBook={booking.show} />
      <DialogPerSubject dialog={booking}>
        {(patient, dialog) => <BookAppointmentDialog patient={patient} {...dialog} />}
      </DialogPerSubject>
    </BookingTabs>
  );
}
