import { useBilling } from '@/features/billing/use-billing';
import { BookAppointmentDialog } from '@/features/booking/book-appointment-dialog';
import { useBooking } from '@/features/booking/use-booking';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import { writeStored } from '@/shared/storage';
import { BookingTabs } from './booking-tabs';
import type { SectionProps } from './section-props';

/** The Authenticate section, with Book Appointment and the ways to the card and the lab that an order needs. */
export function OrdersPane({ onOpen }: SectionProps) {
  const billing = useBilling();
  const { booking, book, close } = useBooking();
  const openLab = () => {
    writeStored('activeClinicTab', 'Sample Testing Lab');
    onOpen('clinicProfile');
  };
  return (
    <BookingTabs section="authenticate" onOpen={onOpen}>
      <AuthenticateSection onOpenBilling={billing.start} onOpenLab={openLab} onBook={book} />
      {booking === null ? null : (
        <BookAppointmentDialog
          key={booking.number}
          patient={booking.patient}
          open={booking.open}
          onClose={close}
        />
      )}
    </BookingTabs>
  );
}
